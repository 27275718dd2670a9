# bianca convert: formats told by content, good games kept, bad ones listed, files replaced as a whole.
. tests/support/shell.sh

cd "$TMPDIR" || exit 1
printf 'f5d6c3d3c4\n\n1. F5 f6\nf5-d6-c3 40-24\n' >good.txt
printf 'f5d6c3d3c4\nf5d6c3d3c4b3d3\nf5 f6\n' >bad.txt

# By content, into every format and back.
expect_output '(;GM[[]Othello]TY[[]8]BO*B[[]F5]W[[]D6]B[[]C3]W[[]D3]B[[]C4];)' "$BIANCA" convert good.txt
for format in ggf sgf pgn quest wtb; do
    expect_output '' "$BIANCA" convert good.txt -o "games.$format"
    expect_output '' "$BIANCA" convert --to transcript "games.$format"
    [ "$out" = 'f5d6c3d3c4
f5f6
f5d6c3' ] || fault "$format and back: $out"
done
expect_output '------------------XO------XXX------OXX-----O-------------------- O;' "$BIANCA" convert --to obf good.txt
head -c 2 games.ggf | grep -q '(;' || fault 'the extension does not choose GGF'
head -n 1 games.pgn | grep -q '^\[Event "?"\]$' || fault 'the extension does not choose PGN'
"$BIANCA" convert - <good.txt >stdin.ggf || fault 'standard input'
cmp -s stdin.ggf games.ggf || fault 'standard input gives another file'
expect_output 'f5d6c3d3c4' "$BIANCA" convert --from sgf --to transcript games.sgf
expect_output '1. d5 *' "$BIANCA" convert --board 6x6 --to pgn - <<END
d5
END

# Names travel; WTHOR has them in files beside the games.
printf '[Event "Open"]\n[Date "2004.10.30"]\n[Black "Jérôme"]\n[White "Ann"]\n\n1. f5 d6 2. c3 40-24\n' >named.pgn
expect_output '' "$BIANCA" convert named.pgn --out named.wtb
[ -s named.jou ] && [ -s named.trn ] || fault 'no names beside the WTHOR file'
[ "$(wc -c <named.wtb)" -eq 84 ] || fault 'a WTHOR file of one game has not 84 bytes'
expect_output 'EV[[]Open]DT[[]2004]PB[[]Jérôme]PW[[]Ann]RE[[]+16.00]' "$BIANCA" convert named.wtb
mv named.jou WTHOR.JOU
expect_output 'PB[[]Jérôme]' "$BIANCA" convert named.wtb

# WTHOR has one year a file: others are left out, or written to files of their own.
game() {
    printf '[Date "%s"]\n[Black "%s"]\n\n1. f5 %s\n\n' "$1" "$2" "$3"
}
{ game 2003.1.2 Ann d6 && game 2004 Bob f6 && game 2003 Carl f4; } >years.pgn
capture "$BIANCA" convert years.pgn -o one.wtb
[ $status -eq 1 ] || fault "two years in a WTHOR file: status $status"
[ "$err" = 'bianca convert: years.pgn: game 2: WTHOR has one year a file: 2003, not 2004
bianca convert: 2 converted, 1 left out' ] || fault "two years in a WTHOR file: $err"
[ "$("$BIANCA" convert one.wtb | grep -c 'DT[[]2003]')" = 2 ] || fault 'the games of the first year are not written'
expect_output '' "$BIANCA" convert years.pgn -o 'WTH_%Y.wtb'
expect_output 'DT[[]2003]PB[[]Ann]' "$BIANCA" convert WTH_2003.wtb
expect_output 'DT[[]2003]PB[[]Carl]' "$BIANCA" convert WTH_2003.wtb
expect_output 'DT[[]2004]PB[[]Bob]' "$BIANCA" convert WTH_2004.wtb
[ "$(ls WTH_* | tr '\n' ' ')" = 'WTH_2003.jou WTH_2003.trn WTH_2003.wtb WTH_2004.jou WTH_2004.trn WTH_2004.wtb ' ] || fault "files of years: $(ls)"
game '?' Dan d6 >>years.pgn
capture "$BIANCA" convert years.pgn -o '%Y.pgn'
case $status$err in 1*'years.pgn: game 4: it has no year for the name of its file'*) ;; *) fault "a game without a year: $status $err" ;; esac
[ -s 2003.pgn ] && [ -s 2004.pgn ] || fault 'no files of years'
# Names that WTHOR has no room for are written as well as can be, and that is said once.
{ game 2003 日本 d6 && game 2003 'A very long name of somebody' f6 && game 2003 日本 f4; } >names.pgn
capture "$BIANCA" convert names.pgn -o names.wtb
[ $status -eq 0 ] || fault "changed names: status $status"
[ "$err" = 'bianca convert: warning: 2 names are shortened or have other letters: WTHOR has 19 for a player and 25 for a tournament, of Latin-1' ] ||
    fault "changed names: $err"

# The good games of a damaged file are kept, and the others are named.
capture "$BIANCA" convert --to transcript bad.txt
[ $status -eq 1 ] || fault "a damaged file: status $status"
[ "$out" = 'f5d6c3d3c4
f5f6' ] || fault "a damaged file gives $out"
[ "$err" = 'bianca convert: bad.txt: game 2, move 7: d3 is occupied
bianca convert: 2 converted, 1 left out' ] || fault "a damaged file says $err"
capture "$BIANCA" convert --board 6x6 --to wthor -o six.wtb - <<END
d5
END
case $err in
*'-: game 1: WTHOR has games on 8x8 only, not 6x6'*) ;;
*) fault "a game that WTHOR cannot say: $err" ;;
esac

# What cannot be read at all leaves the old file.
echo old >old.ggf
expect_error 1 'missing.txt: No such file' "$BIANCA" convert missing.txt -o old.ggf
expect_error 1 '.: cannot be read: Is a directory' "$BIANCA" convert . -o old.ggf
printf 'f5\001' >control
expect_error 1 'control: games in none of the formats that are known' "$BIANCA" convert control -o old.ggf
printf '\024\005\001\001\001\000\000\000\000\000\324\007\012\000\000\000' >ten.wtb
capture "$BIANCA" convert ten.wtb
case $err in
*'ten.wtb: a WTHOR file of games on 10x10, which has more squares'*) ;;
*) fault "a file of 10x10: $err" ;;
esac
[ "$(cat old.ggf)" = old ] || fault 'an old file was lost'
[ -z "$(ls | grep tmp)" ] || fault 'temporary files are left'
"$BIANCA" convert good.txt --to wthor 2>err | cat >/dev/null
grep -q 'write it to a file' err || fault "WTHOR through a pipe: $(cat err)"

# Wrong command lines.
expect_error 2 'too few arguments' "$BIANCA" convert
expect_error 2 "--to: there is no format 'ggff', did you mean ggf" "$BIANCA" convert --to ggff good.txt
expect_error 2 "--from: there is no format 'word'" "$BIANCA" convert --from word good.txt
expect_error 2 'board 3x3' "$BIANCA" convert --board 3x3 good.txt
expect_error 2 '--out needs a value' "$BIANCA" convert good.txt -o
expect_error 2 "unknown option '-x'" "$BIANCA" convert -x good.txt
expect_error 1 'Is a directory' "$BIANCA" convert good.txt -o .
