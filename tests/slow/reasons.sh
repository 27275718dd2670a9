# The review gives a correct reason for at least 70 % of blunders: deeper searches confirm it. Also of blunders in
# games that the reasons were not tuned on.
# Takes 75 s.
. tests/support/shell.sh

for games in tests/data/blunders.txt tests/data/blunders_held_out.txt; do
    expect_output 'confirmed at depth 12' sh bench/reasons.sh $games
    share=$(echo "$out" | sed -n 's/confirmed at depth 12: [0-9]*, \([0-9]*\)\..*/\1/p')
    [ "${share:-0}" -ge 70 ] || fault "$games: $out"
done
