# What one static evaluation costs: bench/evaluation.c for each instruction level. Only the inline
# functions under test depend on the level; the rest is what the program was linked from.
set -eu
cc=${CC:-gcc} bianca=${BIANCA:-build/bianca}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for level in $("$bianca" --version | sed -n 's/.*available here: \(.*\))/\1/p'); do
    march="-march=x86-64-$level -mtune=generic"
    [ "$level" != base ] || march=
    $cc -std=gnu17 -O3 -DNDEBUG -D_GNU_SOURCE -Isrc $march -DKERNEL_GRID8=1 -DKERNEL_LEVEL="$level" bench/evaluation.c \
        "$(dirname "$bianca")/obj/all.a" -pthread -lm -o "$folder/evaluation"
    echo "level $level, $cc: nanoseconds a position"
    "$folder/evaluation" "${1:-data/8x8.weights}"
done
