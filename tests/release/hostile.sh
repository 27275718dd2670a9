# A thousand games with a random hostile program each.
# Takes 1 min on two cores.
HOSTILE_GAMES=1000
export HOSTILE_GAMES
. tests/cli/hostile.sh
