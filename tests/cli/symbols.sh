# No function of ours has the name of one in a library that the program uses: the linker would take
# ours for both without a word, and the library's callers would call the wrong one.
. tests/support/shell.sh
export LC_ALL=C

archive=$(dirname "$BIANCA")/obj/all.a
nm -g --defined-only "$archive" 2>/dev/null | awk 'NF == 3 { print $3 }' | sort -u >"$TMPDIR/ours"
grep -qx 'rules_moves\|position_start' "$TMPDIR/ours" || fault "no names of functions in $archive"
ldd "$BIANCA" 2>/dev/null | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | while read -r library; do
    nm -D --defined-only "$library" | awk 'NF == 3 { sub(/@.*/, "", $3); print $3 }'
done | sort -u >"$TMPDIR/theirs"
both=$(comm -12 "$TMPDIR/ours" "$TMPDIR/theirs")
[ -z "$both" ] || fault "names that a library has too: $both"
