# `bianca boards`: values in both orientations, what is kept across a kill, and the exports.
. tests/support/shell.sh

# expect_failure STATUS PATTERN COMMAND...: it may have printed boards before.
expect_failure() {
    wanted=$1 pattern=$2
    shift 2
    capture "$@"
    [ $status -eq "$wanted" ] || fault "$*: status $status, expected $wanted"
    case $err in *$pattern*) ;; *) fault "$*: expected '$pattern' in: $err" ;; esac
}

value() {
    echo "$out" | sed -n "s/.*\"board\":\"$1\",\"value\":\([-0-9]*\),.*/\1/p"
}

# The small boards of tests/data/solved.tsv, both ways round.
capture "$BIANCA" boards --up-to 25 --json --threads 1
[ $status -eq 0 ] || fault "status $status: $err"
for row in 4x4:-10 4x5:16 5x4:16 4x6:16 6x4:16 5x5:13; do
    [ "$(value "${row%:*}")" = "${row#*:}" ] || fault "${row%:*} is not ${row#*:}: $out"
done

# Finished first moves are kept: a file with one of two leaves one to do, and the value is the same.
db=$TMPDIR/boards.txt
capture "$BIANCA" boards 4x6 --db "$db" --threads 1
[ $status -eq 0 ] || fault "status $status: $err"
[ "$(grep -c '^move 4x6 0 ' "$db")" -eq 2 ] || fault "not two first moves: $(cat "$db")"
first=$(sed -n 2p "$db")
{ head -n 2 "$db"; printf 'move 4x6 0 b2 < 1'; } >"$db.torn"
capture "$BIANCA" boards 4x6 --db "$db.torn" --threads 1 --json
[ "$(value 4x6)" = 16 ] || fault "a resumed solve finds another value: $out $err"
[ "$(sed -n 2p "$db.torn")" = "$first" ] || fault 'a finished move was solved again'
[ "$(grep -c '^move 4x6 0 ' "$db.torn")" -eq 2 ] || fault "a torn line stays: $(cat "$db.torn")"

# Of two first moves as good as each other the one with a line is shown, whichever was solved first.
{ echo 'bianca boards 1'; echo 'move 4x6 0 b2 = 16 5553 0.000 1 256 0 -'; echo "$first"; } >"$db.bare"
capture "$BIANCA" boards --show --db "$db.bare" -o "$TMPDIR/bare.tsv"
grep -q "^4x6	16	.*	${first##* }	" "$TMPDIR/bare.tsv" || fault "no line: $(cat "$TMPDIR/bare.tsv") $err"

# A killed solve has kept whole lines only, and resumes.
"$BIANCA" boards --up-to 30 --db "$db.killed" --threads 1 >/dev/null 2>&1 &
pid=$!
sleep 0.4
kill -KILL $pid 2>/dev/null
wait $pid 2>/dev/null
capture "$BIANCA" boards --up-to 20 --db "$db.killed" --threads 1 --json
[ $status -eq 0 ] && [ "$(value 4x4)" = -10 ] || fault "after a kill: $status $out $err"

# One at a time writes to a file.
"$BIANCA" boards 8x8 --db "$db.busy" --threads 1 >/dev/null 2>&1 &
pid=$!
sleep 0.3
expect_failure 1 'another' "$BIANCA" boards 4x4 --db "$db.busy"
kill $pid
wait $pid 2>/dev/null
capture "$BIANCA" boards 4x4 --db "$db.busy"
[ $status -eq 0 ] || fault "the lock outlives its process: $err"

# A second solve and the line; what is shown needs no solving.
capture "$BIANCA" boards 4x5 5x4 --check --threads 2 --hash 1 --seed 3 --db "$db"
[ $status -eq 0 ] || fault "--check: $err"
grep -q '^move 4x5 1 ' "$db" && grep -q '^line 4x5 1 16 ' "$db" || fault "no check is kept"
for ending in md tsv svg; do
    capture "$BIANCA" boards --show --db "$db" -o "$TMPDIR/map.$ending"
    [ $status -eq 0 ] || fault "-o .$ending: $err"
done
grep -q '^| 4x5 | +16 | Black wins 18-2 | d3 |' "$TMPDIR/map.md" || fault "$(cat "$TMPDIR/map.md")"
grep -q '5x4 by itself; again with threads 2, hash 1, seed 3; the line from ply 1 on' \
    "$TMPDIR/map.md" || fault "how it was checked is missing: $(cat "$TMPDIR/map.md")"
grep -q '^5x4	16	c4	' "$TMPDIR/map.tsv" || fault "$(cat "$TMPDIR/map.tsv")"
grep -q '>+16</text>' "$TMPDIR/map.svg" || fault 'the picture has no value'

# Orientations that disagree are found: a file that says so is not believed.
sed 's/^move 4x5 0 \([a-e][1-5]\) = 16/move 4x5 0 \1 = 18/' "$db" >"$db.wrong"
expect_failure 1 'when it is turned' "$BIANCA" boards 4x5 5x4 --db "$db.wrong"
sed '3s/.*/rubbish/' "$db" >"$db.wrong"
expect_failure 1 'line 3 says nothing of a board: rubbish' "$BIANCA" boards 4x5 --db "$db.wrong"
echo 'another file' >"$db.wrong"
expect_failure 1 'is not a file of solved boards' "$BIANCA" boards 4x5 --db "$db.wrong"
[ "$(cat "$db.wrong")" = 'another file' ] || fault 'another file was changed'
expect_failure 2 'must end with .md, .tsv or .svg' "$BIANCA" boards 4x4 -o map.txt
expect_failure 2 'needs --db' "$BIANCA" boards --show
expect_failure 2 '' "$BIANCA" boards 3x3

# A table of perfect play, made in two steps, is the one made in one.
capture "$BIANCA" boards --perfect 5x5 --cheap 20000 --plies 2 --threads 2 -o "$TMPDIR/once"
[ $status -eq 0 ] || fault "--perfect: $err"
"$BIANCA" boards --perfect 5x5 --cheap 20000 --plies 2 --threads 1 -o "$TMPDIR/twice" \
    --db "$TMPDIR/perfect.txt" >/dev/null || fault 'no table'
head -c 300 "$TMPDIR/perfect.txt" >"$TMPDIR/half.txt"
"$BIANCA" boards --perfect 5x5 --cheap 20000 --plies 2 --threads 1 -o "$TMPDIR/resumed" \
    --db "$TMPDIR/half.txt" >/dev/null || fault 'no table from half a journal'
cmp "$TMPDIR/twice" "$TMPDIR/resumed" || fault 'a resumed table is another one'
# A journal may know more than a table asks for: that stays out of it.
perfect="$BIANCA boards --perfect 4x7 --cheap 0 --threads 1"
$perfect --plies 1 -o "$TMPDIR/few" >/dev/null || fault 'no table of 4x7'
$perfect --plies 2 -o "$TMPDIR/many" --db "$TMPDIR/many.txt" >/dev/null || fault 'no journal of 4x7'
$perfect --plies 1 -o "$TMPDIR/few-of-many" --db "$TMPDIR/many.txt" >/dev/null || fault 'no table from it'
cmp "$TMPDIR/few" "$TMPDIR/few-of-many" || fault 'what a larger journal knows is in the table'
cmp -s "$TMPDIR/few" "$TMPDIR/many" && fault 'the larger table is no larger'
expect_failure 2 'not wider than high' "$BIANCA" boards --perfect 6x5 -o "$TMPDIR/x"
expect_failure 2 'needs -o' "$BIANCA" boards --perfect 4x4
expect_failure 1 'is not the journal of a 4x4 table' "$BIANCA" boards --perfect 4x4 -o "$TMPDIR/x" \
    --db "$TMPDIR/half.txt"
