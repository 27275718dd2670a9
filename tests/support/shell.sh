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
