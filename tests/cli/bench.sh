# bianca bench: one number, the same every time and with every set of instructions.
. tests/support/shell.sh
. tests/support/json.sh

row="\\{\"board\":\"$count"x"$count\",\"depth\":$count,\"nodes\":$count,\"seconds\":$number\\}"
sum="\\{\"board\":null,\"depth\":null,\"nodes\":$count,\"seconds\":$number\\}"

# The sum is the sum of the rows.
expect_output '{"board":null,"depth":null,"nodes":' "$BIANCA" bench --json
expect_json "$row|$sum"
nodes=$(echo "$out" | sed -n 's/.*null,"nodes":\([0-9]*\),.*/\1/p')
rows=$(echo "$out" | grep -v null | sed 's/.*"nodes":\([0-9]*\),.*/\1/' |
    awk '{ sum += $1 } END { print sum }')
[ "$nodes" = "$rows" ] && [ "$nodes" -gt 0 ] || fault "the sum is $nodes, the rows give $rows"
[ "$(echo "$out" | wc -l)" -gt 5 ] || fault "few rows: $out"

# The table shows the same number, whatever the isa; the slow isas are left to plain runs.
isas=$("$BIANCA" --version | sed -n 's/.*available here: \(.*\))/\1/p')
[ "${TEST_PERCENT:-100}" -ge 50 ] || isas=${isas%% *}
for isa in $isas; do
    expect_output 'board    depth ' env BIANCA_ISA="$isa" "$BIANCA" bench
    [ "$(echo "$out" | awk '$1 == "sum" { print $2 }')" = "$nodes" ] ||
        fault "isa $isa: not $nodes nodes: $out"
done

expect_error 2 "unexpected argument '3'" "$BIANCA" bench 3
expect_error 2 '--threads' "$BIANCA" bench --threads 2
expect_error 1 'nowhere.weights' "$BIANCA" bench --weights nowhere.weights
