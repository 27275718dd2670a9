# The FFO endgame test, problems 1 to 49: exact scores and best moves; `make test` ends with 44. 50 to 59: tests/release.
. tests/support/shell.sh
. tests/support/ffo.sh

solve_ffo tests/data/ffo-01-19.obf 19
[ "${TEST_PERCENT:-100}" -lt 50 ] || solve_ffo tests/data/ffo-20-39.obf 20
grep -v '^%' tests/data/ffo-40-49.obf | head -n 5 >"$TMPDIR/ffo-40-44.obf"
if [ "${TEST_PERCENT:-100}" -ge 100 ]; then
    solve_ffo tests/data/ffo-40-49.obf 10
elif [ "$TEST_PERCENT" -ge 50 ]; then
    solve_ffo "$TMPDIR/ffo-40-44.obf" 5
fi
