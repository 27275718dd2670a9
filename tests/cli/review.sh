# bianca review: one game with its graph, several with a summary, as JSON, and what cannot be read.
. tests/support/shell.sh

game=$(realpath tests/data)/games.pgn
program=$(realpath "$BIANCA")
cd "$TMPDIR" || exit 1
LC_ALL=C.UTF-8
export LC_ALL
BIANCA=$program

# A game given as moves: b2 gives the corner away.
moves=f5d6c3d3c4f4f6g5e3f3g6e2d7b3
expect_output 'Opening: ' "$BIANCA" review --level 4 $moves
expect_output "Black's score after each move:" "$BIANCA" review --level 4 $moves
expect_output '  14  O  b3 ' "$BIANCA" review --level 4 $moves
case $out in *'White: accuracy '*) ;; *) fault "no summary of a side: $out" ;; esac
echo "$out" | grep -q ' $' && fault "blanks at the end of lines: $out"
LC_ALL=C expect_output '   0 --------------' "$BIANCA" review --level 4 $moves
LC_ALL=ja_JP.UTF-8 expect_output '   #     着手' "$BIANCA" review --level 4 $moves
LC_ALL=fr_FR.UTF-8 expect_output 'Noir : précision' "$BIANCA" review --level 4 $moves

# What the file says of a game that stops before its end.
said() {
    printf '[Result "%s"]\n\n1. f5 d6\n' "$2" >said.pgn
    expect_output "$1" "$BIANCA" review --level 1 said.pgn
}
said 'Black wins
' 1-0
said 'White wins 34 to 30
' 30-34
said 'Draw, 32 to 32
' 1/2-1/2
said ')

   #' '*'
printf '(;GM[2]RE[W+R];B[f5])(;GM[2]RE[B+T];B[f5])' >said.sgf
expect_output 'White wins by resignation' "$BIANCA" review --level 1 --game 1 said.sgf
expect_output 'Black wins on time' "$BIANCA" review --level 1 --game 2 said.sgf
expect_output '    1                                            W+R  ' "$BIANCA" review --level 1 said.sgf
expect_output '"score":null,"winner":"white",' "$BIANCA" review --level 1 --json said.sgf

# The same result again, and as JSON with any number of threads.
"$BIANCA" review --level 6 --json --threads 1 "$game" >one.json || fault 'review of a file fails'
"$BIANCA" review --level 6 --json --threads 3 "$game" "$game" >two.json || fault 'threads fail'
[ "$(wc -l <one.json)" -gt 2 ] || fault "too few games: $(cat one.json)"
games=$(($(wc -l <one.json) - 1))
head -n $games one.json >first
head -n $games two.json >second
cmp -s first second || fault 'threads change what a review says'
tail -n 1 two.json | grep -q "^{\"games\":$((2 * games)),\"plies\":" || fault "summary: $(tail -n 1 two.json)"
# Two players, each as Black and as White: one row each, of all four games.
tail -n 1 two.json | grep -o '"name":"[^"]*","games":[0-9]*' | sort >players
printf '"name":"%s","games":4\n' Ann Bob | cmp -s - players || fault "players: $(tail -n 1 two.json)"
grep -q '"review":\[{"ply":0,"side":"black","move":"[a-h][1-8]","best":' one.json || fault "JSON: $(cat one.json)"
if command -v python3 >/dev/null; then
    python3 - <<'PYTHON' || fault 'JSON does not add up'
import json
for line in open('two.json'):
    game = json.loads(line)
    if 'review' not in game:
        continue
    for side in 'black', 'white':
        moves = [m for m in game['review'] if m['side'] == side and m['verdict'] != 'forced']
        total = game[side + '_review']
        assert total['moves'] == len(moves)
        assert abs(total['loss'] - sum(m['loss'] for m in moves)) < .01
        assert total['blunders'] == sum(m['loss'] >= 8 for m in moves)
        assert all(m['pv'][0] == m['best'] and m['played_pv'][0] == m['move'] for m in moves)
PYTHON
fi

# Folders, rows and the summary; one of the games in full.
mkdir folder
cp "$game" folder/a.pgn
printf 'f5d6c3\nf5d6c3d3c4\n' >folder/b.txt
expect_output 'accuracy' "$BIANCA" review --level 2 folder
case $out in *'player '*' games, '*' moves'*) ;; *) fault "no summary: $out" ;; esac
expect_output '   5  X  c4 ' "$BIANCA" review --level 2 --game 2 folder/b.txt
expect_output 'Tiger' "$BIANCA" review --level 2 folder/b.txt
printf 'f5d6c3' | expect_output '   3  X  c3 ' "$BIANCA" review --level 2 --game 1 -
expect_output '   2  O ' "$BIANCA" review --level 2 --board 6x6 e4c5
expect_output 'accuracy 100.0 %' "$BIANCA" review --time 0.01 f5

# The report is one file.
expect_output '' "$BIANCA" review --level 2 --html report.html folder
for words in '"games":\[' '"lang":"en"' '"reasons":{' 'function drawGraph'; do
    grep -q "$words" report.html || fault "the report lacks $words"
done
grep -qE '[{]{2}[a-z]+[}]{2}' report.html && fault 'a place of the report is not filled'
grep -qE '(src|href)=' report.html && fault 'the report needs other files'
expect_output '' "$BIANCA" review --level 2 --lang ja --html report.html folder
grep -q '"lang":"ja"' report.html || fault 'the report is not Japanese'
expect_error 1 'nowhere' "$BIANCA" review --html nowhere/report.html f5
cp report.html before
expect_error 1 'no such file' "$BIANCA" review --html report.html nothing.txt
cmp -s report.html before || fault 'a review without games replaces the report'

# What cannot be read is named; the rest is reviewed.
printf 'f5d6c3\nf5f5\nf5d6\n' >damaged.txt
capture "$BIANCA" review --level 2 damaged.txt
[ $status -eq 1 ] || fault "a damaged file: status $status"
case $err in *'damaged.txt: game 2, move 2: f5 is occupied'*'2 reviewed, 1 left out'*) ;; *) fault "says $err" ;; esac
case $out in *'2 games, '*) ;; *) fault "the good games: $out" ;; esac
expect_error 1 'no such file, and not moves' "$BIANCA" review nothing.txt
expect_error 1 'there are fewer games' "$BIANCA" review --game 9 folder/b.txt
expect_error 2 'board' "$BIANCA" review --board 9x9 f5
expect_error 2 'too few arguments' "$BIANCA" review
