# bianca solve: the table, the JSON, files that are right, wrong, empty or missing.
. tests/support/shell.sh
. tests/support/json.sh

object="\"id\":$count,\"empties\":$count,\"move\":($move|null),\"score\":$number"
object="$object,\"depth\":$count,\"selectivity\":$count,\"exact\":true,\"pv\":$moves"
object="\\{$object,\"nodes\":$count,\"seconds\":$number,\"end\":\"[a-z-]+\"\\}"
solve() { "$BIANCA" solve --hash 4 "$@"; }
one='--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X'
swapped='--OOOOO--XXXOO-X-XXXOOXO-XOXOXOOXOOOXOOO--OXOXOO-OOOXXX--XXXXX-- O'

# One position, in both colours.
expect_output '{"id":1,"empties":14,"move":"g8","score":18,' solve --json --position "$one"
expect_json "$object"
expect_output '{"id":1,"empties":14,"move":"g8","score":18,' solve --json --position "$swapped"
expect_output '"empties":13,"move":"h7","score":-18,' solve --json --position "$one" --moves g8
for threads in 1 2 4; do
    for hash in 1 64; do
        expect_output '"score":18,' \
            "$BIANCA" solve --json --threads $threads --hash $hash --position "$one"
    done
done

# The end of the game, a full board, a pass.
expect_output '"empties":6,"move":null,"score":16,"depth":0,"selectivity":100,"exact":true,"pv":[]' \
    solve --json --board 4x4 --position 'XXXXXXXXXX------ X'
expect_json "$object"
expect_output '"empties":0,"move":null,"score":0' \
    solve --json --board 4x4 --position 'XXXXXXXXOOOOOOOO O'
expect_output '"empties":14,"move":"pass","score":-16' \
    solve --json --board 4x4 --position 'OX-------------- X'
expect_json "$object"

# A file: one line each, in order, with and without scores, comments and empty lines between.
file=$TMPDIR/good.obf
printf '%% a comment\n\n%s; g8:+18;\n   \n%s;\n%s; h1:+12; g8:+18;\n' \
    "$one" "$one" "$swapped" >"$file"
expect_output '{"id":3,' solve --json "$file"
expect_json "$object"
[ "$(echo "$out" | sed 's/{"id":\([0-9]*\),.*/\1/' | xargs)" = '1 2 3' ] || fault "ids: $out"
expect_output ' sum ' solve "$file"
[ "$(echo "$out" | grep -c ' +18  g8 ')" -eq 3 ] || fault "not three rows: $out"
[ "$(echo "$out" | head -n 1 | awk '{ print $1, $2, $3, $4 }')" = 'no empties score move' ] ||
    fault "no head: $out"
[ "$(solve --json - <"$file" | wc -l)" -eq 3 ] || fault 'standard input is not read'

# A wrong score: the row is printed, the difference is told, the status is 1.
printf '%s; g8:+18;\n%s; g8:+20;\n%s; g8:+16;\n' "$one" "$one" "$one" >"$TMPDIR/wrong.obf"
capture solve --json "$TMPDIR/wrong.obf"
[ $status -eq 1 ] || fault "wrong scores: status $status"
[ "$(echo "$out" | wc -l)" -eq 3 ] || fault "wrong scores: $out"
expect_json "$object"
[ "$(echo "$err" | wc -l)" -eq 2 ] || fault "wrong scores: $err"
case $err in
*'position 2: the file says +20, the score is +18'*) ;;
*) fault "wrong scores: $err" ;;
esac
capture solve "$TMPDIR/wrong.obf"
[ $status -eq 1 ] || fault "wrong scores in a table: status $status"

# Files that cannot be used.
expect_error 1 'nofile.obf: No such file' "$BIANCA" solve nofile.obf
expect_error 1 'Is a directory' "$BIANCA" solve "$TMPDIR"
: >"$TMPDIR/empty.obf"
expect_error 1 'there is no position in it' "$BIANCA" solve "$TMPDIR/empty.obf"
expect_error 1 'there is no position in it' "$BIANCA" solve --json "$TMPDIR/empty.obf"
printf '%% nothing\n\n\n' >"$TMPDIR/empty.obf"
expect_error 1 'there is no position in it' "$BIANCA" solve "$TMPDIR/empty.obf"
printf 'nonsense\n' >"$TMPDIR/bad.obf"
expect_error 1 'line 1' "$BIANCA" solve "$TMPDIR/bad.obf"
printf '%s; a1:+18;\n' "$one" >"$TMPDIR/bad.obf"
expect_error 1 'line 1' "$BIANCA" solve "$TMPDIR/bad.obf"
head -c 1000 /dev/zero >"$TMPDIR/bad.obf"
expect_error 1 'line 1' "$BIANCA" solve "$TMPDIR/bad.obf"
expect_error 1 'line 2' "$BIANCA" solve --board 6x6 tests/data/ffo-01-19.obf
# What came before a bad line is kept.
printf '%s;\nnonsense\n%s;\n' "$one" "$one" >"$TMPDIR/bad.obf"
capture solve --json "$TMPDIR/bad.obf"
[ $status -eq 1 ] || fault "bad second line: status $status"
[ "$(echo "$out" | wc -l)" -eq 1 ] || fault "bad second line: $out"
case $err in *'line 2'*) ;; *) fault "bad second line: $err" ;; esac

# Wrong command lines.
expect_error 2 'what? Give a FILE' "$BIANCA" solve
expect_error 2 'what? Give a FILE' "$BIANCA" solve --board 6x6 --json
expect_error 2 'a file or a position, not both' "$BIANCA" solve --start "$file"
expect_error 2 'a file or a position, not both' "$BIANCA" solve --position "$one" "$file"
expect_error 2 'a file or a position, not both' "$BIANCA" solve --moves f5 "$file"
expect_error 2 "too many arguments" "$BIANCA" solve "$file" "$file"
expect_error 2 'is no square' "$BIANCA" solve --position abc
expect_error 2 'position: ' "$BIANCA" solve --position "$one" --board 6x6
expect_error 2 'turns nothing' "$BIANCA" solve --position "$one" --moves a1
expect_error 2 'board 9x8: more than 64 squares' "$BIANCA" solve --board 9x8 --start
expect_error 2 "'257' is out of range" "$BIANCA" solve --threads 257 --start

# Only who wins: rows, JSON, and files that say otherwise.
expect_output '{"id":1,"empties":14,"outcome":"win","move":' solve --wld --json --position "$one"
expect_json "$(echo "$object" | sed 's/"move"/"outcome":"(win|draw|loss)","move"/; s/"exact":true/"exact":(true|false)/')"
expect_output '"outcome":"loss","move":' solve --wld --json --position "$one" --moves g8
expect_output '"outcome":"draw"' solve --wld --json --board 4x4 --position 'XXXXXXXXOOOOOOOO O'
expect_output '  win  ' solve --wld "$file"
expect_output ' sum ' solve --wld tests/data/ffo-01-19.obf
printf '%s; g8:+2;\n%s; g8:-2;\n' "$one" "$one" >"$TMPDIR/wrong.obf"
capture solve --wld "$TMPDIR/wrong.obf"
[ $status -eq 1 ] || fault "wrong outcomes: status $status"
case $err in
*'position 2: the file says -2, the outcome is a win'*) ;;
*) fault "wrong outcomes: $err" ;;
esac

# Ctrl-C: the rows so far and an estimate for the position in work.
printf '%s;\n' "$one" >"$TMPDIR/long.obf"
grep -m 1 '^[-XO]' tests/data/ffo-50-59.obf >>"$TMPDIR/long.obf"
printf '%s;\n' "$one" >>"$TMPDIR/long.obf"
rm -f "$TMPDIR/out" # of an earlier command: the new one is not there at once
"$BIANCA" solve --json --threads 1 "$TMPDIR/long.obf" >"$TMPDIR/out" 2>"$TMPDIR/err" &
pid=$!
for _ in $(seq 300); do # the first position must be solved before the stop
    [ -s "$TMPDIR/out" ] && break
    sleep 0.1
done
sleep 0.5
kill -TERM $pid
status=0
wait $pid || status=$?
[ $status -eq 1 ] || fault "status $status after a stop"
[ "$(wc -l <"$TMPDIR/out")" -eq 2 ] || fault "after a stop: $(cat "$TMPDIR/out")"
grep -q '"exact":false.*"end":"stopped"' "$TMPDIR/out" || fault "after a stop: $(cat "$TMPDIR/out")"
grep -q 'stopped at position 2' "$TMPDIR/err" || fault "does not say so: $(cat "$TMPDIR/err")"
