# bianca play, with its moves from a pipe.
. tests/support/shell.sh

limit=60
[ "${TEST_PERCENT:-100}" -ge 50 ] || limit=600 # where programs run slowly

# play INPUT OPTION...: plays with these lines; output in $out, $err, $status.
play() {
    printf "$1" >"$TMPDIR/in"
    shift
    status=0
    timeout $limit "$BIANCA" play "$@" <"$TMPDIR/in" >"$TMPDIR/out" 2>"$TMPDIR/err" || status=$?
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

# The opening has its name, in the language of the messages.
play 'f5d6c3d3c4\n' $both
says 'Opening: Tiger'

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
says "I do not know '!'. Type a square such as d3, or help."
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

# Row and column, as some programs ask for a move; another board; a word that is none resets nothing.
play '3 4\n4,3 c3\n9 9\nnew game\nm\n' $both
says 'Black plays d3'
says 'That cannot be played: c4 turns nothing for White.'
says 'That cannot be played: row 9, column 9 is off the board (8x8).'
says "I do not know 'game'."
says 'Moves: d3'
play 'f5\nnew 3x3\nm\nnew 6x6\n2 3\nm\n' $both
says 'That is no board: '
says 'Moves: f5'
says 'Moves: c2'
play 'f5\nnew 6x6 foo\nm\nnew 6x6 h8\nnew 6x6 c2 foo\nnew d3 foo\nd6\nm\nnew 6x6 c2 m\n' $both
says "I do not know 'foo'."
says 'That cannot be played: h8 is off the board (6x6).'
says 'Moves: f5
'
says 'Moves: f5d6
'
says 'Moves: c2
'

# On a solved board the game says what perfect play leads to, and whether a move keeps it; a
# teacher says it after every move, and what would have kept it.
play 'c2\nq\n' --board 6x6
says 'Perfect play: White wins 20-16.'
says 'The result still stands: White wins 20-16.'
play 'b1 c1\n' --board 4x4 --perfect $both
says 'That move costs 24 discs. Perfect play now: Black wins 15-1.'
says 'a1 would have kept the result.'
play 'c2\nq\n' --board 6x6 --perfect
[ "$(echo "$out" | grep -c 'The result still stands: White wins 20-16.')" -eq 2 ] ||
    fault "the teacher does not judge every move: $out"
play 'f5\nq\n'
case $out in *'erfect'*) fault "perfect play on 8x8: $out" ;; esac
expect_error 2 'at most 36 squares' "$BIANCA" play --perfect

# What is piped in after the end of a game still counts.
play 'b1 c1 d1 a1 a3 d4\nb1\nnew\nb1\n' --board 4x4 $both
says 'The game is over. Black wins 9 to 1'
[ "$(echo "$out" | grep -c 'Black plays b1')" -eq 2 ] || fault "no second game: $out"

# A classic program says what it thinks of its move, in its own unit.
play 'c2\n' --board 6x6 --white e03-myjudge:depth=6
says "White's score: 118."
play '' --black miniproject3:depth=2 --white engine:depth=2
says "White's score: +"
play 'f5\n' --white engine:depth=2
[ -z "$(echo "$out" | grep score)" ] || fault "the engine gives hints: $out"

# A foreign program plays, also after undo and on another board; one that fails loses its game.
if "$BIANCA" match gtp:"$BIANCA gtp --player random" random --games 1 >/dev/null 2>&1; then
    play 'f5\nundo\nd3\nnew 6x6\nc2\n' --white "gtp:$BIANCA gtp --player positional:depth=1"
    says 'White plays '
    says "White's score: "
    says 'Moves: c2'
    play 'f5\nnew\nd3\nmoves\n' --white gtp:/bin/false
    says "White loses: player 'gtp:/bin/false' failed (crashed)"
    says 'The game is over. Black wins.'
    says 'Moves: d3'
fi
expect_error 2 'No such file' "$BIANCA" play --white gtp:./no-such-bot

# Taking back and playing again; a new move forgets what was taken back.
play 'f5 d6 undo redo undo undo redo redo redo\nm\n' $both
says 'There is nothing to play again.'
says 'Moves: f5d6'
play 'f5 d6 undo f4 redo\nm\n' $both
says 'There is nothing to play again.'
says 'Moves: f5f4'
play 'f5 undo redo moves\n'
says 'Moves: f5'

# Players, levels and sides change at any time.
play 'f5\nmode 3\nd6\nmode 0\nm\n' $both
says 'White plays d6'
says 'Black: human. White: human. Level: 10.'
says 'Black: human. White: computer. Level: 10.'
play 'level 3\nlevel 61\nmode 4\nwhite positional\nf5\nwhite human\nblack random:seed=1\nq\n'
says 'Level: 3.'
says 'The number must be from 1 to 60.'
says 'The number must be from 0 to 3.'
says 'Black: human. White: positional.'
says 'Black: random:seed=1. White: human.'
play 'white nobody\nwhite e03-myjudge\nf5\n' $both
says "unknown player 'nobody'"
says 'Moves: f5'
play 'go go eval\nm\n' $both
says 'Black plays '
says 'White plays '
says ' stands at about '

# Positions, files, several moves at once.
play 'play f5d6 c3\nsave '"$TMPDIR"'/game.ggf\nnew\nm\nload '"$TMPDIR"'/game.ggf\nm\n' $both
says 'No move has been played.'
says 'The game is saved in '
says 'The game is loaded from '
says 'Moves: f5d6c3'
play 'f5\nsave  '"$TMPDIR"'/blanks.ggf \t\nnew\nload  '"$TMPDIR"'/blanks.ggf  \nm\n' $both
says "The game is saved in $TMPDIR/blanks.ggf."
says 'Moves: f5'
[ -e "$TMPDIR/blanks.ggf" ] || fault 'blanks after the name of a file are part of it'
play 'load '"$TMPDIR"'/game.ggf\nm\n' --board 4x4 $both
says 'Moves: f5d6c3'
echo ' 1. f5 2. d6 ' >"$TMPDIR/moves.txt"
play 'load '"$TMPDIR"'/moves.txt\nm\nload '"$TMPDIR"'/none\nload\nsave\nsave /no/such/folder\n' $both
says 'Moves: f5d6'
says 'It cannot be loaded: '
says 'It cannot be saved: '
play 'setboard XO X\nsetboard -----OX--XO----- O\nc1\nm\n' --board 4x4 $both
says 'That is no board: '
says 'White plays c1'

# The end: mistakes of people, exact near the end.
play 'b1 a1 a2 c1 d1 d3 d2 b4 a4 a3 d4 c4\n' --board 4x4 $both
says ' was better'

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
expect_error 2 'transcript: move 2: f5 is occupied' "$BIANCA" play --moves f5f5
expect_error 2 "'xx'" "$BIANCA" play --lang xx
expect_error 2 'martian' "$BIANCA" play --black martian
expect_error 2 "unexpected argument 'f5'" "$BIANCA" play f5

# Languages, also where the locale is not installed.
if [ -e "$(dirname "$BIANCA")/locale" ]; then
    for language in 'fr_FR Noir joue f5 et retourne 1 pion.' 'fr_CA Noir joue' 'zh_CN 黑方下 f5，翻转 1 子。' \
        'ja_JP 黒は f5 に打ち、1 枚返しました。' 'zh_TW 黑方下 f5，翻轉 1 子。' 'xx_XX Black plays f5' 'C Black plays f5'; do
        out=$(printf 'f5\n' | LC_ALL="${language%% *}.UTF-8" "$BIANCA" play)
        says "${language#* }"
    done
    for language in 'fr Noir joue f5' 'ja 黒は f5 に打ち' 'zh-CN 黑方下 f5，翻转' 'zh-TW 黑方下 f5，翻轉' 'en Black plays f5'; do
        out=$(printf 'f5\n' | LC_ALL=fr_FR.UTF-8 "$BIANCA" play --lang "${language%% *}")
        says "${language#* }"
    done
fi

# A reader who goes away ends the game.
status=0
timeout 60 "$BIANCA" play --black computer --white computer >/dev/full 2>"$TMPDIR/err" </dev/null || status=$?
[ $status -eq 1 ] || fault "full disk: status $status, expected 1"
# Standard input that cannot be read.
status=0
timeout 60 "$BIANCA" play </ >"$TMPDIR/out" 2>"$TMPDIR/err" || status=$?
[ $status -eq 1 ] || fault "a folder as standard input: status $status, expected 1"
grep -q 'cannot read the next move' "$TMPDIR/err" || fault 'a folder as standard input: no reason'

# Variety: none, the same game every time; the same seed, the same game; other seeds, other games.
moves() {
    play '' --black computer --white computer --level 2 "$@"
    echo "$out" | sed -n 's/^Moves: //p'
}
best=$(moves --variety 0)
[ -n "$best" ] || fault "no moves of a game: $out"
[ "$best" = "$(moves --variety 0 --seed 3)" ] || fault 'without variety two games differ'
[ "$(moves --variety 2 --seed 3)" = "$(moves --variety 2 --seed 3)" ] || fault 'a seed gives two games'
games=$(for seed in 1 2 3 4 5 6; do moves --variety 2 --seed $seed; done | sort -u | wc -l)
[ "$games" -gt 3 ] || fault "six seeds give only $games games"
