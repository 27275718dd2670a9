# docs/solved.md and its picture are what data/boards.txt says.
. tests/support/shell.sh

for ending in md svg; do
    capture "$BIANCA" boards --show --db data/boards.txt -o "$TMPDIR/map.$ending"
    [ $status -eq 0 ] || fault "data/boards.txt: $err"
done
sed -n '/^<!-- map -->$/,/^<!-- end of map -->$/p' docs/solved.md | sed '1d;$d' >"$TMPDIR/shown.md"
cmp "$TMPDIR/map.md" "$TMPDIR/shown.md" || fault 'the map in docs/solved.md is another one'
cmp "$TMPDIR/map.svg" docs/pictures/solved.svg || fault 'docs/pictures/solved.svg is another picture'
