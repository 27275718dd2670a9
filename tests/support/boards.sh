# solve_again WHERE: solves the boards of tests/data/boards.tsv that are marked so, both ways round,
# and counts them in $count. The command itself fails if the orientations disagree.
solve_again() {
    count=0
    for row in $(awk -v where="$1" '!/^#/ && $3 == where { print $1 ":" $2 }' tests/data/boards.tsv); do
        board=${row%:*} value=${row#*:}
        turned=${board#*x}x${board%x*}
        capture "$BIANCA" boards "$board" "$turned" --quick --hash 1024 --json
        [ $status -eq 0 ] || fault "$board: status $status: $err"
        for name in $board $turned; do
            case $out in
            *"\"board\":\"$name\",\"value\":$value,"*) ;;
            *) fault "$name is not $value: $out" ;;
            esac
        done
        count=$((count + 1))
    done
}
