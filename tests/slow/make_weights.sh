# tools/make-weights with one game in a hundred: killed on the way it resumes, what was finished stays
# as it is, and the program plays with the result.
# Takes 2 minutes on two cores.
. tests/support/shell.sh

make_weights() {
    BIANCA=$BIANCA tools/make-weights "$TMPDIR/made" 1
}
make_weights >"$TMPDIR/first.log" 2>&1 &
until [ -e "$TMPDIR/made/w0.weights" ]; do
    kill -0 $! || { fault "stopped by itself: $(tail -n 2 "$TMPDIR/first.log")"; exit 1; }
    sleep 0.2
done
kill -9 $! && wait $! 2>/dev/null
pkill -9 -f "$BIANCA selfplay --games 1500" || true
cp "$TMPDIR/made/w0.weights" "$TMPDIR/w0.before"
make_weights >"$TMPDIR/second.log" 2>&1 || fault "does not resume: $(tail -n 2 "$TMPDIR/second.log")"
cmp "$TMPDIR/made/w0.weights" "$TMPDIR/w0.before" || fault 'made finished weights again'
grep -q 'handmade' "$TMPDIR/second.log" && fault 'played finished games again'
"$BIANCA" best --depth 4 --weights "$TMPDIR/made/8x8.weights" --moves f5 >/dev/null ||
    fault 'the program does not play with the weights'
make_weights >"$TMPDIR/third.log" 2>&1 || fault 'fails when all is there'
[ "$(wc -l <"$TMPDIR/third.log")" -eq 1 ] || fault 'does something when all is there'
