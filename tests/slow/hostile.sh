# A thousand games with a random hostile program each.
HOSTILE_GAMES=1000
export HOSTILE_GAMES
. tests/cli/hostile.sh
