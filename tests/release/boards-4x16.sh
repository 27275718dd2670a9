# 4x16, in both orientations, solved again.
# Takes 15 min on two cores that do nothing else: 79 and 27 G nodes.
. tests/support/shell.sh
. tests/support/boards.sh
solve_again boards-4x16
[ $count -eq 1 ] || fault "$count boards in the table"
