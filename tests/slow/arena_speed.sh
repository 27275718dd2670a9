# How fast the arena is: in-process games, and what a program of its own costs per move.
# Takes 3 s on two cores. Runs alone.
. tests/support/shell.sh
. tests/support/arena.sh

expect_output '"games":10000' "$BIANCA" match a=random b=random --games 10000 --json
seconds=$(echo "$out" | tail -n 1 | field wall_seconds)
echo "10000 games between random players: $seconds s"
awk -v seconds="$seconds" 'BEGIN { exit seconds >= 5 }' || fault "10000 games take $seconds s"

# All time of the program, its own thinking included, over all its moves.
expect_output '"games":200' "$BIANCA" match "g=gtp:$bots/gtp_first" random --games 200 --json
echo "$out" | sed '$d' | awk '
    {
        match($0, /"moves":"[a-h1-8]*/); moves += (RLENGTH - 9) / 2
        match($0, /"seconds":\[[0-9.]*,[0-9.]*/); split(substr($0, RSTART + 11, RLENGTH - 11), both, ",")
        seconds += $0 ~ /"black":"g"/ ? both[1] : both[2]
    }
    END {
        ms = 1000 * seconds / (moves / 2)
        printf "a program over GTP: %.3f ms per move\n", ms
        exit ms >= 0.2
    }' || fault 'a move of a program over GTP costs 0.2 ms or more'
