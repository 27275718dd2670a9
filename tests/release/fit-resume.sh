# Twenty kills at random moments of a longer fit.
# Takes 1 min on two cores.
KILLS=20
FIT_GAMES=12800
export KILLS FIT_GAMES
. tests/cli/fit-resume.sh
