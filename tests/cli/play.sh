# bianca play, with its moves from a pipe.
. tests/support/shell.sh

# play INPUT OPTION...: plays with these lines; output in $out, $err, $status.
play() {
    printf "$1" >"$TMPDIR/in"
    shift
    status=0
    timeout 60 "$BIANCA" play "$@" <"$TMPDIR/in" >"$TMPDIR/out" 2>"$TMPDIR/err" || status=$?
    out=$(cat "$TMPDIR/out")
    err=$(cat "$TMPDIR/err")
    [ $status -eq 0 ] || fault "play $*: status $status: $err"
    [ -z "$err" ] || fault "play $*: unexpected on standard error: $err"
}
says() {
    case $out in
    *"$1"*) ;;
    *) fault "expected '$1' in: $out" ;;
    esac
}
both='--black human --white human'

# The input may be empty, end anywhere, or end without a newline.
play ''
says 'Black to move'
play 'f5'
says 'Black plays f5 and turns 1 disc.'
says 'White plays '
says 'Moves: f5'

# Two people; several moves on a line, in any case.
play 'F5 d6\nc3\n' $both
says 'White plays d6 and turns 1 disc.'
says 'Moves: f5d6c3'

# What is wrong is explained and loses nothing; the rest of its line is dropped.
play 'f5\nf5\nd6\na1 c3\nz9\nfoo\nhlep\npass\n5\n\n!\n\0\nc3\n' $both
says 'That cannot be played: f5 is occupied.'
says 'That cannot be played: a1 turns nothing for Black.'
says 'That cannot be played: z9 is off the board (8x8).'
says "I do not know 'foo'."
says "I do not know 'hlep'. Did you mean 'help'?"
says 'That cannot be played: Black can move and may not pass.'
says "That cannot be played: expected a move such as d3, found '!'."
says 'Moves: f5d6c3'
play "$(printf '%2000s' '' | tr ' ' x)\nf5\n" $both
says 'A line of more than 1024 bytes is not a move.'
says 'Moves: f5'

# Verbs, also shortened.
play 'help\n'
says 'take back your last move'
play '?\n'
says 'take back your last move'
play 'hint\n'
says 'Perhaps '
play 'f5\nundo\nundo\nmoves\nquit\nf5\n'
says 'There is nothing to take back.'
says 'No move has been played.'
play 'f5 d6 undo f4 undo\nc3\nm\n' $both
says 'That cannot be played: c3 turns nothing for White.'
says 'Moves: f5'
play 'f5\nn\nd3\nq\n' $both
says 'Moves: d3'

# Passes are played and announced; the result is told.
play 'b1 c1 d1 a1 a3 d4\n' --board 4x4 $both
says 'White has no move and passes.'
says 'The game is over. Black wins 9 to 1 (15 to 1 with the empty squares).'
says 'Moves: b1c1d1a1a3d4'
play 'e3\n' --moves f5d6c5f4e7f6g5e6 $both
says 'Black wins 13 to 0 (64 to 0 with the empty squares)'

# The computer against itself, on every kind of board: the game it tells is a whole, legal one.
for board in 8x8 6x6 4x4 9x7 5x12 16x4; do
    play '' --board $board --black computer --white computer
    says 'The game is over.'
    moves=$(echo "$out" | sed -n 's/^Moves: //p')
    expect_output '"over":true' "$BIANCA" show --json --board $board --moves "$moves"
done

# A finished game to begin with.
play 'a1\n' --moves f5d6c5f4e7f6g5e6e3
says 'The game is over.'

expect_error 2 'board 3x3' "$BIANCA" play --board 3x3
expect_error 2 'transcript: move 2 at byte 2: f5 is occupied' "$BIANCA" play --moves f5f5
expect_error 2 'martian' "$BIANCA" play --black martian
expect_error 2 "unexpected argument 'f5'" "$BIANCA" play f5

# A reader who goes away ends the game.
status=0
timeout 60 "$BIANCA" play --black computer --white computer >/dev/full 2>"$TMPDIR/err" </dev/null || status=$?
[ $status -eq 1 ] || fault "full disk: status $status, expected 1"
# Standard input that cannot be read.
status=0
timeout 60 "$BIANCA" play </ >"$TMPDIR/out" 2>"$TMPDIR/err" || status=$?
[ $status -eq 1 ] || fault "a folder as standard input: status $status, expected 1"
grep -q 'cannot read the next move' "$TMPDIR/err" || fault 'a folder as standard input: no reason'
