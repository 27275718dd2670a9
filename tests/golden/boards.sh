# Boards that were solved once have the same value again, in both orientations. Those that take
# longer: tests/slow/boards-*.sh.
. tests/support/shell.sh
[ "${TEST_PERCENT:-100}" -ge 50 ] || exit 0
. tests/support/boards.sh
solve_again test
[ $count -ge 6 ] || fault "only $count boards in the table"
