# A tournament that is killed again and again (KILLS times, default 4) ends with the same table as
# one that is left alone, and no game is played twice.
. tests/support/shell.sh
. tests/support/arena.sh
own_bots gtp_first

# Run in place of this shell, so that a signal reaches it.
games=${RESUME_GAMES:-60}
total=$((games * 10))
tournament() {
    exec "$BIANCA" tournament random discs:depth=3 mobility:depth=3 "bot=gtp:$bots/gtp_first" \
        miniproject3:depth=4 --games "$games" --threads 2 --seed 5 --timeout 60 "$@"
}
# Everything but times and what was resumed.
table() {
    sed 's/"seconds":\[[^]]*\],\{0,1\}//; s/"resumed":[0-9]*//; s/"wall_seconds":[0-9.]*//'
}

case $("$BIANCA" match random discs --games 1 --db "$TMPDIR/try.db" 2>&1) in
*'without SQLite'*) exit 0 ;;
esac

begin=$(date +%s%N)
(tournament --json) >"$TMPDIR/whole" || fault 'the undisturbed tournament fails'
ms=$((($(date +%s%N) - begin) / 1000000))
kills=${KILLS:-4}
i=0
while [ $i -lt "$kills" ]; do
    # Within the time that one of the runs may take so that the last is not done too early.
    pause=$(awk -v seed="$i" -v pid=$$ -v ms=$ms -v kills="$kills" \
        'BEGIN { srand(seed * 1000 + pid); printf "%.3f", rand() * ms * 1.2 / kills / 1000 }')
    tournament --json --db "$TMPDIR/cup.db" >"$TMPDIR/part" 2>&1 &
    pid=$!
    sleep "$pause"
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    i=$((i + 1))
done
expect_nothing_left "$bots/gtp_first" 'after the kills'
(tournament --json --db "$TMPDIR/cup.db") >"$TMPDIR/resumed" || fault 'the last run fails'
resumed=$(tail -n 1 "$TMPDIR/resumed" | field resumed)
table <"$TMPDIR/whole" >"$TMPDIR/a"
table <"$TMPDIR/resumed" >"$TMPDIR/b"
cmp -s "$TMPDIR/a" "$TMPDIR/b" || fault "the tables differ: $(diff "$TMPDIR/a" "$TMPDIR/b" | head -n 6)"
[ "$resumed" -gt 0 ] || fault 'nothing was resumed'
echo "$kills kills in $ms ms, $resumed games resumed"

# Nothing is left to play, and asking again changes nothing.
(tournament --json --db "$TMPDIR/cup.db") >"$TMPDIR/again"
[ "$(tail -n 1 "$TMPDIR/again" | field resumed)" = "$total" ] || fault 'games are played again'
table <"$TMPDIR/again" | cmp -s - "$TMPDIR/a" || fault 'asked again, the table differs'

# With nothing played there are no games a second to tell.
(tournament --db "$TMPDIR/cup.db") >"$TMPDIR/again"
grep -q "^$total games, $total of $total were there already, [0-9.]* s\$" "$TMPDIR/again" ||
    fault "a finished tournament says: $(grep 'were there already' "$TMPDIR/again")"

# Ctrl-C: ends soon, keeps what was finished, says so.
rm -f "$TMPDIR/cup.db"
tournament --db "$TMPDIR/cup.db" >"$TMPDIR/out" 2>"$TMPDIR/err" &
pid=$!
sleep 0.3
kill -TERM $pid
wait $pid
status=$?
if [ $status -eq 0 ]; then
    echo 'was done before the signal'
else
    [ $status -eq 1 ] || fault "status $status after a stop"
    grep -q "stopped after [0-9]* of $total games" "$TMPDIR/err" || fault "does not say it stopped: $(cat "$TMPDIR/err")"
    grep -q '^rank' "$TMPDIR/out" || fault 'no table after a stop'
fi
