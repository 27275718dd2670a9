# Workers that share a queue, killed again and again (KILLS times, default 6): no block is lost, none
# is there twice, and the file is byte for byte that of one undisturbed process.
. tests/support/shell.sh

queue=$TMPDIR/queue.db
count=${QUEUE_GAMES:-1920}
kills=${KILLS:-6}
settings="--board 6x6 --depth 3 --exact-from 9 --random-plies 1-12 --games $count --lease 1 --threads 1"

capture "$BIANCA" selfplay --board 4x4 --games 64 --depth 2 --random-plies 1-4 --queue "$TMPDIR/try.db"
case $err in
*'without SQLite'*) exit 0 ;;
esac

begin=$(date +%s%N)
expect_output "$count games" "$BIANCA" selfplay $settings --out "$TMPDIR/alone"
ms=$((($(date +%s%N) - begin) / 1000000))

# Run in place of this shell, so that a signal reaches it.
worker() {
    exec "$BIANCA" selfplay $settings --queue "$queue" >>"$TMPDIR/workers" 2>&1
}
pause() {
    awk -v seed="$1" -v pid=$$ -v ms=$ms -v kills="$kills" \
        'BEGIN { srand(seed * 1000 + pid); printf "%.3f", rand() * ms * 1.5 / kills / 1000 }'
}

# Three at a time; at random moments one is killed and another takes its place.
worker &
first=$!
worker &
second=$!
worker &
third=$!
i=0
while [ $i -lt "$kills" ]; do
    sleep "$(pause $i)"
    kill -9 $first 2>/dev/null
    wait $first 2>/dev/null
    first=$second second=$third
    worker &
    third=$!
    i=$((i + 1))
done
# All at once, and the last one gathers.
kill -9 $first $second $third 2>/dev/null
wait 2>/dev/null
"$BIANCA" jobs "$queue" >"$TMPDIR/table" || fault 'no table'
cat "$TMPDIR/table"
grep -q '^ *queued  *leased  *done  *failed  *rate  *time left$' "$TMPDIR/table" || fault 'no heading'
expect_output "$count games" "$BIANCA" selfplay $settings --queue "$queue" --out "$TMPDIR/together"
cmp "$TMPDIR/alone" "$TMPDIR/together" || fault 'the files differ'
expect_output "\"leased\":0,\"lost\":0,\"done\":$((count / 64)),\"failed\":0" "$BIANCA" jobs "$queue" --json
[ -s "$TMPDIR/workers" ] && cat "$TMPDIR/workers"
grep -v ' games; --out gathers them' "$TMPDIR/workers" && fault 'a worker complained'

# A gathering that was killed goes on; one that is complete changes nothing.
for bytes in 0 40 64 3000 60000; do
    head -c "$bytes" "$TMPDIR/alone" >"$TMPDIR/together"
    expect_output "$count games" "$BIANCA" selfplay $settings --queue "$queue" --out "$TMPDIR/together"
    cmp "$TMPDIR/alone" "$TMPDIR/together" || fault "cut after $bytes bytes, the files differ"
done
expect_output "$count games" "$BIANCA" selfplay $settings --queue "$queue" --out "$TMPDIR/together"
cmp "$TMPDIR/alone" "$TMPDIR/together" || fault 'gathered again, the files differ'

# More of the same later.
expect_output "$((count + 64)) games" "$BIANCA" selfplay $settings --games $((count + 64)) --queue "$queue"

# Ctrl-C gives back what was begun.
rm -f "$queue"*
worker &
pid=$!
i=0
until "$BIANCA" jobs "$queue" --json 2>/dev/null | grep -q '"leased":[1-9]' || [ $i -eq 100 ]; do
    sleep 0.1
    i=$((i + 1))
done
kill -TERM $pid
wait $pid
status=$?
[ $status -eq 1 ] || [ $status -eq 0 ] || fault "status $status after a stop"
expect_output '"leased":0,' "$BIANCA" jobs "$queue" --json

# What does not belong together is refused.
expect_error 1 "there 'depth: 3', here 'depth: 2'" \
    "$BIANCA" selfplay $settings --depth 2 --queue "$queue"
expect_error 1 "there 'evaluation: " "$BIANCA" selfplay $settings --eval discs --queue "$queue"
expect_error 1 'not a database' "$BIANCA" selfplay $settings --queue Makefile
expect_error 1 'not a database' "$BIANCA" jobs Makefile
expect_error 1 'none of a run of jobs' sh -c '"$BIANCA" match random discs --games 2 --db "$TMPDIR/cup.db" \
    >/dev/null 2>&1; "$BIANCA" jobs "$TMPDIR/cup.db"'
expect_error 1 'cannot be opened' "$BIANCA" jobs "$TMPDIR/nothing"
[ ! -e "$TMPDIR/nothing" ] || fault 'looking at a queue made one'
expect_error 2 '' "$BIANCA" jobs

# No space: a line that says so, and everything recorded before is still there.
before=$("$BIANCA" jobs "$queue" --json | sed 's/.*"done":\([0-9]*\).*/\1/')
capture sh -c "ulimit -f 8; exec '$BIANCA' selfplay $settings --queue '$queue'"
[ $status -eq 1 ] || fault "status $status without space"
[ "$(wc -l <"$TMPDIR/err")" -eq 1 ] || fault "without space not one line: $err"
after=$("$BIANCA" jobs "$queue" --json | sed 's/.*"done":\([0-9]*\).*/\1/')
[ "$after" -ge "$before" ] || fault "without space $before results became $after"
expect_output "$count games" "$BIANCA" selfplay $settings --queue "$queue" --out "$TMPDIR/together"
cmp "$TMPDIR/alone" "$TMPDIR/together" || fault 'after the lack of space the files differ'
