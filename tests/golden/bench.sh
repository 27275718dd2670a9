# bianca bench visits as many nodes on each board as tests/golden/bench.tsv says: board, depth (0: to
# the end), nodes. A change of the search or of the weights that is meant to change them writes them
# anew with `make golden-bench`, which sets GOLDEN=write.
. tests/support/shell.sh

"$BIANCA" bench --json | sed -n \
    's/.*"board":"\([^"]*\)","depth":\([0-9]*\),"nodes":\([0-9]*\),.*/\1 \2 \3/p' >"$TMPDIR/bench"
[ "${GOLDEN:-}" != write ] || cp "$TMPDIR/bench" tests/golden/bench.tsv
diff tests/golden/bench.tsv "$TMPDIR/bench" || fault 'other nodes than tests/golden/bench.tsv says'
