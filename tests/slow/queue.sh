# Forty kills at random moments.
# Takes 30 s on two cores.
KILLS=40
QUEUE_GAMES=12800
export KILLS QUEUE_GAMES
. tests/cli/queue.sh
