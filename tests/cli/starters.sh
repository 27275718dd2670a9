# The bots in bots/: each is a complete small program that compiles without warnings and plays whole
# games as it is; and a player file of the 9x7 framework loses for what the framework refuses.
. tests/support/shell.sh
. tests/support/arena.sh

# Two games from ply 52 on keep this short: most of a game with a Python program is starting Python.
late='f5d6c5f6e3b5c6g5b6b7a6c3c8b8e7c7d3d8b2c4e6f3f4b3a8a1d2f7g7g3a4b4g4d1f8h5f2g1h2g8e8h7h3g2h4h6a3c2e2d7h8e1'
printf '%s\n' "$late" >"$TMPDIR/late.txt"
chmod a+rx "$TMPDIR" "$TMPDIR/.."

# plays NAME PLAYER [OPTIONS]: two games to the end.
plays() {
    name=$1 player=$2
    shift 2
    capture "$BIANCA" match "mine=$player" random --games 2 --trust --json "$@"
    [ $status -eq 0 ] || fault "$name: status $status: $err"
    [ "$(echo "$out" | grep -c '"ending":"played_out"')" -eq 2 ] || fault "$name: $out"
}

for bot in bots/*.c bots/*.cpp bots/*.py; do
    name=$(basename "$bot")
    lines=$(wc -l <"$bot")
    [ "$lines" -ge 60 ] && [ "$lines" -le 120 ] || fault "$name has $lines lines"
    protocol=$(echo "${name%_*}" | tr _ -)
    command=$TMPDIR/bot
    case $bot in
    *.c) cc -O0 -std=c11 -Wall -Wextra -Wshadow -Werror -o "$command" "$bot" || fault "$name does not compile" ;;
    *.cpp) c++ -O0 -std=c++11 -Wall -Wextra -Werror -o "$command" "$bot" || fault "$name does not compile" ;;
    *.py) command="python3 -E $bot" ;;
    esac
    plays "$name" "$protocol:$command" --openings "$TMPDIR/late.txt"
done
for bot in bots/botzone*.c; do
    c++ -x c++ -std=c++11 -Wall -Wextra -Werror -fsyntax-only "$bot" || fault "$bot is not C++"
done

# The 9x7 framework.
for player in RandomMove OnePly AlphaBeta; do
    plays $player "gtp:python3 bots/nine_by_seven/arena.py bots/nine_by_seven/$player.py" --board 9x7
done
mkdir "$TMPDIR/ai"
# refused NAME ANSWER WORDS: a player file that gives this answer loses its game with these words.
refused() {
    printf 'class %s:\n    def next_move(self, board):\n        print("thinking")\n        return %s\n' "$1" "$2" >"$TMPDIR/ai/$1.py"
    capture "$BIANCA" match "mine=gtp:python3 bots/nine_by_seven/arena.py $TMPDIR/ai/$1.py" random --board 9x7 --games 1 --trust --json
    case $out in
    *'"ending":"illegal_move","failed":"black"'*"$3"*) ;;
    *) fault "$1: $out $err" ;;
    esac
}
refused List '[2, 4]' 'is not a tuple'
refused Corner '(0, 0)' 'is an illegal move'
refused Nothing 'None' 'is not a tuple'

# The evaluations: both languages have the same values on every board, and play.
cc -O1 -Wall -Wextra -Werror -shared -fPIC -Iinclude -o "$TMPDIR/my_eval.so" bots/evaluation/my_eval.c ||
    fault 'my_eval.c does not compile'
printf '%s\n' '8 8 810000000 1008000000' '8 8 8100000000000081 4200000000' '9 7 1 200' '6 6 800000001 2' >"$TMPDIR/positions"
for eval in "$TMPDIR/my_eval.so" bots/evaluation/my_eval.py; do
    for board in 8x8 9x7 6x6; do
        grep "^$(echo $board | tr x ' ')" "$TMPDIR/positions" | "$BIANCA" eval --stdin --board $board --eval "plugin:$eval"
    done >"$TMPDIR/values" || fault "$eval has no values"
    [ -e "$TMPDIR/expected" ] || cp "$TMPDIR/values" "$TMPDIR/expected"
    cmp -s "$TMPDIR/values" "$TMPDIR/expected" || fault "$eval: $(cat "$TMPDIR/values") instead of $(cat "$TMPDIR/expected")"
    plays "$(basename "$eval")" "plugin:$eval,depth=2" --openings "$TMPDIR/late.txt"
done
[ "$(sed -n 2p "$TMPDIR/expected")" = 402 ] || fault "four corners less two squares worth -3 are not 402: $(cat "$TMPDIR/expected")"

# In the sandbox, as the first lines of the files show it.
expect_sandbox
expect_output 'Endings: 2 played out' "$BIANCA" match 'mine=gtp:python3 bots/gtp_oneply.py' random --games 2
