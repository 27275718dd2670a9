# What one static evaluation costs: bench/evaluation.c for each instruction set. Only the inline
# functions under test depend on the isa; the rest is what the program was linked from.
set -eu
cc=${CC:-gcc} bianca=${BIANCA:-build/bianca}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for isa in $("$bianca" --version | sed -n 's/.*available here: \(.*\))/\1/p'); do
    march="-march=x86-64-$isa -mtune=generic"
    [ "$isa" != base ] || march=
    $cc -std=gnu17 -O3 -DNDEBUG -D_GNU_SOURCE -Isrc $march -DKERNEL_GRID8=1 -DKERNEL_ISA="$isa" bench/evaluation.c \
        "$(dirname "$bianca")/obj/all.a" -pthread -lm -o "$folder/evaluation"
    echo "isa $isa, $cc: nanoseconds a position"
    "$folder/evaluation" "${1:-data/8x8.weights}"
done
