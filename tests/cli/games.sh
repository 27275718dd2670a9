# bianca games: import, list, search, export and stats of a library.
. tests/support/shell.sh

cd "$TMPDIR" || exit 1
mkdir folder
printf '[Event "Open"]\n[Date "2003.5.1"]\n[Black "Ann"]\n[White "Bob"]\n\n1. f5 d6 2. c3 d3 3. c4 40-24\n\n[Event "Open"]\n[Date "2004"]\n[Black "Bob"]\n[White "Ann"]\n\n1. f5 f6 30-34\n' >folder/a.pgn
printf '(;GM[2]PB[Ann]PW[Bob];B[c4];W[e3];B[f6];W[e6];B[f5])\n(;GM[2]SZ[6]PB[Carl]PW[Ann];B[d5])\n' >folder/b.sgf

capture "$BIANCA" games my.db import folder
case $err in
*'without SQLite'*) exit 0 ;;
esac
# The first game of b.sgf is that of a.pgn, turned.
[ "$out" = '3 games added, 1 known already, 0 left out' ] || fault "import says $out $err"
expect_output '0 games added, 4 known already, 0 left out' "$BIANCA" games my.db import folder
expect_output '{"added":0,"known":2,"left_out":0}' "$BIANCA" games my.db import --json folder/a.pgn

# expect_ids IDS OPTION...
expect_ids() {
    ids=$1
    shift
    expect_output '' "$BIANCA" games my.db search --json "$@"
    found=$(echo "$out" | sed -n 's/{"id":\([0-9]*\),.*/\1/p' | tr '\n' ' ')
    [ "$found" = "$ids" ] || fault "search $*: found $found, expected $ids"
}
expect_ids '0 1 2 '
expect_ids '0 1 2 ' --player ann
expect_ids '0 ' --black ann
expect_ids '1 ' --year 2004
expect_ids '0 1 ' --year 2000-2010
expect_ids '0 ' --opening tiger
expect_ids '1 ' --result white
expect_ids '0 1 ' --event open --player bob
expect_ids '0 1 ' --moves c4
expect_ids '0 ' --moves f5d6c4d3c3
expect_ids '0 ' --moves e6f4
expect_ids '' --moves f5f4
expect_ids '2 ' --board 6x6 --moves d5
expect_ids '0 ' --limit 1
expect_output 'No games found.' "$BIANCA" games my.db search --player nobody
[ -z "$("$BIANCA" games my.db search --player nobody --json 2>&1)" ] || fault 'search --json has words for nothing'
capture "$BIANCA" games my.db export --player nobody --to pgn
[ "$status$out$err" = '0bianca games: warning: no games found' ] || fault "export of nothing: $status $out $err"
expect_output '{"id":0,"board":"8x8","date":"2003.5.1","black":"Ann","white":"Bob","event":"Open","place":"","opening":{"line":"f5d6c3d3c4","english":"Tiger","japanese":"虎定石"},"score":16,"winner":"black","moves":"f5d6c3d3c4"}' \
    "$BIANCA" games my.db list --json
expect_output '      0  2003.5.1    Ann                 Bob                   +16  Open                  Tiger' \
    "$BIANCA" games my.db list

# A game from another start says where it begins: with that it can be played again.
printf '(;GM[Othello]PC[Club]PB[Ann]PW[Bob]TY[8]BO[8 -------- -------- -------- ---OO--- ---XXX-- -------- -------- -------- O]W[f6];)\n' >start.ggf
expect_output '1 games added' "$BIANCA" games start.db import start.ggf
expect_output '"place":"Club",' "$BIANCA" games start.db list --json
start=$(echo "$out" | sed -n 's/.*"start":"\([^"]*\)".*/\1/p') moves=$(echo "$out" | sed -n 's/.*"moves":"\([^"]*\)".*/\1/p')
expect_output '"legal"' "$BIANCA" show --json --position "$start" --moves "$moves"

# Out again, in any format.
expect_output 'PB[[]Ann]PW[[]Bob]RE[[]B+16];B[[]f5];W[[]d6]' "$BIANCA" games my.db export --to sgf --black Ann
expect_output '' "$BIANCA" games my.db export --opening tiger -o tiger.pgn
grep -q '^1. f5 d6 2. c3 d3 3. c4 40-24$' tiger.pgn || fault "exported: $(cat tiger.pgn)"
capture "$BIANCA" games my.db export -o all.wtb
[ $status -eq 1 ] || fault 'a game that WTHOR cannot say is no fault'
case $err in
*'game 1: WTHOR has one year a file: 2003, not 2004'*'game 2: WTHOR has games on 8x8 only, not 6x6'*) ;;
*) fault "export to WTHOR: $err" ;;
esac
[ "$(wc -c <all.wtb)" -eq $((16 + 68)) ] || fault 'the other game is not exported'
capture "$BIANCA" games my.db export -o 'year-%Y.wtb'
[ "$(wc -c <year-2003.wtb)" -eq $((16 + 68)) ] && [ "$(wc -c <year-2004.wtb)" -eq $((16 + 68)) ] || fault "exported by years: $(ls)"

# What was played.
expect_output '3 games, 3 players, 1 tournaments, 2003 to 2004' "$BIANCA" games my.db stats
expect_output '"black_wins":1,"draws":0,"white_wins":1,"explore":{"games":2,"opening":null,"moves":[[]{"move":"d3","games":2,"black_wins":1,"draws":0,"white_wins":1,"opening":null}]}}' \
    "$BIANCA" games my.db stats --json
expect_output '"explore":{"games":2,"opening":null,"moves":[[]{"move":"d6","games":1,"black_wins":1,"draws":0,"white_wins":0,"opening":{"line":"f5d6","english":"Perpendicular Opening","japanese":"縦取り"}},{"move":"f6","games":1,' \
    "$BIANCA" games my.db stats --json --moves f5

# Winners without discs are found and counted.
printf '(;GM[2]RE[B+R]PB[Dan];B[f5];W[f6];B[e6])(;GM[2]RE[W+T]PB[Dan];B[f5];W[f4];B[e3])' >winners.sgf
expect_output '2 games added' "$BIANCA" games winners.db import winners.sgf
expect_output 'Black wins 1, White wins 1, draws 0' "$BIANCA" games winners.db stats
expect_output '"score":null,"winner":"white","moves":"f5f4e3"' "$BIANCA" games winners.db search --json --result white
expect_output '  B+R  ' "$BIANCA" games winners.db search --result black
expect_output '[[]Result "1-0"]' "$BIANCA" games winners.db export --to pgn --result black

# Damaged files: the good games are kept.
printf 'f5d6\nf5a1\n' >bad.txt
capture "$BIANCA" games my.db import bad.txt
[ $status -eq 1 ] && [ "$out" = '1 games added, 0 known already, 1 left out' ] || fault "a damaged file: $status $out"
[ "$err" = 'bianca games: bad.txt: game 2, move 2: a1 turns nothing for White' ] || fault "a damaged file: $err"

# Wrong command lines and files.
expect_error 2 'too few arguments' "$BIANCA" games my.db
expect_error 2 "there is no 'serch', did you mean search" "$BIANCA" games my.db serch
expect_error 2 'import needs FILE...' "$BIANCA" games my.db import
expect_error 2 "'a' is one argument too many for list" "$BIANCA" games my.db list a
expect_error 2 '--year: write 2004 or 2000-2004' "$BIANCA" games my.db list --year 2004x
expect_error 2 "--to: there is no format 'doc'" "$BIANCA" games my.db export --to doc
capture "$BIANCA" games none.db list
[ $status -ne 0 ] && [ ! -e none.db ] || fault 'a library that is not there is made by list'
capture "$BIANCA" games bad.txt list
[ $status -ne 0 ] && [ "$(cat bad.txt)" = 'f5d6
f5a1' ] || fault 'a text is taken for a library'

# Games are deleted by their ids.
expect_output '1 games deleted' "$BIANCA" games my.db delete 1
expect_ids '0 2 3 '
capture "$BIANCA" games my.db delete --json 1 2
[ "$out" = '{"deleted":1}' ] || fault "delete says $out"
case $status$err in 1*'there is no game 1'*) ;; *) fault "delete of a missing game: $status $err" ;; esac
expect_error 2 'delete needs ID...' "$BIANCA" games my.db delete
