# One program for every x86-64: on each emulated processor it takes the highest isa that runs
# there, counts right on every board, and refuses an isa that the processor lacks. An illegal
# instruction would end it with a signal. (tools/test-all runs the C tests on them as well.)
# Takes 15 s on two cores.
. tests/support/shell.sh

[ "$(uname -m)" = x86_64 ] || exit 0
command -v qemu-x86_64-static >/dev/null || fault 'qemu-x86_64-static is not installed'

# on PROCESSOR COMMAND...: what it prints; the emulator's own warnings are left out.
on() {
    cpu=$1
    shift
    qemu-x86_64-static -cpu "$cpu" "$@" 2>"$TMPDIR/err"
}

built=$("$BIANCA" --version | sed -n 's/.*available here: \(.*\))/\1/p')

# expect_level PROCESSOR HIGHEST LACKING
expect_level() {
    case " $built " in
    *" $2 "*) ;;
    *) return 0 ;; # this build or this machine does not have it
    esac
    found=$(on "$1" "$BIANCA" --version | sed -n 's/^instructions: \([^ ]*\) .*/\1/p')
    [ "$found" = "$2" ] || fault "$1: takes isa '$found', expected $2: $(cat "$TMPDIR/err")"
    for board in 8x8:8:390,216 6x6:8:308,716 9x7:8:368,936 16x4:6: 4x4:14:59,980; do
        name=$(echo $board | cut -d: -f1) depth=$(echo $board | cut -d: -f2)
        leaves=$(echo $board | cut -d: -f3)
        status=0
        on "$1" "$BIANCA" perft --threads 2 --board "$name" "$depth" >"$TMPDIR/perft" || status=$?
        [ $status -eq 0 ] || fault "$1: perft on $name: status $status: $(cat "$TMPDIR/err")"
        counted=$(awk -v depth="$depth" '$1 == depth { print $2 }' "$TMPDIR/perft")
        [ -z "$leaves" ] || [ "$counted" = "$leaves" ] ||
            fault "$1: perft on $name: $counted leaves, expected $leaves"
    done
    [ -n "$3" ] || return 0
    status=0
    BIANCA_ISA=$3 on "$1" "$BIANCA" perft 3 || status=$?
    [ $status -eq 2 ] || fault "$1: BIANCA_ISA=$3: status $status, expected 2"
    grep -q "BIANCA_ISA=$3: this processor does not have that instruction set" "$TMPDIR/err" ||
        fault "$1: BIANCA_ISA=$3: $(cat "$TMPDIR/err")"
}

expect_level qemu64 base v2
expect_level Nehalem v2 v3
expect_level Haswell v3 v4
# With most of an isa, but one piece missing: each must be noticed. (Without BMI1 or SSSE3 the C
# library's own choice fails, before any code of Bianca runs.)
for piece in abm movbe bmi2 f16c fma avx2; do
    expect_level Haswell,-$piece v2 v3
done
for piece in popcnt sse4.1 sse4.2; do
    expect_level Nehalem,-$piece base v2
done
