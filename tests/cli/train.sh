# From self-play to weights on a small board, with kills, damage and a full disk on the way.
. tests/support/shell.sh

games=$TMPDIR/games weights=$TMPDIR/5x5.weights
play="$BIANCA selfplay --board 5x5 --depth 2 --exact-from 8 --random-plies 1-12 --out $games"

expect_output '128 games' $play --games 100
expect_output '640 games' $play --games 640 --threads 2

# Killed again and again, a run ends with the file of one that was left alone: byte for byte with
# one thread, with the same blocks in another order with several.
count=19200
begin=$(date +%s%N)
expect_output "$count games" $play --games $count --threads 1 --out "$TMPDIR/alone"
ms=$((($(date +%s%N) - begin) / 1000000))
for threads in 1 3; do
    rm "$games"
    i=0
    while [ $i -lt 6 ]; do
        $play --games $count --threads $threads >/dev/null 2>&1 &
        pid=$!
        sleep "$(awk -v seed="$i$threads" -v pid=$$ -v ms=$ms \
            'BEGIN { srand(seed * 1000 + pid); printf "%.3f", rand() * ms / 6000 }')"
        kill -9 $pid 2>/dev/null
        wait $pid 2>/dev/null
        i=$((i + 1))
    done
    echo "$threads threads: $(wc -c <"$games") of $(wc -c <"$TMPDIR/alone") bytes after the kills"
    expect_output "$count games" $play --games $count --threads $threads
    [ "$(wc -c <"$games")" -eq "$(wc -c <"$TMPDIR/alone")" ] || fault 'something is lost or twice'
    [ $threads -gt 1 ] || cmp "$games" "$TMPDIR/alone" || fault 'the games differ'
    # It reads every game, and refuses a block that comes twice.
    expect_output "from $count games" "$BIANCA" fit "$games" --out "$weights" --epochs 1
done
rm "$games"
expect_output '640 games' $play --games 640 --threads 1

expect_error 1 'made with other settings' $play --games 640 --seed 2
expect_error 2 'random-plies' $play --random-plies 9-3
expect_error 2 '--out' "$BIANCA" selfplay
expect_error 1 'cannot be opened' "$BIANCA" selfplay --out /no/such/folder/games
if [ -w /dev/full ]; then
    expect_error 1 '/dev/full' "$BIANCA" selfplay --out /dev/full
fi

# No space: a line, and the file is whole as far as it goes; with space again it goes on.
capture sh -c "ulimit -f 64; exec $play --games 6400 --threads 1 --out $TMPDIR/short"
[ $status -eq 1 ] || fault "status $status without space"
case $err in
*'File too large'*) ;;
*) fault "without space: $err" ;;
esac
expect_output 'games' $play --games 6400 --threads 1 --out "$TMPDIR/short"
head -c "$(wc -c <"$TMPDIR/short")" "$TMPDIR/alone" | cmp - "$TMPDIR/short" ||
    fault 'after the lack of space the games differ'

expect_output '5x5.weights: from 640 games' "$BIANCA" fit "$games" --out "$weights" \
    --picture "$TMPDIR/error.svg" --epochs 10
grep -q '</svg>' "$TMPDIR/error.svg" || fault 'no picture'
expect_output '"validation_mae":' "$BIANCA" fit "$games" --out "$weights" --epochs 2 --json
case $out in
*'"positions":0,'* | *'"mae":0.0000,'*) fault "a stage without positions or errors: $out" ;;
*'"for":"evaluation","first":0,'*'"epochs":2,'*) ;;
*) fault "no row for the first stage: $out" ;;
esac
cp "$weights" "$TMPDIR/kept"

# A second fit on the same file is told that another is at work.
"$BIANCA" fit "$games" --network --out "$TMPDIR/busy" --epochs 10000 >/dev/null 2>&1 &
first=$!
for try in $(seq 50); do [ -e "$TMPDIR/busy.lock" ] && break || sleep 0.1; done
expect_error 1 'busy: another process is at work on it' "$BIANCA" fit "$games" --out "$TMPDIR/busy" --epochs 1
kill "$first"
wait "$first"
[ ! -e "$TMPDIR/busy.lock" ] || fault 'the lock is left'

# A network in place of the weights of the stages: the same for any number of threads.
network="$BIANCA fit $games --network --epochs 2"
expect_output 'ordering' $network --out "$TMPDIR/network" --threads 1 --picture "$TMPDIR/network.svg"
grep -q '</svg>' "$TMPDIR/network.svg" || fault 'no picture of the network'
expect_output '"for":"ordering"' $network --out "$TMPDIR/network3" --threads 3 --json
cmp "$TMPDIR/network" "$TMPDIR/network3" || fault 'three threads learn another network'
[ ! -e "$TMPDIR/network.checkpoint" ] || fault 'a finished fit leaves its checkpoint'
expect_output 'games' "$BIANCA" selfplay --board 5x5 --games 64 --weights "$TMPDIR/network" \
    --exact-from 6 --random-plies 1-12 --out "$TMPDIR/by-network"
expect_error 1 'made for board 5x5, not 6x6' "$BIANCA" selfplay --board 6x6 \
    --weights "$TMPDIR/network" --out "$TMPDIR/third"
expect_error 2 '--rate goes with --network' "$BIANCA" fit "$games" --out "$weights" --rate 0.01
expect_error 2 '--phases goes with --network' "$BIANCA" fit "$games" --out "$weights" --phases 2
expect_error 2 'phases' $network --out "$weights" --phases 9
expect_error 2 '--width goes with --network' "$BIANCA" fit "$games" --out "$weights" --width 8
expect_error 2 '--width 30 is not a multiple of 4' $network --out "$weights" --width 30
expect_error 2 'width' $network --out "$weights" --width 68
expect_error 2 'width' $network --out "$weights" --width -4
expect_error 2 '--keep goes with --from' $network --out "$weights" --keep 0.5
expect_error 2 'rate' $network --out "$weights" --rate 2
if [ -w /dev/full ]; then
    expect_error 1 '/dev/full' $network --out /dev/full
fi

# A network goes on from an earlier one with other games, and keeps its ordering.
from="$BIANCA fit $TMPDIR/by-network --network --from $TMPDIR/network"
expect_output "validation mae of $TMPDIR/network:" $from --out "$TMPDIR/next" --threads 1
expect_output '"for":"evaluation"' $from --out "$TMPDIR/next3" --threads 3 --json
case $out in
*ordering*) fault 'the ordering was learned again' ;;
esac
cmp "$TMPDIR/next" "$TMPDIR/next3" || fault 'three threads go on to another network'
cmp -s "$TMPDIR/next" "$TMPDIR/network" && fault 'nothing was learned'
expect_output 'games' "$BIANCA" selfplay --board 5x5 --games 64 --weights "$TMPDIR/next" \
    --exact-from 6 --random-plies 1-12 --out "$TMPDIR/by-next"
# Next to nothing learned, and the same note: the same file, also in its own place.
cp "$TMPDIR/network" "$TMPDIR/self"
expect_output 'ordering' $network --out "$TMPDIR/network" --note same
expect_output 'validation mae' "$BIANCA" fit "$TMPDIR/by-network" --network --note same \
    --from "$TMPDIR/network" --rate 1e-9 --out "$TMPDIR/same"
cmp "$TMPDIR/network" "$TMPDIR/same" || fault 'something is lost on the way from and to integers'
expect_output 'validation mae' "$BIANCA" fit "$TMPDIR/by-network" --network \
    --from "$TMPDIR/self" --out "$TMPDIR/self"
cmp "$TMPDIR/next" "$TMPDIR/self" || fault 'the file to go on from cannot be replaced'
expect_output 'validation mae' "$BIANCA" fit "$TMPDIR/by-network" --network --note same \
    --from "$TMPDIR/network" --rate 0.1 --keep 1 --out "$TMPDIR/same"
cmp "$TMPDIR/network" "$TMPDIR/same" || fault 'all of the old network was to be kept'

# Phases of the game: other weights, which play, and which stay as many in a fit that goes on.
expect_output 'ordering' $network --phases 3 --out "$TMPDIR/phases" --note same
[ "$(wc -c <"$TMPDIR/phases")" -gt "$(wc -c <"$TMPDIR/network")" ] || fault 'phases take no room'
expect_output 'games' "$BIANCA" selfplay --board 5x5 --games 64 --weights "$TMPDIR/phases" \
    --exact-from 6 --random-plies 1-12 --out "$TMPDIR/by-phases"
expect_output 'validation mae' "$BIANCA" fit "$TMPDIR/by-network" --network --note same \
    --from "$TMPDIR/phases" --keep 1 --out "$TMPDIR/same"
cmp "$TMPDIR/phases" "$TMPDIR/same" || fault 'the phases to go on from were to be kept'

cp "$TMPDIR/next" "$TMPDIR/next-kept"
expect_error 2 'keep' $from --out "$TMPDIR/next" --keep 2
expect_error 2 '--from goes with --network' "$BIANCA" fit "$games" --out "$TMPDIR/next" \
    --from "$TMPDIR/network"
expect_error 1 'have no network' "$BIANCA" fit "$games" --network --out "$TMPDIR/next" \
    --from "$weights"
expect_error 1 'No such file' "$BIANCA" fit "$games" --network --out "$TMPDIR/next" \
    --from "$TMPDIR/nothing"
expect_error 1 'not a weight file' "$BIANCA" fit "$games" --network --out "$TMPDIR/next" \
    --from "$games"
expect_output 'games' "$BIANCA" selfplay --board 4x5 --games 64 --depth 1 --exact-from 6 \
    --random-plies 1-8 --out "$TMPDIR/narrow"
expect_error 1 'made for board 5x5, not 4x5' "$BIANCA" fit "$TMPDIR/narrow" --network \
    --out "$TMPDIR/next" --from "$TMPDIR/network"
cmp -s "$TMPDIR/next" "$TMPDIR/next-kept" || fault 'a refused start changed the old weights'

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
