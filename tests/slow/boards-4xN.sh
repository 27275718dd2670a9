# 4x12, 4x13 and 4x14, in both orientations, solved again.
# Takes 2 min on two cores.
. tests/support/shell.sh
. tests/support/boards.sh
solve_again boards-4xN
[ $count -eq 3 ] || fault "$count boards in the table"
