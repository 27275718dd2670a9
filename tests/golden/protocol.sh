# Conversations that must not change: tests/golden/protocol/*.txt.
#
# The first line of each is the command line behind `$ `. Lines with `< ` in front are what is sent
# (\r and \t stand for themselves, `<| ` is a last line without a newline), `% ` is a comment, and
# all other lines are what comes back, in this order. Times are masked.
. tests/support/shell.sh

input_of() {
    sed -n 's/^< \{0,1\}//p' "$1" | sed '/^|/d; s/\\r/\r/g; s/\\t/\t/g'
    sed -n 's/^<| //p' "$1" | tr -d '\n'
}

mask() {
    sed 's/^nodestats [0-9]* [0-9.]*$/nodestats N S/; s,^\(=== [A-Z0-9]*/[^/]*\)/[0-9.]*$,\1/S,'
}

for file in tests/golden/protocol/*.txt; do
    arguments=$(sed -n '1s/^\$ //p' "$file")
    input_of "$file" >"$TMPDIR/in"
    # shellcheck disable=SC2086 # the command line is meant to be split
    timeout 60 "$BIANCA" $arguments <"$TMPDIR/in" 2>"$TMPDIR/err" | mask >"$TMPDIR/out"
    [ -s "$TMPDIR/err" ] && fault "$file: on standard error: $(cat "$TMPDIR/err")"
    sed '1d; /^</d; /^%/d' "$file" >"$TMPDIR/expected"
    cmp -s "$TMPDIR/expected" "$TMPDIR/out" || {
        fault "$file: '<' is expected, '>' is what came"
        diff "$TMPDIR/expected" "$TMPDIR/out"
    }
done

# A line of a megabyte is refused and costs nothing but itself.
huge() {
    head -c 1000000 /dev/zero | tr '\0' x
}
out=$({ echo '1 name'; printf '2 play '; huge; printf '\n3 name\n'; } | "$BIANCA" gtp --player random)
[ "$out" = '=1 Bianca

?2 line too long

=3 Bianca' ] || fault "gtp and a megabyte: $out"
out=$({ printf 'set game '; huge; printf '\nping 7\nquit\n'; } | "$BIANCA" nboard --player random)
[ "$out" = 'status the line is too long
pong 7' ] || fault "nboard and a megabyte: $out"
huge | "$BIANCA" botzone --player random >"$TMPDIR/out" 2>"$TMPDIR/err"
[ $? -eq 1 ] && [ ! -s "$TMPDIR/out" ] && grep -q 'a line longer than' "$TMPDIR/err" ||
    fault "botzone and a megabyte: $(cat "$TMPDIR/err")"
