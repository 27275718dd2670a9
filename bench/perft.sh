# How fast the rules are: perft on three boards, for every instruction set of this machine, on
# one and on two threads. Other work on the machine only makes a run slower, so each figure is the
# best of BENCH_REPEAT runs.
set -eu
: "${BIANCA:=build/bianca}"
repeat=${BENCH_REPEAT:-7}

# rate BOARD DEPTH THREADS: million leaves a second, best of all runs. The isa is in BIANCA_ISA.
rate() {
    for _ in $(seq "$repeat"); do
        "$BIANCA" perft --json --board "$1" --threads "$3" "$2" | tail -n 1
    done | sed 's/.*"leaves":\([0-9]*\),"seconds":\([0-9.]*\).*/\1 \2/' |
        awk '$1 / $2 > best { best = $1 / $2 } END { printf "%.0f", best / 1e6 }'
}

isas=$("$BIANCA" --version | sed -n 's/.*available here: \(.*\))/\1/p')
"$BIANCA" --version | tail -n 1
echo "perft, million leaves a second, best of $repeat runs"
echo
echo '| board | depth | isa | 1 thread | 2 threads | times |'
echo '|---|---:|---|---:|---:|---:|'
for board in 8x8:11 6x6:11 9x7:10; do
    for isa in $isas; do
        export BIANCA_ISA="$isa"
        one=$(rate "${board%:*}" "${board#*:}" 1)
        two=$(rate "${board%:*}" "${board#*:}" 2)
        times=$(awk -v one="$one" -v two="$two" 'BEGIN { printf "%.2f", two / one }')
        printf '| %s | %s | %s | %s | %s | %s |\n' \
            "${board%:*}" "${board#*:}" "$isa" "$one" "$two" "$times"
    done
done
