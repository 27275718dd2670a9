# Boards whose solves take longer than a few seconds, in both orientations; 6x6 is in solved-6x6.sh.
# Takes 10 minutes on two cores.
. tests/support/shell.sh
. tests/support/boards.sh
solve_again slow
[ $count -ge 4 ] || fault "only $count boards in the table"
