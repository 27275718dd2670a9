# Boards whose outcome is known: the start, solved. 6x6 takes longer: tests/slow.
. tests/support/shell.sh

count=0
for row in $(awk '!/^#/ && $1 != "6x6" { print $1 ":" $2 + 0 }' tests/data/solved.tsv); do
    board=${row%:*} score=${row#*:}
    [ "${TEST_PERCENT:-100}" -ge 50 ] || case $board in 5x5 | 4x8 | 8x4) continue ;; esac
    for threads in 1 2; do
        expect_output "\"score\":$score," \
            "$BIANCA" solve --board "$board" --start --threads $threads --json
        case $out in *'"exact":true'*) ;; *) fault "$board: not exact: $out" ;; esac
    done
    count=$((count + 1))
done
[ $count -ge 5 ] || fault "only $count boards in the table"
