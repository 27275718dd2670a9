# bianca players and bianca eval: lists, values, terms, and every wrong way of asking.
. tests/support/shell.sh

expect_output 'e03-myjudge    6x6 ' "$BIANCA" players
for name in engine random baseline1 gtp: miniproject3 botzone nine-by-seven alpha-othello discs; do
    echo "$out" | grep -q "^$name " || fault "$name is not listed"
done
# The rows of the protocols: docs/arena.md says the same of each.
echo "$out" | sed -n "s/^  \\([a-z-]*\\) *run \\(.*\\); '\\(.*\\)' speaks it too$/| \`\\1:CMD\` | \\2 | \`\\3\` |/p" >"$TMPDIR/rows"
[ "$(wc -l <"$TMPDIR/rows")" -eq 5 ] || fault "there are not 5 protocols: $out"
while read -r row; do
    grep -qF "$row" docs/arena.md || fault "docs/arena.md lacks $row"
done <"$TMPDIR/rows"
expect_output '"name":"miniproject3","boards":"8x8","search":"alphabeta, 6 plies"' \
    "$BIANCA" players --json
# On another board those who play at home only are left out.
expect_output 'miniproject3 ' "$BIANCA" players --board 9x7
echo "$out" | grep -q 'e03-myjudge\|alpha-othello' && fault "players of other boards on 9x7: $out"
expect_error 2 "board '9': expected columns x rows" "$BIANCA" players --board 9

# The values of the golden files, through the command.
position='-------O-----XOX----XX-----X-------- O'
expect_output "\"board\":\"6x6\",\"position\":\"$position\",\"eval\":\"e03-myjudge\",\"side\":\"white\",\"value\":9502.33928571," \
    "$BIANCA" eval --eval e03-myjudge --board 6x6 --position "$position" --json
expect_output '"name":"mobility","value":62.5,"weight":78.922' \
    "$BIANCA" eval --eval e03-myjudge --board 6x6 --position "$position" --json
position='--OOO-----OX------XXO---XXXXOXX----OO----XXXOX---XXXXX---OOOO-X- X'
expect_output 'miniproject3: -69 for Black' "$BIANCA" eval --eval miniproject3 --position "$position"
expect_output 'sum                                                  -69.000000' \
    "$BIANCA" eval --eval miniproject3 --position "$position" --explain
# A line for the evaluation that values lines.
expect_output 'nine-by-seven: 2 for Black' \
    "$BIANCA" eval --board 9x7 --eval nine-by-seven --moves 'c3 c4 c5 b4'
expect_output 'handmade: ' "$BIANCA" eval --board 5x5

expect_error 2 'e03-myjudge plays on 6x6 only, not on 8x8' "$BIANCA" eval --eval e03-myjudge
expect_error 2 "unknown evaluation 'miniprojet3', did you mean 'miniproject3'?" \
    "$BIANCA" eval --eval miniprojet3
expect_error 2 'position' "$BIANCA" eval --position 'XO X'
expect_error 1 '/nowhere/x.weights' "$BIANCA" eval --weights /nowhere/x.weights

# Plain alpha-beta: the same move with and without pruning, and what pruning saves.
nodes() { sed -n 's/.*"move":"d3".*"nodes":\([0-9]*\),.*/\1/p'; }
expect_output '"search":"alphabeta","eval":"miniproject3"' \
    "$BIANCA" best --search alphabeta --eval miniproject3 --json
pruned=$(echo "$out" | nodes)
expect_output '"search":"minimax","eval":"miniproject3"' \
    "$BIANCA" best --search alphabeta --eval miniproject3 --no-pruning --json
# All positions up to 6 plies: 1 + 4 + 12 + 56 + 244 + 1396 + 8200.
[ "$(echo "$out" | nodes)" = 9913 ] || fault "plain minimax: $out"
[ "$pruned" -lt 2000 ] || fault "pruning visits $pruned nodes"
expect_output 'f1  ' "$BIANCA" best --search alphabeta --eval e03-judge --board 6x6 --depth 6 \
    --position 'OOXXO-OOXXOOOOXOO-OOXXOXOOXOXXXXOOXX X'
expect_error 2 '--no-pruning needs --search alphabeta' "$BIANCA" best --no-pruning
expect_error 2 'not --level, --nodes or --selectivity' "$BIANCA" best --search alphabeta --level 3
expect_error 2 'e03-myjudge plays on 6x6 only' "$BIANCA" best --search alphabeta --eval e03-myjudge
expect_error 2 'e03-myjudge plays on 6x6 only' "$BIANCA" best --eval e03-myjudge

# A beginner is a player everywhere, and its games can be repeated.
beginner_games() {
    "$BIANCA" match "beginner:3${1:-}" random --games 4 --board 6x6 --json | sed -n 's/.*"moves":"\([^"]*\)".*/\1/p'
}
[ -n "$(beginner_games)" ] && [ "$(beginner_games)" = "$(beginner_games)" ] ||
    fault 'games of a beginner differ'
[ "$(beginner_games)" != "$(beginner_games ,seed=9)" ] || fault "a beginner's seed changes nothing"
expect_output 'beginner:N ' "$BIANCA" players --board 9x7
expect_error 2 'a number must follow, such as beginner:3, from 1 to 5' "$BIANCA" gtp --player beginner:6
[ "$(printf 'genmove b\nquit\n' | "$BIANCA" gtp --player beginner:1,seed=5 | head -1)" = \
    "$(printf 'genmove b\nquit\n' | "$BIANCA" gtp --player beginner:1,seed=5 | head -1)" ] ||
    fault 'a beginner does not repeat its move'
