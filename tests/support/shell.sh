# What the script tests share. Source it: . tests/support/shell.sh
#
# A script runs all its checks and exits non-zero if one has failed. $BIANCA is the program and
# $TMPDIR an empty folder of the test's own.
set -u
: "${BIANCA:?the program to test}"
: "${TMPDIR:=/tmp}"
faults=0
# A script that breaks off (an unset variable, a syntax error) has status 2 and has not passed.
trap 'broken=$(($? > 1)); exit $((faults > 0 || broken))' EXIT

fault() {
    echo "$*"
    faults=$((faults + 1))
}

# Runs a command; leaves its output in $out and $err, its exit status in $status.
capture() {
    status=0
    "$@" >"$TMPDIR/out" 2>"$TMPDIR/err" || status=$?
    out=$(cat "$TMPDIR/out")
    err=$(cat "$TMPDIR/err")
}

# expect_output PATTERN COMMAND...: succeeds, says nothing on standard error, prints PATTERN (a
# shell pattern, which must match somewhere).
expect_output() {
    pattern=$1
    shift
    capture "$@"
    [ $status -eq 0 ] || fault "$*: status $status, expected 0: $err"
    [ -z "$err" ] || fault "$*: unexpected on standard error: $err"
    case $out in
    *$pattern*) ;;
    *) fault "$*: expected '$pattern' in: $out" ;;
    esac
}

# expect_error STATUS PATTERN COMMAND...: fails with STATUS, prints nothing, and says exactly one
# line on standard error in which PATTERN matches.
expect_error() {
    wanted=$1 pattern=$2
    shift 2
    capture "$@"
    [ $status -eq "$wanted" ] || fault "$*: status $status, expected $wanted"
    [ -z "$out" ] || fault "$*: unexpected on standard output: $out"
    [ "$(wc -l <"$TMPDIR/err")" -eq 1 ] || fault "$*: not exactly one line on standard error: $err"
    case $err in
    *$pattern*) ;;
    *) fault "$*: expected '$pattern' in: $err" ;;
    esac
}

# beside COMMAND...: runs a check beside others, $beside_most at a time, with a $TMPDIR of its own.
# together: waits for all of them and counts their faults.
beside_count=0 beside_running= beside_most=6
beside() {
    beside_count=$((beside_count + 1))
    mkdir "$TMPDIR/beside$beside_count"
    (
        TMPDIR=$TMPDIR/beside$beside_count faults=0
        "$@" >"$TMPDIR/said" 2>&1
        echo "$faults" >"$TMPDIR/faults"
    ) &
    beside_running="$beside_running $!"
    set -- $beside_running
    if [ $# -ge $beside_most ]; then
        wait "$1"
        shift
        beside_running=$*
    fi
}
together() {
    for pid in $beside_running; do wait "$pid"; done
    beside_running=''
    while [ "$beside_count" -gt 0 ]; do
        folder_of_one=$TMPDIR/beside$beside_count
        [ "$(cat "$folder_of_one/faults" 2>/dev/null)" = 0 ] || fault "$(cat "$folder_of_one/said")"
        rm -rf "$folder_of_one"
        beside_count=$((beside_count - 1))
    done
}

# side_by_side COMMAND...: runs the commands, each a word or more, at the same time, in shells of their
# own with a folder $TMPDIR of their own. Prints what they printed and counts their faults.
side_by_side() {
    sides=0 pids=
    for command; do
        sides=$((sides + 1))
        mkdir -p "$TMPDIR/side$sides"
        (
            TMPDIR=$TMPDIR/side$sides faults=0
            $command
            echo $faults >"$TMPDIR/faults"
        ) >"$TMPDIR/side$sides/log" 2>&1 &
        pids="$pids $!"
    done
    wait $pids
    for side in $(seq $sides); do
        cat "$TMPDIR/side$side/log"
        found=$(cat "$TMPDIR/side$side/faults" 2>/dev/null) || fault "side $side: it broke off"
        faults=$((faults + ${found:-0}))
    done
}

# Whether libbianca has sanitizers: it then needs a program with sanitizers, which Python is not.
has_sanitizers() {
    nm -D "$(dirname "$BIANCA")/libbianca.so" 2>/dev/null | grep -q '__[at]san_'
}
