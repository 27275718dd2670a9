# The review gives a correct reason for at least 70 % of blunders: deeper searches confirm it.
# Takes 25 s.
. tests/support/shell.sh

expect_output 'confirmed at depth 12' sh bench/reasons.sh
share=$(echo "$out" | sed -n 's/confirmed at depth 12: [0-9]*, \([0-9]*\)\..*/\1/p')
[ "${share:-0}" -ge 70 ] || fault "$out"
