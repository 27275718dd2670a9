# Forty kills at random moments.
# Takes 1 min on two cores.
KILLS=40
QUEUE_GAMES=12800
export KILLS QUEUE_GAMES
. tests/cli/queue.sh
