# From self-play to weights on a small board, with kills, damage and a full disk on the way.
. tests/support/shell.sh

games=$TMPDIR/games weights=$TMPDIR/5x5.weights
play="$BIANCA selfplay --board 5x5 --depth 2 --exact-from 8 --random-plies 1-12 --out $games"

expect_output '128 games' $play --games 100
expect_output '640 games' $play --games 640 --threads 2

# A killed run leaves whole blocks; the same command goes on and makes the same games.
rm "$games"
$play --games 1000000 >/dev/null 2>&1 &
pid=$!
sleep 0.5
kill -9 $pid
wait $pid 2>/dev/null
size=$(wc -c <"$games")
[ "$size" -gt 64 ] || fault "a killed run left $size bytes"
expect_output 'games' $play --games 640
rm "$games"
expect_output '640 games' $play --games 640 --threads 1

expect_error 1 'made with other settings' $play --games 640 --seed 2
expect_error 2 'random-plies' $play --random-plies 9-3
expect_error 2 '--out' "$BIANCA" selfplay
expect_error 1 'cannot be opened' "$BIANCA" selfplay --out /no/such/folder/games
if [ -w /dev/full ]; then
    expect_error 1 '/dev/full' "$BIANCA" selfplay --out /dev/full
fi

expect_output '5x5.weights: from 640 games' "$BIANCA" fit "$games" --out "$weights" \
    --picture "$TMPDIR/error.svg" --epochs 10
grep -q '</svg>' "$TMPDIR/error.svg" || fault 'no picture'
expect_output '"validation_mae":' "$BIANCA" fit "$games" --out "$weights" --epochs 2 --json
cp "$weights" "$TMPDIR/kept"

# The weights are used, and refused where they do not belong.
expect_output 'games' "$BIANCA" selfplay --board 5x5 --games 64 --weights "$weights" \
    --exact-from 6 --random-plies 1-12 --out "$TMPDIR/second"
expect_error 1 'made for board 5x5, not 6x6' "$BIANCA" selfplay --board 6x6 --weights "$weights" \
    --out "$TMPDIR/third"

# Bad games leave the old weights alone.
expect_error 1 'not a file of games' "$BIANCA" fit "$weights" --out "$weights"
printf 'XXXX' | dd of="$games" bs=1 seek=100 conv=notrunc 2>/dev/null
expect_error 1 'byte 64' "$BIANCA" fit "$games" --out "$weights"
expect_error 1 'No such file' "$BIANCA" fit "$TMPDIR/nothing" --out "$weights"
cmp -s "$weights" "$TMPDIR/kept" || fault 'a failed fit changed the old weights'
