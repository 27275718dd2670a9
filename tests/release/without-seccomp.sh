# Without libseccomp the program builds without warnings, refuses foreign programs with a message that
# says what to do, and runs them with --trust. Takes 3 minutes on two cores.
. tests/support/shell.sh
. tests/support/arena.sh
capture make -j2 WITHOUT_SECCOMP=1 ISAS=base BUILD="$TMPDIR/build" "$TMPDIR/build/bianca"
[ $status -eq 0 ] || fault "does not build: $err"
case $out$err in *warning*) fault "warnings: $err" ;; esac
expect_error 1 'no filter of system calls: build with libseccomp (Debian: libseccomp-dev), or pass --trust' \
    "$TMPDIR/build/bianca" match "gtp:$bots/gtp_first" random --games 1
expect_output '"black_isolation":"trusted' \
    "$TMPDIR/build/bianca" match "gtp:$bots/gtp_first" random --games 1 --json --trust
