# The FFO endgame test, problems 50 to 59, the hardest ones.
# Takes 2 min on two cores.
. tests/support/shell.sh
. tests/support/ffo.sh

solve_ffo tests/data/ffo-50-59.obf 10
