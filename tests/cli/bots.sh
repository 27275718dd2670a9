# The single-file bots are valid C11 and, where there are compilers, C++11, with weights inside and
# without; tests/slow/test_bots.c plays them.
. tests/support/shell.sh

check() {
    command -v "$1" >/dev/null || return 0
    "$@" -Wall -Wextra -Werror -fsyntax-only "$TMPDIR/bot.cpp" >"$TMPDIR/log" 2>&1 ||
        fault "$*: $(head -n 5 "$TMPDIR/log" | cut -c 1-300)"
}

# What is in the weights makes no difference to the compiler.
printf 'weights' >"$TMPDIR/weights"
for kind in botzone player codingame; do
    tools/make-bot $kind "$TMPDIR/bot.cpp" "$TMPDIR/weights" || fault "tools/make-bot $kind, weights"
    check gcc -x c -std=c11
    check g++ -std=c++11
    check clang++ -std=c++11
    tools/make-bot $kind "$TMPDIR/bot.cpp" || fault "tools/make-bot $kind"
    check g++ -std=c++11
    gcc -x c -std=gnu11 -O0 "$TMPDIR/bot.cpp" -o "$TMPDIR/bot" -lm -pthread 2>"$TMPDIR/log" ||
        fault "$kind does not link: $(grep undefined "$TMPDIR/log" | head -n 5)"
    [ $kind != codingame ] || [ "$(wc -c <"$TMPDIR/bot.cpp")" -le 100000 ] || fault "$kind is too long"
done
# The copy for AVX2 has an evaluation of its own.
tools/make-bot botzone "$TMPDIR/bot.cpp"
sed -n '/^#pragma GCC push_options/,/^#pragma GCC pop_options/p' "$TMPDIR/bot.cpp" >"$TMPDIR/copy"
grep -q 'learned_value_v3(' "$TMPDIR/copy" || fault "botzone: no evaluation for AVX2"
! grep -Eq '(learned|network)_value\(' "$TMPDIR/copy" || fault "botzone: AVX2 asks the portable network"
expect_error 2 'unknown kind' tools/make-bot nonsense "$TMPDIR/bot.cpp"
