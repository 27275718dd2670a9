# Foreign programs of a tournament that is shared with --jobs run in the sandbox of the worker.
. tests/support/shell.sh
. tests/support/arena.sh
expect_sandbox
own_bots gtp_first hostile
capture "$BIANCA" jobs "$TMPDIR/nothing.db"
case $err in *'without SQLite'*) exit 0 ;; esac

cup="$BIANCA tournament random discs --games 2 --openings start --json"
$cup "first=gtp:$bots/gtp_first" >"$TMPDIR/alone" || fault 'no tournament'
$cup "first=gtp:$bots/gtp_first" --jobs "$TMPDIR/jobs.db" --threads 2 >"$TMPDIR/shared" || fault 'no tournament with jobs'
for name in moves score ending; do
    [ "$(field $name <"$TMPDIR/alone")" = "$(field $name <"$TMPDIR/shared")" ] || fault "$name differ"
done
# A hostile one cannot read what the worker's user can, nor kill the tournament.
$cup "hostile=gtp:$bots/hostile segfault" --jobs "$TMPDIR/jobs.db" >"$TMPDIR/shared" || fault 'a crash ends the tournament'
grep -q '"ending":"crashed"' "$TMPDIR/shared" || fault "no crash: $(cat "$TMPDIR/shared")"
expect_nothing_left "$bots/hostile" 'after a shared tournament'
# A program that is not on the worker's machine: refused with the reason, at once.
capture $cup "gone=gtp:$TMPDIR/no-such-program" --jobs "$TMPDIR/jobs.db"
[ $status -ne 0 ] || fault 'a program that is not there plays'
