# Lost output is a failure: one line on standard error, status 1, and never a signal.
. tests/support/shell.sh

expect_lost() {
    name=$1
    shift
    status=0
    "$@" 2>"$TMPDIR/err" || status=$?
    [ $status -eq 1 ] || fault "$name: status $status, expected 1"
    [ "$(wc -l <"$TMPDIR/err")" -eq 1 ] || fault "$name: not one line: $(cat "$TMPDIR/err")"
    grep -q 'cannot write to standard output' "$TMPDIR/err" ||
        fault "$name: wrong message: $(cat "$TMPDIR/err")"
}

to_closed() { "$@" >&-; }
to_full() { "$@" >/dev/full; }
# The reader is gone before the program starts to write.
to_gone_reader() {
    rm -f "$TMPDIR/pipe" "$TMPDIR/status"
    mkfifo "$TMPDIR/pipe"
    {
        sleep 0.2
        "$@"
        echo $? >"$TMPDIR/status"
    } >"$TMPDIR/pipe" &
    : <"$TMPDIR/pipe"
    wait
    return "$(cat "$TMPDIR/status")"
}

for words in help --version manual 'completion bash'; do
    expect_lost "$words, closed" to_closed "$BIANCA" $words
    [ ! -e /dev/full ] || expect_lost "$words, full" to_full "$BIANCA" $words
    expect_lost "$words, gone reader" to_gone_reader "$BIANCA" $words
done

# With all three descriptors closed there is nobody to tell, but the status is still right.
status=0
"$BIANCA" help <&- >&- 2>&- || status=$?
[ $status -eq 1 ] || fault "all closed: status $status, expected 1"
status=0
"$BIANCA" hlep >&- 2>&- || status=$?
[ $status -ne 0 ] || fault 'a wrong command line succeeds when all is closed'
