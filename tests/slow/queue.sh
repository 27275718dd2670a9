# Forty kills at random moments.
KILLS=40
QUEUE_GAMES=12800
export KILLS QUEUE_GAMES
. tests/cli/queue.sh
