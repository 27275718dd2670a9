# Conversations that must not change: tests/golden/protocol/*.txt.
#
# The first line of each is the command line after `$ `. Lines with `< ` in front are what is sent
# (\r and \t stand for themselves, `<| ` is a last line without a newline), `% ` is a comment, `! `
# is what comes on standard error, a last line `!! N` is the exit status if it is not 0, and all
# other lines are what comes back, in this order. Times are masked. In the command line IN and OUT
# are the names of a file with what is sent and of one for what comes back.
. tests/support/shell.sh
LC_ALL=C
export LC_ALL

input_of() {
    sed -n 's/^< \{0,1\}//p' "$1" | sed '/^|/d; s/\\r/\r/g; s/\\t/\t/g'
    sed -n 's/^<| //p' "$1" | tr -d '\n'
}

mask() {
    sed 's/^nodestats [0-9]* [0-9.]*$/nodestats N S/; s,^\(=== [A-Z0-9]*/[^/]*\)/[0-9.]*$,\1/S,'
}

# same FILE WHAT EXPECTED CAME: says how the two files differ, if they do.
same() {
    cmp -s "$3" "$4" && return
    fault "$1, $2: '<' is expected, '>' is what came"
    diff "$3" "$4"
}

for file in tests/golden/protocol/*.txt; do
    arguments=$(sed -n "1s/^\\$ //; 1s,\\bIN\\b,$TMPDIR/in,; 1s,\\bOUT\\b,$TMPDIR/file,; 1p" "$file")
    rm -f "$TMPDIR/file"
    input_of "$file" >"$TMPDIR/in"
    status=0
    # shellcheck disable=SC2086 # the command line is meant to be split
    timeout 60 "$BIANCA" $arguments <"$TMPDIR/in" >"$TMPDIR/raw" 2>"$TMPDIR/err" || status=$?
    [ ! -e "$TMPDIR/file" ] || cat "$TMPDIR/file" >>"$TMPDIR/raw"
    mask <"$TMPDIR/raw" >"$TMPDIR/out"
    sed -i "s,$TMPDIR/in,IN,; s,$TMPDIR/file,OUT," "$TMPDIR/err"
    sed '1d; /^</d; /^%/d; /^!/d' "$file" >"$TMPDIR/expected"
    sed -n 's/^! //p' "$file" >"$TMPDIR/expected-err"
    wanted=$(sed -n 's/^!! //p' "$file")
    same "$file" output "$TMPDIR/expected" "$TMPDIR/out"
    same "$file" 'standard error' "$TMPDIR/expected-err" "$TMPDIR/err"
    [ $status -eq "${wanted:-0}" ] || fault "$file: status $status, expected ${wanted:-0}"
done

# A line of a megabyte is refused and costs nothing but itself.
huge() {
    head -c 1000000 /dev/zero | tr '\0' "${1:-x}"
}
out=$({ echo '1 name'; printf '2 play '; huge; printf '\n3 name\n'; } | "$BIANCA" gtp --player random)
[ "$out" = '=1 Bianca

?2 line too long

=3 Bianca' ] || fault "gtp and a megabyte: $out"
out=$({ printf 'set game '; huge; printf '\nping 7\nquit\n'; } | "$BIANCA" nboard --player random)
[ "$out" = 'status the line is too long
pong 7' ] || fault "nboard and a megabyte: $out"
out=$({ echo f5; huge; printf '\nd6\n'; } | "$BIANCA" play --black human --white human |
    grep 'plays\|line')
[ "$out" = 'Black plays f5 and turns 1 disc.
A line of more than 1024 bytes is not a move.
White plays d6 and turns 1 disc.' ] || fault "play and a megabyte: $out"
# Where there is one turn to answer, it is the end: with a reason, and without a move.
for begin in x '{"data":"'; do
    { printf '%s' "$begin"; huge; } | "$BIANCA" botzone --player random >"$TMPDIR/out" 2>"$TMPDIR/err"
    [ $? -eq 1 ] && [ ! -s "$TMPDIR/out" ] && grep -q 'a line longer than' "$TMPDIR/err" ||
        fault "botzone and a megabyte: $(cat "$TMPDIR/err")"
done
huge 1 >"$TMPDIR/in"
expect_error 1 'larger than the limit of 65536 bytes' "$BIANCA" player "$TMPDIR/in" "$TMPDIR/none"
[ ! -e "$TMPDIR/none" ] || fault 'player and a megabyte: there is an action'
# A long value that is allowed (data may have 100 KB) does not matter.
out=$({ printf '{"data":"'; huge | head -c 100000; printf '","requests":[{"x":-1,"y":-1}],"responses":[]}'; } |
    "$BIANCA" botzone --player positional)
[ "$out" = '{"response":{"x":3,"y":2},"debug":"depth 4 score -1.00 nodes 136"}' ] ||
    fault "botzone and 100 KB of data: $out"
