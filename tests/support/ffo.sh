# For scripts about the FFO endgame test. Source it after shell.sh.

# solve_ffo FILE COUNT: every score in the file is found, exactly, with one of its best moves.
solve_ffo() {
    capture "$BIANCA" solve --json "$1"
    [ $status -eq 0 ] || fault "$1: status $status: $err"
    [ -z "$err" ] || fault "$1: $err"
    [ "$(echo "$out" | grep -c '"exact":true')" -eq "$2" ] || fault "$1: not $2 exact results: $out"
    grep -v '^%' "$1" >"$TMPDIR/positions"
    echo "$out" | sed 's/.*"move":"\([^"]*\)".*/\1/' | paste -d ' ' - "$TMPDIR/positions" |
        awk '{ if (index($0, "; " $1 ":") == 0) { print "not a best move: " $0; bad = 1 } }
             END { exit bad || NR == 0 }' || fault "$1: wrong moves"
}
