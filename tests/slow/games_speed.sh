# What docs/games.md says of many games: a library of 137,000 of them (import, searches, size), converting in
# memory that does not grow with the file, and the time of a review. All times are processor time: other programs
# make no difference.
# Takes 30 s on two cores.
. tests/support/shell.sh

# below WHAT NUMBER LIMIT
below() {
    echo "$1: $2, at most $3"
    awk -v number="${2:-x}" -v limit="$3" 'BEGIN { exit !(number ~ /^[0-9.]+$/ && number + 0 > 0 && number + 0 < limit) }' ||
        fault "$1: $2, expected less than $3"
}

# The library. Importing prints "import: ... (processor 3.20) ...", then its own line.
"$BIANCA" games "$TMPDIR/try.db" list 2>&1 | grep -q 'without SQLite' && exit 0
library=$(sh bench/library.sh 137000) || fault 'bench/library.sh fails'
echo "$library"
below 'import of 137,000 games, s' "$(echo "$library" | sed -n 's/.*(processor \([0-9.]*\)).*/\1/p')" 10
below 'size of the library, MB' "$(echo "$library" | sed -n 's/^size of the file: \([0-9]*\) MB$/\1/p')" 60
[ "$(echo "$library" | grep -c '137000 games added')" -eq 1 ] || fault 'not all games were added'
[ "$(echo "$library" | sed -n '/^position/,$p' | wc -l)" -eq 6 ] || fault 'not five positions were looked up'
below 'finding 20 games of a position, ms' "$(echo "$library" | sed '1,/^position/d' | awk '{ if ($3 > most) most = $3 } END { print most }')" 10
below 'exploring a position, ms' "$(echo "$library" | sed '1,/^position/d' | awk '{ if ($4 > most) most = $4 } END { print most }')" 10

# Converting: five times as many games, the same memory.
few=$(sh bench/convert.sh 10000) && many=$(sh bench/convert.sh 50000) || fault 'bench/convert.sh fails'
echo "$many"
memory() { # TEXT
    echo "$1" | sed -n 's/.*(processor [0-9.]*) *\([0-9.]*\).*/\1/p' | sort -n | tail -n 1
}
[ "$(echo "$many" | grep -c 'processor')" -eq 10 ] || fault "not ten conversions: $many"
below 'most memory of a conversion, MB' "$(memory "$many")" 16
below 'memory that five times as many games take more, MB' "$(awk -v few="$(memory "$few")" -v many="$(memory "$many")" 'BEGIN { print (many > few) ? many - few : 0.1 }')" 1

# A review: a close game of 60 moves at the default level, all on one thread. 20 s are 10 s on two cores.
"$BIANCA" match a=engine:level=8 b=engine:level=8 --games 6 --openings 4 --seed 3 --json |
    sed -n 's/.*"moves":"\([^"]*\)".*/\1/p' | awk 'length($0) == 120' | head -n 1 >"$TMPDIR/game.txt"
[ -s "$TMPDIR/game.txt" ] || fault 'no game of 60 moves'
${CC:-gcc} -std=gnu17 -O2 -D_GNU_SOURCE -Isrc bench/random_games.c "$(dirname "$BIANCA")/obj/all.a" \
    -pthread -lm -lsqlite3 -o "$TMPDIR/run" || fault 'bench/random_games.c does not compile'
review=$("$TMPDIR/run" run "$BIANCA" review --threads 1 --json "$TMPDIR/game.txt") || fault 'the review fails'
[ "$(echo "$review" | grep -o '"ply":' | wc -l)" -ge 60 ] || fault 'the review is not of 60 moves'
below 'review of 60 moves, s' "$(echo "$review" | sed -n 's/.*(processor \([0-9.]*\)).*/\1/p')" 20
