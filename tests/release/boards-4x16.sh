# 4x16, in both orientations, solved again.
# Takes 9 min on two cores.
. tests/support/shell.sh
. tests/support/boards.sh
solve_again boards-4x16
[ $count -eq 1 ] || fault "$count boards in the table"
