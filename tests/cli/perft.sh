# bianca perft: the table, the JSON, the known numbers, and every wrong way of asking.
. tests/support/shell.sh

# The known numbers of a board up to a depth, as "depth leaves".
known() {
    awk -v board="$1" -v depth="$2" '$1 == board && $2 <= depth { print $2, $3 }' tests/data/perft.tsv
}
# The same as printed by the program.
from_json() {
    sed -n 's/^{"board":"[0-9]*x[0-9]*","depth":\([0-9]*\),"leaves":\([0-9]*\),"seconds":[0-9]*\.[0-9]*}$/\1 \2/p'
}

for board in 8x8:9 6x6:9 4x4:14 9x7:8; do
    name=${board%:*} depth=${board#*:}
    for threads in 1 2 3; do
        expect_output "{\"board\":\"$name\",\"depth\":$depth," \
            "$BIANCA" perft --board "$name" --threads $threads --json "$depth"
        [ "$(echo "$out" | from_json)" = "$(known "$name" "$depth")" ] ||
            fault "$name on $threads threads: $out"
    done
done

# A board and its transpose, where the table has no rows.
for pair in '4x6 6x4' '9x7 7x9' '5x12 12x5' '16x4 4x16'; do
    one=$("$BIANCA" perft --json --board "${pair% *}" 8 | from_json)
    two=$("$BIANCA" perft --json --board "${pair#* }" 8 | from_json)
    [ "$(echo "$one" | wc -l)" -eq 8 ] || fault "$pair: not 8 depths: $one"
    [ "$one" = "$two" ] || fault "$pair differ: $one / $two"
done

# The table for people: the same columns in every row, thousands apart.
expect_output 'perft on 8x8, 1 thread, ' "$BIANCA" perft 9
widths=$(echo "$out" | tail -n +3 | awk '{ print length($0) }' | sort -u | wc -l)
[ "$widths" -eq 1 ] || fault "the rows are not aligned: $out"
[ "$(echo "$out" | awk '$1 == 9 { print $2 }')" = 3,005,288 ] || fault "depth 9: $out"
expect_output 'perft on 9x7, 2 threads, ' "$BIANCA" perft --threads=2 --board=9x7 3

# Every isa of this machine counts the same.
for isa in $("$BIANCA" --version | sed -n 's/.*available here: \(.*\))/\1/p'); do
    expect_output "instructions $isa" env BIANCA_ISA="$isa" "$BIANCA" perft 7
    [ "$(echo "$out" | awk '$1 == 7 { print $2 }')" = 55,092 ] || fault "isa $isa: $out"
done

range='(a whole number from 1 to 100)'
for depth in -1 0 101 99999999999 99999999999999999999999; do
    expect_error 2 "DEPTH: '$depth' is out of range $range" "$BIANCA" perft "$depth"
done
for depth in '' x 1x 1.5 ' 3' +3 0x3 1e3; do
    expect_error 2 "DEPTH: '$depth' is not a number $range" "$BIANCA" perft -- "$depth"
done
expect_error 2 'too few arguments' "$BIANCA" perft
expect_error 2 "too many arguments: '4'" "$BIANCA" perft 3 4
expect_error 2 'board 3x3: each side must be at least 4' "$BIANCA" perft --board 3x3 3
expect_error 2 'board 9x8: more than 64 squares' "$BIANCA" perft --board 9x8 3
expect_error 2 "board 'x': expected columns x rows" "$BIANCA" perft --board x 3
expect_error 2 "board '': expected columns x rows" "$BIANCA" perft --board= 3
expect_error 2 "'0' is out of range" "$BIANCA" perft --threads 0 3
expect_error 2 "'257' is out of range" "$BIANCA" perft --threads 257 3
expect_error 2 "unknown option '--borad', did you mean --board?" "$BIANCA" perft --borad 8x8 3
expect_error 2 'BIANCA_ISA=v9' env BIANCA_ISA=v9 "$BIANCA" perft 3

# Depths are printed as they are counted: the first ones arrive long before the last could. And
# when nobody listens any more, the program ends instead of counting on for years.
first=$("$BIANCA" perft 40 2>/dev/null | head -n 5 | tail -n 1 | awk '{ print $1, $2 }')
[ "$first" = '2 12' ] || fault "no depth arrives while later ones are counted: '$first'"
status=0
timeout 20 "$BIANCA" perft 40 >&- 2>"$TMPDIR/err" || status=$?
[ $status -eq 1 ] || fault "closed standard output: status $status, expected 1"
