# bianca probcut-fit: measures, writes the model into a weight file, and refuses what it cannot use.
. tests/support/shell.sh

games=$TMPDIR/games weights=$TMPDIR/weights before=$TMPDIR/before
set -- --board 4x5 --positions 60 --depth 5 --exact-from 9

expect_output 'games' "$BIANCA" selfplay --board 4x5 --games 256 --depth 2 --exact-from 8 \
    --random-plies 1-4 --out "$games"
expect_output 'positions' "$BIANCA" fit "$games" --out "$weights"
cp "$weights" "$before"

# Without --write the file stays as it is; the number of threads changes nothing.
expect_output 'model  middle' "$BIANCA" probcut-fit "$@" --threads 2 "$weights"
table=$out
cmp -s "$weights" "$before" || fault 'without --write the file changed'
expect_output 'model  middle' "$BIANCA" probcut-fit "$@" --threads 1 --write "$weights"
[ "$out" = "$table" ] || fault "another table with one thread: $out"
! cmp -s "$weights" "$before" || fault '--write changed nothing'
expect_output 'nodes in' "$BIANCA" best --board 4x5 --weights "$weights" --depth 3

expect_error 2 '--write needs a weight file' "$BIANCA" probcut-fit --board 4x5 --write
expect_error 1 'made for board 4x5' "$BIANCA" probcut-fit --board 6x6 --positions 1 "$weights"
expect_error 1 'nowhere' "$BIANCA" probcut-fit "$TMPDIR/nowhere"
expect_error 2 '--depth' "$BIANCA" probcut-fit --depth 99
