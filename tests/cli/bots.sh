# The single-file bots are valid C11 and, where g++ is there, C++11; tests/slow/test_bots.c plays them.
. tests/support/shell.sh

check() {
    "$@" -Wall -Wextra -Werror -fsyntax-only "$TMPDIR/bot.cpp" >"$TMPDIR/log" 2>&1 ||
        fault "$*: $(head -n 5 "$TMPDIR/log" | cut -c 1-300)"
}

for kind in botzone player codingame; do
    tools/make-bot $kind "$TMPDIR/bot.cpp" || fault "tools/make-bot $kind"
    check gcc -x c -std=c11
    command -v g++ >/dev/null && check g++ -std=c++11
    [ $kind != codingame ] || [ "$(wc -c <"$TMPDIR/bot.cpp")" -le 100000 ] || fault "$kind is too long"
done
expect_error 2 'unknown kind' tools/make-bot nonsense "$TMPDIR/bot.cpp"
