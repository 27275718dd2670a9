# Through the arena and the referee: a free engine that speaks GTP (gtp-rhino), our own front ends,
# and the single-file bots, each as a program of somebody else.
# Takes 90 s on two cores.
. tests/support/shell.sh

# match A B GAMES: plays; leaves wins, draws and losses of A in $result.
match() {
    capture timeout 600 "$BIANCA" match "$1" "$2" --games "$3" --json
    [ $status -eq 0 ] || fault "match $1 $2: status $status: $err"
    result=$(echo "$out" | tail -n 1 | sed -n 's/.*"wins":\([0-9]*\),"draws":\([0-9]*\),"losses":\([0-9]*\).*/\1 \2 \3/p')
    endings=$(echo "$out" | grep -o '"\(illegal_move\|timeout\|crashed\|output_limit\)":[1-9]' | head -n 1)
    echo "$1 against $2: $result"
    [ -z "$endings" ] || fault "match $1 $2: $endings"
    [ "$(echo "$result" | awk '{ print $1 + $2 + $3 }')" = "$3" ] || fault "match $1 $2: not $3 games: $out"
}

rhino=$(command -v gtp-rhino || echo /usr/games/gtp-rhino)
if [ -x "$rhino" ]; then
    match "gtp:$rhino" engine:level=1 20
    match "gtp:$rhino" engine:level=5 20
    # Some openings are won for the other side, and even five plies may miss that once.
    [ "${result##* }" -ge 18 ] || fault "gtp-rhino against level 5: $result"
else
    fault 'gtp-rhino is missing (grhino)'
fi

# Every front end as a player of the arena: all beat a random player.
for player in "gtp:$BIANCA gtp --player engine:level=3" "nboard:$BIANCA nboard --player engine:level=3" \
    "botzone:$BIANCA botzone --player engine:level=3" "botzone-json:$BIANCA botzone --player engine:level=3" \
    "statefile:$BIANCA player --player engine:level=3"; do
    match "$player" random:seed=5 2
    [ "$result" = '2 0 0' ] || fault "$player against random: $result"
done

# The single-file bots.
BOT_SECONDS=0.2 tools/make-bot botzone "$TMPDIR/botzone.cpp" data/8x8-bot.weights
BOT_SECONDS=0.3 tools/make-bot player "$TMPDIR/player.cpp" data/8x8-bot.weights
g++ -O2 -mavx -std=c++11 "$TMPDIR/botzone.cpp" -o "$TMPDIR/botzone" || fault 'botzone.cpp does not compile'
g++ -O2 -std=c++14 "$TMPDIR/player.cpp" -o "$TMPDIR/player" || fault 'player.cpp does not compile'
chmod -R a+rx "$TMPDIR" && chmod a+rx "$TMPDIR/.." # they run as a user without rights
match "botzone:$TMPDIR/botzone" baseline3 2
[ "$result" = '2 0 0' ] || fault "the Botzone bot against baseline3: $result"
match "statefile:$TMPDIR/player" baseline3 2
[ "$result" = '2 0 0' ] || fault "the course's bot against baseline3: $result"
(
    cd "$TMPDIR" || exit 1
    timeout 300 "$BIANCA" referee ./player ./player >referee.txt 2>referee.err
) || fault "referee: $(cat "$TMPDIR/referee.err")"
grep -q '^Winner is [OXD]' "$TMPDIR/referee.txt" || fault "referee: no winner: $(tail -n 16 "$TMPDIR/referee.txt")"
grep -q 'invalid' "$TMPDIR/referee.txt" && fault 'referee: an invalid move'
