# Gold sets: the same for any number of threads, read again whole, and refused where they are not
# gold sets.
. tests/support/shell.sh

set=$TMPDIR/set.obf
build="gold build --board 5x5 --positions 5 --depth 5"

# Searches that do not reach the end may promise more discs than there are squares: a set must have
# no such score, or it could not be read.
expect_output '35 positions' "$BIANCA" $build "$set" --threads 1
expect_output '35 positions' "$BIANCA" $build "$TMPDIR/again.obf" --threads 3
cmp "$set" "$TMPDIR/again.obf" || fault 'the set depends on the number of threads'
expect_output 'all         35 ' "$BIANCA" gold score "$set" --board 5x5
expect_output '"empties":"all","positions":35,' "$BIANCA" gold score "$set" --board 5x5 --json
"$BIANCA" gold score "$set" --board 5x5 --eval handmade >"$TMPDIR/handmade"
"$BIANCA" gold score "$set" --board 5x5 --eval discs >"$TMPDIR/discs"
! cmp -s "$TMPDIR/handmade" "$TMPDIR/discs" || fault 'two evaluations have the same errors'

# A set of chosen numbers of empty squares is solved, with all best moves: a search to the end has no
# error on it and finds a best move everywhere, a move that is not listed is worse, a listed one is not.
# Up to 10 empty squares other best moves are solved, beyond that they are proven.
solved=$TMPDIR/solved.obf
expect_output '12 positions' "$BIANCA" gold build --board 5x5 --empties 9,12 --positions 6 "$solved"
expect_output 'all         12    0.000    0.000    0.000     20    100.0' \
    "$BIANCA" gold score "$solved" --board 5x5 --depths 20 --selectivity 100
expect_output '"empties":"12","positions":6,*"depth":2,"best":' \
    "$BIANCA" gold score "$solved" --board 5x5 --depths 0,2 --json
while read -r board side moves; do
    "$BIANCA" best --board 5x5 --position "$board ${side%;}" --depth 12 --lines 25 --json >"$TMPDIR/best"
    want=$(python3 -c '
import json, sys
lines = json.load(open(sys.argv[1]))["lines"]
print(*sorted("%s:%+d" % (l["move"], l["score"]) for l in lines if l["score"] == lines[0]["score"]))' \
        "$TMPDIR/best")
    found=$(echo "$moves" | tr -d ';' | tr ' ' '\n' | sort | tr '\n' ' ')
    [ "$want" = "${found% }" ] || fault "$board $side: best moves $want, in the set $found"
done <"$solved"

# Few empty squares first, and five positions of each number.
awk '{ now = gsub("-", "", $1); if (now < last) exit 1; count[last = now]++ }
    END { for (n in count) if (count[n] != 5) exit 1 }' "$set" || fault 'the order of the set is wrong'

# Another seed, another set.
"$BIANCA" $build "$TMPDIR/other.obf" --seed 1 >/dev/null
! cmp -s "$set" "$TMPDIR/other.obf" || fault 'the seed changes nothing'

# What was scored before an interrupt or a kill is kept; the same command goes on from there, to the same
# set. A line that was torn by the kill is scored again.
long="gold build --board 6x6 --positions 12 --depth 13 --threads 1"
"$BIANCA" $long "$TMPDIR/whole.obf" >/dev/null
for signal in INT KILL; do
    part=$TMPDIR/kept.obf.part
    rm -f "$TMPDIR/kept.obf" "$part"
    env --default-signal=INT "$BIANCA" $long "$TMPDIR/kept.obf" >/dev/null 2>&1 &
    pid=$!
    for try in $(seq 1500); do [ "$(wc -l 2>/dev/null <"$part" || echo 0)" -ge 5 ] && break || sleep 0.02; done
    kill -$signal "$pid"
    wait "$pid" 2>/dev/null
    [ ! -e "$TMPDIR/kept.obf" ] || fault "SIG$signal came too late"
    kept=$(wc -l <"$part")
    [ "$kept" -ge 5 ] || fault "SIG$signal: nothing was kept"
    printf -- '----OX' >>"$part"
    # A score that only the journal can have shows that it was not searched again.
    cp "$part" "$TMPDIR/forged.obf.part"
    sed -i '2s/[+-][0-9]*;$/+35;/' "$TMPDIR/forged.obf.part"
    expect_output 'positions' "$BIANCA" $long "$TMPDIR/kept.obf"
    cmp "$TMPDIR/whole.obf" "$TMPDIR/kept.obf" || fault "SIG$signal: another set after it went on"
    [ ! -e "$part" ] || fault 'the journal is left'
    expect_output 'positions' "$BIANCA" $long "$TMPDIR/forged.obf"
    [ "$(grep -c ':+35;$' "$TMPDIR/forged.obf")" -eq 1 ] || fault 'finished positions are searched again'
done
echo '% gold build 0123456789abcdef' >"$TMPDIR/kept.obf.part"
expect_error 1 'begun with other options' "$BIANCA" $long "$TMPDIR/kept.obf"

expect_error 2 '--empties' "$BIANCA" gold build "$TMPDIR/x.obf" --empties 24,x
expect_error 2 '--depths' "$BIANCA" gold score "$set" --depths 99
# By nodes, and with other parameters of the search: the nodes of a position are told.
wide=$TMPDIR/wide.obf
expect_output '8 positions' "$BIANCA" gold build --board 6x6 --empties 16 --positions 8 "$wide"
nodes_of() {
    "$BIANCA" gold score "$wide" --board 6x6 --json "$@" | sed -n '$s/.*"nodes":\([0-9]*\).*/\1/p'
}
few=$(nodes_of --nodes 300) more=$(nodes_of --nodes 3000) pruned=$(nodes_of --depths 8)
whole=$(nodes_of --depths 8 --search futility_depth:0+reduction_plies:0+probcut_73:300)
[ "$few" -ge 200 ] && [ "$few" -lt 1000 ] && [ "$more" -gt 1500 ] && [ "$more" -lt 9000 ] ||
    fault "nodes: $few and $more for 300 and 3000"
[ "$pruned" -lt "$whole" ] || fault "nodes of depth 8: $pruned, with less pruning $whole"
expect_error 1 "'nothing'" "$BIANCA" gold score "$set" --board 5x5 --search nothing:1
expect_error 2 'selectivity must be' "$BIANCA" gold score "$set" --depths 4 --selectivity 80
expect_error 2 'neither build nor score' "$BIANCA" gold judge "$set"
expect_error 1 'No such file' "$BIANCA" gold score "$TMPDIR/nothing" --board 5x5
expect_error 1 'gold set *set.obf: obf: line 1' "$BIANCA" gold score "$set" --board 6x6
echo '% nothing here' >"$TMPDIR/empty.obf"
expect_error 1 'empty.obf: no position has a score' "$BIANCA" gold score "$TMPDIR/empty.obf"
expect_error 1 'unknown evaluation' "$BIANCA" gold score "$set" --board 5x5 --eval nothing

# The solved sets that documents speak of: so many positions, each once, all with so many empty squares.
for empties in 24 26 28 30; do
    kept=tests/data/solved-$empties.obf
    count=$(grep -c '^[-XO]' "$kept")
    [ "$count" -eq "$(sed -n '/^[-XO]/s/;.*//p' "$kept" | sort -u | wc -l)" ] || fault "$kept: a position twice"
    expect_output "\"empties\":\"$empties\",\"positions\":$count,*\"empties\":\"all\",\"positions\":$count," \
        "$BIANCA" gold score "$kept" --json
done
