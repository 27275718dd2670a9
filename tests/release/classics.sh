# The engine with 0.1 s a move beats every classic program of 6x6 and 9x7 at the program's own depth
# in at least 99 of 100 games, in pairs from balanced openings.
# Takes 10 min on two cores.
. tests/support/shell.sh

beats() { # BOARD PLAYER
    "$BIANCA" match engine:time=0.1 "$2" --board "$1" --games 100 --openings balanced:4 --threads 2 --json \
        >"$TMPDIR/match.json" || fault "no match against $2 on $1"
    wins=$(tail -n 1 "$TMPDIR/match.json" | grep -o '"wins":[0-9]*' | cut -d: -f2)
    echo "$1: engine wins $wins of 100 games against $2"
    [ "${wins:-0}" -ge 99 ] || fault "only $wins of 100 games won against $2 on $1"
}

for player in e03-judge e03-myjudge mobility; do beats 6x6 "$player"; done
for player in nine-by-seven mobility; do beats 9x7 "$player"; done
