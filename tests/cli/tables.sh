# tools/make-tables makes tables of six rows, prints them or puts them into the README, and leaves the
# rest of it alone. Slow commands are replaced by quick ones of the same form.
. tests/support/shell.sh

program=$BIANCA
printf '%s\n' '#!/bin/sh' 'case $1 in' "solve) exec '$program' solve --board 4x4 --start --json ;;" \
    "perft) exec '$program' perft 5 --json ;;" "esac" "exec '$program' \"\$@\"" >"$TMPDIR/quick"
chmod +x "$TMPDIR/quick"
BIANCA=$TMPDIR/quick
TABLE_PLAYERS='random discs positional mobility baseline2 baseline3'
TABLE_GAMES=2 TABLE_REPEAT=1 TABLE_README=$TMPDIR/readme
export BIANCA TABLE_PLAYERS TABLE_GAMES TABLE_REPEAT TABLE_README

expect_output '| FFO 40-49 exact, 2 threads | 0.? s | 0 M |' tools/make-tables speed
[ "$(echo "$out" | grep -c '^| .* M/s | `bianca ')" -eq 6 ] || fault "not six rows of speed: $out"
expect_output '| player, 10 games each | Elo |' tools/make-tables strength
[ "$(echo "$out" | grep -cE '^\| `[a-z0-9]+` \| [-+][0-9]+ \| [0-9]+ \| [0-9.]+ % \| [-+][0-9.]+ \|$')" -eq 6 ] ||
    fault "not six rows of strength: $out"

for name in speed strength; do
    grep -q "^<!-- $name -->\$" README.md && grep -q "^<!-- end of $name -->\$" README.md || fault "README.md has no place for $name"
done
cp README.md "$TABLE_README"
tools/make-tables strength --write || fault 'writing fails'
grep -q '^| `random` |' "$TABLE_README" || fault 'the new table is not in the README'
strip() { sed '/^<!-- strength -->$/,/^<!-- end of strength -->$/d' "$1"; }
[ "$(strip README.md)" = "$(strip "$TABLE_README")" ] || fault 'the rest of the README changed'
echo 'no place' >"$TABLE_README"
tools/make-tables strength --write 2>/dev/null && fault 'succeeds without a place for the table'
[ "$(cat "$TABLE_README")" = 'no place' ] || fault 'a file without a place for the table changed'
TABLE_PLAYERS='random discs'
tools/make-tables strength 2>/dev/null && fault 'takes two players for six'
expect_error 2 'usage' tools/make-tables nonsense
