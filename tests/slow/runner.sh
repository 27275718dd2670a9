# The test runner tells passing from failing, and a hung test from a working one.
# Takes 2 s on two cores.
. tests/support/shell.sh

build=$(dirname "$BIANCA")
echo 'exit 0' >"$TMPDIR/good.sh"
echo 'echo the reason; exit 3' >"$TMPDIR/bad.sh"
echo 'sleep 30' >"$TMPDIR/hung.sh"
unset TEST_TOTAL TEST_LABEL TEST_WRAPPER

capture tools/run-tests "$build" "$TMPDIR/good.sh"
[ $status -eq 0 ] || fault "status $status for a passing test"
[ "$(tail -n 1 "$TMPDIR/out")" = '1 passed, 0 failed' ] || fault "wrong total: $out"

TEST_TIMEOUT=1 capture tools/run-tests "$build" "$TMPDIR/bad.sh" "$TMPDIR/hung.sh" "$TMPDIR/good.sh"
[ $status -ne 0 ] || fault 'status 0 for failing tests'
[ "$(tail -n 1 "$TMPDIR/out")" = '1 passed, 2 failed' ] || fault "wrong total: $out"
for words in 'the reason' 'status 3' 'still running after 1 seconds'; do
    case $out in *"$words"*) ;; *) fault "does not say '$words': $out" ;; esac
done
