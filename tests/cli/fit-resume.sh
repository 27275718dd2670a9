# A fit that is killed again and again (KILLS times, default 5) gives bit for bit the weights of one
# that is left alone; the old weights are there until then, and nothing lies about afterwards.
. tests/support/shell.sh

games=$TMPDIR/games
folder=$TMPDIR/fit
mkdir "$folder"
weights=$folder/6x6.weights
kills=${KILLS:-5}
count=$((${FIT_GAMES:-3200} * ${TEST_PERCENT:-100} / 100))
"$BIANCA" selfplay --board 6x6 --depth 1 --exact-from 4 --random-plies 2-20 \
    --games "$count" --out "$games" >/dev/null || fault 'no games'
# Run in place of this shell, so that a signal reaches it.
fit() {
    exec "$BIANCA" fit "$games" --epochs 60 --patience 60 "$@"
}

begin=$(date +%s%N)
(fit --out "$TMPDIR/whole") >/dev/null || fault 'the undisturbed fit fails'
ms=$((($(date +%s%N) - begin) / 1000000))
[ ! -e "$TMPDIR/whole.checkpoint" ] || fault 'a finished fit leaves its checkpoint'

echo 'old weights' >"$TMPDIR/old"
cp "$TMPDIR/old" "$weights"
i=0
while [ $i -lt "$kills" ]; do
    pause=$(awk -v seed="$i" -v pid=$$ -v ms=$ms \
        'BEGIN { srand(seed * 1000 + pid); printf "%.3f", (0.1 + 0.6 * rand()) * ms / 1000 }')
    fit --out "$weights" --threads $((1 + i % 3)) >"$TMPDIR/part" 2>&1 &
    pid=$!
    sleep "$pause"
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    cmp -s "$weights" "$TMPDIR/old" || cmp -s "$weights" "$TMPDIR/whole" ||
        fault 'neither the old weights nor the new ones'
    i=$((i + 1))
done
ls -l "$folder"
(fit --out "$weights") >"$TMPDIR/last" || fault 'the last run fails'
cmp "$weights" "$TMPDIR/whole" || fault 'the weights differ'
[ ! -e "$weights.checkpoint" ] || fault 'a resumed fit leaves its checkpoint'
echo "$kills kills in $ms ms each; $(tail -n 1 "$TMPDIR/last")"

# Ctrl-C keeps what is finished, and says that it can go on.
fit --out "$weights" --threads 1 >/dev/null 2>"$TMPDIR/err" &
pid=$!
sleep "$(awk -v ms=$ms 'BEGIN { printf "%.3f", ms / 2000 }')"
kill -TERM $pid
wait $pid
if [ $? -eq 0 ]; then
    echo 'was done before the signal'
else
    grep -q 'the same command resumes it' "$TMPDIR/err" || fault "does not say so: $(cat "$TMPDIR/err")"
fi
(fit --out "$weights") >/dev/null || fault 'the run after the signal fails'
cmp "$weights" "$TMPDIR/whole" || fault 'after the signal the weights differ'

rm -f "$folder"/*.tmp # a kill in the middle of writing leaves one
# No space, for the checkpoint or for the weights: a line, and the old weights as they were.
capture sh -c "ulimit -f 64; exec '$BIANCA' fit '$games' --out '$weights' --epochs 60 --patience 60"
[ $status -eq 1 ] || fault "status $status without space"
[ "$(wc -l <"$TMPDIR/err")" -eq 1 ] || fault "without space not one line: $err"
case $err in
*'File too large; the old file is unchanged'*) ;;
*) fault "without space: $err" ;;
esac
cmp "$weights" "$TMPDIR/whole" || fault 'without space the weights changed'
ls "$folder" | grep tmp && fault 'a temporary file is left'
if [ -w /dev/full ]; then
    expect_error 1 '/dev/full' "$BIANCA" fit "$games" --out /dev/full --epochs 1
    [ ! -e /dev/full.checkpoint ] || fault 'a checkpoint beside a device'
fi

echo 'my diary' >"$weights.checkpoint"
expect_error 1 'is in the way' "$BIANCA" fit "$games" --out "$weights" --epochs 1
[ "$(cat "$weights.checkpoint")" = 'my diary' ] || fault 'a file was overwritten'
rm "$weights.checkpoint"

# The network: killed again and again, it is the same in the end.
learn() {
    exec "$BIANCA" fit "$games" --network --epochs 3 "$@"
}
(learn --out "$TMPDIR/network") >/dev/null || fault 'the undisturbed network fails'
i=0
while [ $i -lt "$kills" ]; do
    learn --out "$weights" --threads $((1 + i % 3)) >/dev/null 2>"$TMPDIR/err" &
    pid=$!
    sleep "$(awk -v seed="$i" -v pid=$$ 'BEGIN { srand(seed * 1000 + pid); print 0.2 + 0.6 * rand() }')"
    # A signal that can be caught keeps what was done, also within an epoch.
    [ $((i % 2)) -eq 0 ] && kill -TERM $pid 2>/dev/null || kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    i=$((i + 1))
done
(learn --out "$weights") >"$TMPDIR/last" || fault 'the last run of the network fails'
cmp "$weights" "$TMPDIR/network" || fault 'the networks differ'
[ ! -e "$weights.checkpoint" ] || fault 'a resumed network leaves its checkpoint'
echo "network: $(tail -n 1 "$TMPDIR/last")"
