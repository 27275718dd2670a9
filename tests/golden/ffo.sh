# The FFO endgame test, problems 1 to 49: exact scores and best moves. 50 to 59: tests/release.
. tests/support/shell.sh
. tests/support/ffo.sh

solve_ffo tests/data/ffo-01-19.obf 19
[ "${TEST_PERCENT:-100}" -lt 50 ] || solve_ffo tests/data/ffo-20-39.obf 20
[ "${TEST_PERCENT:-100}" -lt 50 ] || solve_ffo tests/data/ffo-40-49.obf 10
