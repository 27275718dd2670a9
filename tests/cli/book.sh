# bianca book: build, extend, show, stats, export and import; and that a kill loses nothing.
. tests/support/shell.sh

cd "$TMPDIR" || exit 1
capture "$BIANCA" book build a.book --board 6x6 --depth 4 --plies 6 --margin 1 --eval handmade
[ $status -eq 0 ] || fault "build: $err"
case $out in *'; finished') ;; *) fault "build says $out" ;; esac

# Built again, nothing is left to do; with other settings it says what is there.
capture "$BIANCA" book build a.book --board 6x6 --depth 4 --plies 6 --margin 1 --eval handmade --json
case $out in *'"searched":0,"finished":true}') ;; *) fault "the second build says $out $err" ;; esac
capture "$BIANCA" book build a.book --board 6x6 --depth 5
[ $status -eq 2 ] || fault "other settings: status $status"
case $err in *"built with 'depth 4, plies 6, margin 1, eval handmade'"*) ;; *) fault "other settings: $err" ;; esac

# One thread or many: the same book.
capture "$BIANCA" book build b.book --board 6x6 --depth 4 --plies 6 --margin 1 --eval handmade --threads 1
cmp -s a.book b.book || fault 'the number of threads changes the book'

capture "$BIANCA" book show a.book --moves e4
case $out in *'White to move: '*move*score*) ;; *) fault "show: $out $err" ;; esac
capture "$BIANCA" book show a.book --json
case $out in '{"position":'*'"known":true,"score":'*'"lines":[{"move":"'*'"pv":['*) ;; *) fault "show --json: $out" ;; esac
expect_output 'The book does not have this position.' \
    "$BIANCA" book show a.book --position 'XXXXXXOOOOOOXXXXXXOOOOOOXXXXXX------ O'
capture "$BIANCA" book stats a.book
case $out in *'a book for 6x6, built with depth 4, plies 6, margin 1'*ply*) ;; *) fault "stats: $out $err" ;; esac

# Text and back: the same positions.
"$BIANCA" book export a.book -o a.txt || fault 'export fails'
"$BIANCA" book export a.book | cmp -s - a.txt || fault 'export to a file and to standard output differ'
count=$(($(grep -vc '^#' a.txt) - 1))
expect_output "$count positions added, 0 better known now; $count in the book" "$BIANCA" book import c.book a.txt
"$BIANCA" book export c.book | grep -v '^#' >c.txt
grep -v '^#' a.txt | cmp -s - c.txt || fault 'a book changes on its way through text'
expect_output "{\"added\":0,\"replaced\":0,\"positions\":$count}" "$BIANCA" book import --json c.book - <a.txt
sed 's/ leaf .*/ leaf 8@73/' a.txt >bad.txt
capture "$BIANCA" book import c.book bad.txt
[ $status -eq 2 ] || fault "bad text: status $status"
case $err in *'bad.txt: line '*': expected a depth and a selectivity'*) ;; *) fault "bad text: $err" ;; esac
cp a.book before.book
capture "$BIANCA" book import a.book bad.txt
cmp -s a.book before.book || fault 'a bad text changes the book'

# Another board than the book's is refused; the book's own may be said.
for verb in show stats export extend; do
    expect_error 2 'a.book: a book for 6x6, not 8x8' "$BIANCA" book $verb a.book --board 8x8
done
expect_output 'Black to move: ' "$BIANCA" book show a.book --board 6x6
expect_error 2 'the book in the program: a book for 8x8, not 6x6' "$BIANCA" book show embedded --board 6x6

# A higher level and more plies extend it, from the start of its own board.
capture "$BIANCA" book extend c.book --depth 5 --plies 7 --eval handmade
[ $status -eq 0 ] || fault "extend: $err"
[ "$("$BIANCA" book stats c.book --json | grep -o '"ply":0,"positions":[0-9]*')" = '"ply":0,"positions":1' ] || fault "extend begins elsewhere: $("$BIANCA" book stats c.book --json)"
capture "$BIANCA" book extend nothing.book
[ $status -eq 1 ] || fault "extend of nothing: status $status"
[ ! -e nothing.book ] || fault 'extend of nothing makes a book'

# Killed again and again, it is a book that the same command continues.
for wait in 0.3 0.5 0.8; do
    "$BIANCA" book build k.book --depth 6 --plies 8 --batch 8 --time 20 >/dev/null 2>&1 &
    pid=$!
    sleep $wait
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    [ ! -e k.book ] || "$BIANCA" book stats k.book >/dev/null || fault 'a kill leaves a damaged book'
done
capture "$BIANCA" book build k.book --depth 6 --plies 8 --batch 8 --time 0.5
[ $status -eq 0 ] || fault "after kills: $err"

# Damage is told with its place, and other wrong requests with what is right.
printf 'x' | dd of=a.book bs=1 seek=5000 conv=notrunc 2>/dev/null
capture "$BIANCA" book stats a.book
[ $status -eq 2 ] || fault "damage: status $status"
case $err in *'a.book: page 1 (byte 4096) is damaged'*) ;; *) fault "damage: $err" ;; esac
expect_error 2 'a.book: page 1 (byte 4096) is damaged' "$BIANCA" book show a.book
expect_error 2 'a.book: page 1 (byte 4096) is damaged' "$BIANCA" book show a.book --json
capture "$BIANCA" book export a.book
case $status$err in 2*'a.book: page 1 (byte 4096) is damaged'*) ;; *) fault "export of damage: $status $err" ;; esac
head -c 5000 c.book >cut.book
capture "$BIANCA" book show cut.book
case $err in *'cut.book: the book is cut short'*) ;; *) fault "cut: $err" ;; esac
capture "$BIANCA" book stats a.txt
case $err in *'a.txt: not a book of Bianca'*) ;; *) fault "a text: $err" ;; esac
capture "$BIANCA" book bild a.book
case $err in *"there is no 'bild', did you mean build"*) ;; *) fault "bild: $err" ;; esac
capture "$BIANCA" book show a.book b.book
case $err in *'is one argument too many for show'*) ;; *) fault "two books: $err" ;; esac

# The book in the program: used by those who play, unless told otherwise; by no one else unless asked.
from_book() { # from_book EXPECTED WORD...: whether gtp's answer to f5 comes from the book
    expected=$1
    shift
    out=$(printf 'play b f5\ngenmove w\nbianca-score\nquit\n' | "$BIANCA" gtp "$@")
    case $out in *' book'*) found=yes ;; *) found=no ;; esac
    [ $found = $expected ] || fault "gtp $*: from the book: $found"
}
from_book yes --player engine:level=1
from_book no --player engine:level=1 --book none
from_book no --player engine:level=1,book=none
from_book no --player engine:level=1 --book b.book
from_book no --player engine:level=1 --book none --board 6x6
from_book yes --player engine:level=1,book=embedded --book none
out=$(printf 'f5\n' | LC_ALL=C "$BIANCA" play --level 1)
case $out in *'White plays from the book.'*) ;; *) fault "play: $out" ;; esac
out=$(printf 'f5\n' | LC_ALL=C "$BIANCA" play --level 1 --book none)
case $out in *'from the book'*) fault "play --book none: $out" ;; esac
expect_output '"end":"finished"' "$BIANCA" best --level 1 --moves f5 --json
expect_output '"nodes":0,"seconds":0.000000,"end":"book"' "$BIANCA" best --level 1 --moves f5 --json --book embedded
expect_output 'from the book' "$BIANCA" best --moves f5 --book embedded
expect_error 1 'no-such.book: No such file' "$BIANCA" gtp --book no-such.book
expect_error 2 'not a book' "$BIANCA" play --book a.txt
capture "$BIANCA" serve --port 0 --book no-such.book
[ $status -ne 0 ] || fault 'serve begins without its book'
expect_output 'named openings: ' "$BIANCA" book stats embedded
expect_error 2 'cannot be extended' "$BIANCA" book extend embedded
exit 0
