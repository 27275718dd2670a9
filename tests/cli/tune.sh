# bianca tune: the table, the JSON, a kill in the middle, Ctrl-C, and every wrong way of asking.
. tests/support/shell.sh
. tests/support/json.sh

journal=$TMPDIR/tune.journal
settings='--board 6x6 --hash 1 --parameters probcut_73,probcut_slack,reduction_plies --nodes 500'
settings="$settings --openings balanced:4 --games 240 --batch 8 --rate 0.1"
tune() { "$BIANCA" tune $settings "$@"; }

# The table and the JSON of one journal; asked again, it is only shown.
expect_output '    games  probcut_73  probcut_slack  reduction_plies' tune --threads 1 --out "$journal"
expect_output 'engine:search=probcut_73:' tune --threads 1 --out "$journal"
player=$(echo "$out" | tail -n 1)
expect_output '"round":15,"games":240,"values":{"probcut_73":' tune --out "$journal" --json
expect_json "\\{\"round\":$count,\"games\":$count,\"values\":\\{\"probcut_73\":$number,\"probcut_slack\":$number,\"reduction_plies\":$number\\}\\}"
[ "$(echo "$out" | wc -l)" -eq 15 ] || fault "not 15 rounds: $out"
expect_output '2 games' "$BIANCA" match "$player,nodes=300" engine:nodes=300 --board 6x6 --games 2

# Killed again and again, and with other numbers of threads: the same journal.
killed=$TMPDIR/killed.journal
for threads in 1 2 1 2; do
    "$BIANCA" tune $settings --threads $threads --out "$killed" >/dev/null 2>&1 &
    pid=$!
    sleep 0.15
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
done
(tune --threads 1 --out "$killed") >/dev/null || fault 'the run after the kills fails'
cmp "$journal" "$killed" || fault 'after the kills the journal differs'

# Ctrl-C: the finished rounds are shown, and it says that it can be resumed.
long=$TMPDIR/long.journal
"$BIANCA" tune --board 6x6 --hash 1 --nodes 300 --games 100000 --batch 4 --threads 1 --out "$long" \
    >"$TMPDIR/out" 2>"$TMPDIR/err" &
pid=$!
# Until the first round is in the journal, after its head.
for try in $(seq 600); do [ "$(wc -l 2>/dev/null <"$long" || echo 0)" -ge 6 ] && break || sleep 0.05; done
kill -TERM $pid
status=0
wait $pid || status=$?
[ $status -eq 1 ] || fault "status $status after a stop"
grep -q 'stopped after [0-9]* of 100000 games; the same command resumes it' "$TMPDIR/err" ||
    fault "does not say so: $(cat "$TMPDIR/err")"
grep -q 'engine:search=' "$TMPDIR/out" || fault "no table after a stop: $(cat "$TMPDIR/out")"

# With time, and with positions of a file.
printf '%s X;\n' '---------------------------OX------XO---------------------------' >"$TMPDIR/start.obf"
expect_output 'engine:search=' "$BIANCA" tune --parameters probcut_73 --time 0.002 --games 4 --batch 2 \
    --hash 1 --openings "$TMPDIR/start.obf" --out "$TMPDIR/time.journal"

expect_error 2 'not neither' "$BIANCA" tune
expect_error 2 'not both' "$BIANCA" tune --time 1 --nodes 5
expect_error 2 "did you mean 'probcut_73'" "$BIANCA" tune --nodes 5 --parameters probcut_37
expect_error 2 'given twice' "$BIANCA" tune --nodes 5 --parameters probcut_73,probcut_73
expect_error 2 'out of range' "$BIANCA" tune --nodes 5 --openings balanced:99
expect_error 1 'nowhere.obf' "$BIANCA" tune --nodes 5 --openings nowhere.obf
expect_error 2 'out of range' "$BIANCA" tune --nodes 5 --games 1
expect_error 1 'not the journal of this tuning' tune --seed 2 --out "$journal"
expect_error 1 'not the journal of this tuning' tune --out "$TMPDIR/start.obf"
: >"$TMPDIR/empty.obf"
expect_error 2 'there is no position to play from' "$BIANCA" tune --nodes 5 --openings "$TMPDIR/empty.obf"
