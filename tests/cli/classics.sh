# The walk of each of the five classic programs, as its own users know it.
. tests/support/shell.sh
says() {
    case $out in *"$1"*) ;; *) fault "expected '$1' in: $out" ;; esac
}
golden=tests/golden/classics

# 1. The 6x6 exercise: a game against e03-myjudge with row and column and its scores, and the PK of
# the two evaluations, move by move.
out=$(printf '2 3\n5 4\n4 1\nnew\nc2\n' | "$BIANCA" play --board 6x6 --white e03-myjudge:depth=6)
says 'Black plays c2 and turns 1 disc.'
says 'White plays b4'
says "White's score: 118."
[ "$(echo "$out" | grep -c "White's score: ")" -eq 4 ] || fault "not a score for each of its moves: $out"
out=$("$BIANCA" match e03-judge e03-myjudge --board 6x6 --games 1 --show)
says 'Game 1: e03-judge (Black) 9, e03-myjudge (White) 27'
moves=$(echo "$out" | sed -n 's/^[BW][a-z]* plays \([a-f][1-6]\), score -\{0,1\}[0-9]*, depth 10.*/\1/p' | tr '\n' ' ')
[ "$moves" = 'c2 b4 d5 c1 a4 e4 d2 e3 e1 b3 f3 c5 f4 a3 b6 e5 a2 c6 b2 a1 a5 b1 d1 f1 f5 f2 d6 a6 e2 e6 f6 b5 ' ] ||
    fault "not the reference game, or a move without its score: $moves"

# 2. The course project: the referee with its log, miniproject3 against the strongest baseline.
log=$TMPDIR/course
mkdir "$log"
(cd "$log" && "$BIANCA" referee miniproject3 baseline5 >out) || fault 'the referee fails'
out=$(cat "$log/out")
says 'Player Black File: miniproject3
Player White File: baseline5
Timestep #1
O: 2; X: 2
O'"'"'s turn
+---------------+'
says '4 valid moves: {(2,3), (3,2), (4,5), (5,4)}'
says 'Winner is O'
says '0 valid moves: {}'
sed 1,2d "$log/out" | cmp -s - "$log/gamelog.txt" || fault 'gamelog.txt is not what was printed'

# 3. Botzone in its four modes: simple and JSON, a process for each turn and kept running.
first='3 2' second='2 3'
out=$(printf '1\n-1 -1\n' | "$BIANCA" botzone --player botzone)
says "$first
depth 6 score -1.20"
out=$(printf '2\n-1 -1\n3 2\n2 2\n' | "$BIANCA" botzone --player botzone)
says "$second
depth 6"
out=$(echo '{"requests":[{"x":-1,"y":-1}],"responses":[]}' | "$BIANCA" botzone --player botzone)
says '{"response":{"x":3,"y":2},"debug":"depth 6 score -1.20'
out=$(printf '1\n-1 -1\n2 2\n' | "$BIANCA" botzone --player botzone --keep-running)
says "$first
depth 6"
says "$second
depth 6"
[ "$(echo "$out" | grep -c '>>>BOTZONE_REQUEST_KEEP_RUNNING<<<')" -eq 2 ] || fault "is not kept running: $out"
out=$(printf '{"requests":[{"x":-1,"y":-1}],"responses":[]}\n{"x":2,"y":2}\n' |
    "$BIANCA" botzone --player botzone --keep-running)
says '{"response":{"x":3,"y":2}'
says '{"response":{"x":2,"y":3}'

# 4. The 9x7 tournament: the program against itself, move by move as the original plays.
grep -v '^#' $golden/nine-by-seven.tsv | while IFS=$(printf '\t') read -r depth moves discs; do
    out=$("$BIANCA" match one=nine-by-seven:depth=$depth two=nine-by-seven:depth=$depth --board 9x7 --games 1 --json)
    says "\"moves\":\"$moves\""
    difference=$((${discs%-*} - ${discs#*-}))
    says "\"score\":$difference,\"ending\":\"played_out\""
    [ "$faults" -eq 0 ]
done || fault 'the 9x7 games are not those of the original'

# 5. The report on stability: alpha-othello explained, term by term, at each position of the report.
IFS=$(printf '\t')
grep -v '^#' $golden/alpha-othello.tsv | head -n 10 >"$TMPDIR/positions"
while read -r board side weight mobility stability heuristic; do
    out=$("$BIANCA" eval --eval alpha-othello --explain --position "$board $side" | tr -s ' ')
    says "squares $weight 1 "
    says "mobility $mobility 2 "
    says "stability $stability 2 "
    says "alpha-othello: $heuristic for "
done <"$TMPDIR/positions"
says 'The weight of each square'
