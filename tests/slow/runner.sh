# The test runner tells passing from failing, and a hung test from a working one.
# Takes 2 s on two cores.
. tests/support/shell.sh

build=$(dirname "$BIANCA")
echo 'exit 0' >"$TMPDIR/good.sh"
echo 'echo the reason; exit 3' >"$TMPDIR/bad.sh"
echo 'sleep 30' >"$TMPDIR/hung.sh"
unset TEST_TOTAL TEST_LABEL TEST_WRAPPER TEST_BUILD TEST_JOBS

capture tools/run-tests "$build" "$TMPDIR/good.sh"
[ $status -eq 0 ] || fault "status $status for a passing test"
[ "$(tail -n 1 "$TMPDIR/out")" = '1 passed, 0 failed' ] || fault "wrong total: $out"

TEST_TIMEOUT=1 capture tools/run-tests "$build" "$TMPDIR/bad.sh" "$TMPDIR/hung.sh" "$TMPDIR/good.sh"
[ $status -ne 0 ] || fault 'status 0 for failing tests'
[ "$(tail -n 1 "$TMPDIR/out")" = '1 passed, 2 failed' ] || fault "wrong total: $out"
for words in 'the reason' 'status 3' 'still running after 1 seconds'; do
    case $out in *"$words"*) ;; *) fault "does not say '$words': $out" ;; esac
done

# A test that looks at times runs beside the others, which yield to it; one that measures speed, after them.
# meets OTHER OWN: a script that ends well when the other one runs at the same time.
meets() {
    echo "nice >'$TMPDIR/$2'; for i in \$(seq 300); do [ -s '$TMPDIR/$1' ] && exit; sleep 0.1; done; exit 1"
}
meets plain timed >"$TMPDIR/timed.sh"
meets timed plain >"$TMPDIR/plain.sh"
echo '# Runs' 'with priority' >>"$TMPDIR/timed.sh"
echo 'exit 0' >"$TMPDIR/speed.sh"
echo '# Runs' 'alone' >>"$TMPDIR/speed.sh"
TEST_JOBS=2 capture tools/run-tests "$build" "$TMPDIR/speed.sh" "$TMPDIR/plain.sh" "$TMPDIR/timed.sh"
[ $status -eq 0 ] || fault "not beside each other: $out"
[ "$(cat "$TMPDIR/plain")" -gt "$(cat "$TMPDIR/timed")" ] || fault 'the others do not yield'
case $out in *speed.sh*timed.sh* | *speed.sh*plain.sh*) fault "not after the others: $out" ;; esac

# C tests wait until they are built, scripts do not; a build that fails is a failure, and is shown.
echo 'int main(void) { return 0; }' >"$TMPDIR/empty.c"
mkdir -p "$TMPDIR/build"
ln -s "$(realpath "$BIANCA")" "$TMPDIR/build/bianca"
cd "$TMPDIR" && ln -s "$OLDPWD/tests" tests
export TEST_BUILD="sleep 0.5; ${CC:-cc} empty.c -o build/empty"
capture "$OLDPWD/tools/run-tests" build empty.c good.sh
[ $status -eq 0 ] && [ "$(tail -n 1 "$TMPDIR/out")" = '2 passed, 0 failed' ] || fault "built meanwhile: $out"
case $out in *good.sh*empty.c*) ;; *) fault "a script waits for the build: $out" ;; esac
TEST_BUILD='echo no compiler; exit 1' capture "$OLDPWD/tools/run-tests" build empty.c
[ $status -ne 0 ] || fault 'status 0 without a build'
case $out in *'no compiler'*'failed: the build of the tests'*) ;; *) fault "does not show the build: $out" ;; esac
