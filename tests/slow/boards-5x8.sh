# 5x8, in both orientations, solved again.
# Takes 7 min on two cores.
. tests/support/shell.sh
. tests/support/boards.sh
solve_again boards-5x8
[ $count -eq 1 ] || fault "$count boards in the table"
