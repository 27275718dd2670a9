# The single-file bots are valid C11 and, where there are compilers, C++11 without designators, with
# weights inside and without; tests/slow/test_bots.c plays them.
. tests/support/shell.sh

check() {
    command -v "$1" >/dev/null || return 0
    "$@" -Wall -Wextra -Werror -fsyntax-only "$TMPDIR/bot.cpp" >"$TMPDIR/compiled" 2>&1 ||
        fault "$*: $(head -n 5 "$TMPDIR/compiled" | cut -c 1-300)"
}

# As Botzone's plain C++ target compiles it: no -std, and g++ may be as old as 7, for which C++ is
# gnu++14. It takes few designators, so there are none, nor anything else of a later C++.
check_old() {
    check g++-7 -Wno-unknown-pragmas
    g++ -std=gnu++14 -Wpedantic -Wall -Wextra -fsyntax-only "$TMPDIR/bot.cpp" >"$TMPDIR/compiled" 2>&1
    ! grep -E 'error:|only available with|warning: .*\[-W[^p]' "$TMPDIR/compiled" >"$TMPDIR/new" ||
        fault "$kind, gnu++14: $(head -n 5 "$TMPDIR/new" | cut -c 1-300)"
}

# What is in the weights makes no difference to the compiler.
check_kind() { # KIND
    kind=$1
    printf 'weights' >"$TMPDIR/weights"
    tools/make-bot $kind "$TMPDIR/bot.cpp" "$TMPDIR/weights" || fault "tools/make-bot $kind, weights"
    check gcc -x c -std=c11
    check g++ -std=c++11
    check clang++ -std=gnu++14
    tools/make-bot $kind "$TMPDIR/bot.cpp" || fault "tools/make-bot $kind"
    check_old
    # Without -std, which only the bot of Botzone claims; `make test-all` also asks older compilers.
    older='g++-11 g++-12'
    [ "${TEST_PERCENT:-100}" -ge 100 ] || older=
    for compiler in g++ $older; do
        [ $kind != botzone ] || check $compiler
        check $compiler -std=c++11
        check $compiler -std=gnu++14
    done
    gcc -x c -std=gnu11 -O0 "$TMPDIR/bot.cpp" -o "$TMPDIR/bot" -lm -pthread 2>"$TMPDIR/compiled" ||
        fault "$kind does not link: $(grep undefined "$TMPDIR/compiled" | head -n 5)"
}

# CodinGame takes 100,000 characters; every player stays 4,000 below.
check_players() {
    for player in '' engine:level=5 $("$BIANCA" players --json --board 8x8 | sed -n 's/.*"name":"\([^"]*\)".*"search":"\(alphabeta\|minimax\).*/\1/p' | grep -v '^alphabeta$\|^plugin'); do
        BOT_PLAYER=$player tools/make-bot codingame "$TMPDIR/bot.cpp" || fault "codingame, '$player'"
        [ "$(wc -m <"$TMPDIR/bot.cpp")" -le 96000 ] || fault "codingame with '$player': $(wc -m <"$TMPDIR/bot.cpp") characters"
        wc -m <"$TMPDIR/bot.cpp" >>"$TMPDIR/characters"
    done
    # As the documents say, within a fiftieth: what is left out depends a little on the compiler.
    said=$(sed -n 's/^`codingame.cpp` has \([0-9,]*\) to \([0-9,]*\) characters.*/\1 \2/p' docs/protocols.md | tr -d ,)
    sort -n "$TMPDIR/characters" | sed -n '1p;$p' | tr '\n' ' ' | awk -v said="$said" '
        { split(said, a, " "); exit !(a[1] > $1 * .98 && a[1] < $1 * 1.02 && a[2] > $2 * .98 && a[2] < $2 * 1.02) }' ||
        fault "docs/protocols.md says that codingame.cpp has $said characters: $(sort -n "$TMPDIR/characters" | sed -n '1p;$p' | tr '\n' ' ')"
}

side_by_side 'check_kind botzone' 'check_kind player' 'check_kind codingame' check_players

# Values by position are those that the names give.
by_position=tools/bot/initializers.awk
awk -f $by_position tests/support/initializers.c >"$TMPDIR/by_position.c" || fault "$by_position fails"
! grep -E '^[^#]*[{,] *\.[a-z]+ = ' "$TMPDIR/by_position.c" || fault "$by_position leaves names"
for source in tests/support/initializers.c "$TMPDIR/by_position.c"; do
    gcc -std=c11 -Wall "$source" -o "$TMPDIR/fields" && "$TMPDIR/fields" >"$TMPDIR/$(basename "$source").out"
done
[ -s "$TMPDIR/initializers.c.out" ] || fault "tests/support/initializers.c prints nothing"
cmp "$TMPDIR/initializers.c.out" "$TMPDIR/by_position.c.out" || fault "$by_position changes values"
not_by_position() { # SOURCE REASON
    printf "$1" >"$TMPDIR/odd.c"
    expect_error 1 "line 2: *$2" sh -c "awk -f $by_position '$TMPDIR/odd.c' >/dev/null"
}
not_by_position 'struct A { int a, b; };\nint f(void) { struct B b = {.c = 1}; }\n' 'the type of .c is not known'
not_by_position 'struct A { int a, b; };\nstruct A b = {.c = 1};\n' '.c has no place in A'
not_by_position 'struct A { union { int a, b; }; };\nstruct A b = {.a = 1};\n' '.a has no place in A'
not_by_position 'struct A { int a, b; };\nstruct A b = {.a = 1, 2};\n' 'some have none'
not_by_position 'struct A { int a, b; };\nstruct A b = {.a = 1, .a = 2};\n' 'twice'
not_by_position 'struct A { int a[3]; };\nstruct A b = {.a = {[1] = 2}};\n' 'of this kind'

# Small weights for judges that refuse large sources, and what the documents say of sizes, in megabytes:
# half a hundredth off for rounding, and two hundredths more. A byte of weights takes as much room in large
# files as it does in the small one.
said_size() { # ROW COLUMN BYTES
    said=$(grep "^| $1 |" docs/protocols.md | cut -d '|' -f "$2" | tr -d ' MB')
    awk -v said="${said:-0}" -v bytes="$3" 'BEGIN {
        real = bytes / 1e6; unit = said ~ /[.][0-9][0-9]/ ? .005 : .05
        exit !(said > real * .98 - unit && said < real * 1.02 + unit) }' ||
        fault "docs/protocols.md, $1: '$said' MB for $3 bytes"
}
column=3
for kind in botzone player; do
    tools/make-bot $kind "$TMPDIR/bot.cpp" || fault "tools/make-bot $kind"
    empty=$(wc -c <"$TMPDIR/bot.cpp")
    tools/make-bot $kind "$TMPDIR/bot.cpp" small || fault "tools/make-bot $kind, small weights"
    small=$(wc -c <"$TMPDIR/bot.cpp")
    [ "$small" -lt 1000000 ] || fault "$kind with small weights is too long"
    grep -q '#define HAS_WEIGHTS 1' "$TMPDIR/bot.cpp" || fault "$kind: no small weights inside"
    with() { # WEIGHTS
        awk -v empty="$empty" -v small="$small" -v unit="$(wc -c <data/8x8-small.weights)" -v size="$(wc -c <"$1")" \
            'BEGIN { printf "%.0f", empty + (small - empty) / unit * size }'
    }
    said_size 'as shipped' $column "$(with data/8x8-bot.weights)"
    said_size '`data/8x8.weights`' $column "$(with data/8x8.weights)"
    said_size '`small`' $column "$small"
    said_size empty $column "$empty"
    column=$((column + 1))
done
expect_output '"move"' "$BIANCA" best --depth 3 --json --weights data/8x8-small.weights

# A player that cannot play on the judge's board makes no bot.
no_bot() { # KIND PLAYER REASON
    BOT_PLAYER=$2 tools/make-bot $1 "$TMPDIR/none.cpp" >"$TMPDIR/compiled" 2>&1 && fault "$1 with $2 is made"
    grep -q "$3" "$TMPDIR/compiled" || fault "$1 with $2: no reason: $(cat "$TMPDIR/compiled")"
    [ ! -e "$TMPDIR/none.cpp" ] || fault "$1 with $2: a file is there"
}
no_bot botzone e03-myjudge 'e03-myjudge plays on 6x6 only, not on 8x8'
no_bot player e03-myjudge 'plays on 6x6 only'
no_bot codingame e03-myjudge 'plays on 6x6 only'
no_bot botzone nobody "unknown player 'nobody'"
no_bot player gtp:./bot 'is a program of its own'
no_bot player plugin:./my_eval.so 'reads no other files'
no_bot player engine:weights=x 'reads no other files'
no_bot codingame beginner:2 'codingame takes'
no_bot codingame random 'codingame takes'
# The copy for AVX2 has an evaluation of its own.
tools/make-bot botzone "$TMPDIR/bot.cpp"
sed -n '/^#pragma GCC push_options/,/^#pragma GCC pop_options/p' "$TMPDIR/bot.cpp" >"$TMPDIR/copy"
grep -q 'learned_value_v3(' "$TMPDIR/copy" || fault "botzone: no evaluation for AVX2"
! grep -Eq '(learned|network)_value\(' "$TMPDIR/copy" || fault "botzone: AVX2 asks the portable network"
expect_error 2 'unknown kind' tools/make-bot nonsense "$TMPDIR/bot.cpp"
