# Which twin of a kernel is faster: bench/kernels.c for each instruction set and layout. A twin
# stays in src/game only while it wins here or in perft (docs/speed.md).
set -eu
cc=${CC:-gcc}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
common="-std=gnu17 -O3 -DNDEBUG -D_GNU_SOURCE -Isrc"

# rules.c brings its own portable kernel, so everything but the benchmark is compiled apart.
for source in src/base/clock.c src/base/status.c src/game/shape.c src/game/position.c src/game/rules.c; do
    $cc $common -c "$source" -o "$folder/$(basename "$source").o"
done
for isa in $("${BIANCA:-build/bianca}" --version | sed -n 's/.*available here: \(.*\))/\1/p'); do
    march="-march=x86-64-$isa -mtune=generic"
    [ "$isa" != base ] || march=
    echo "isa $isa, $cc: board, kernel, nanoseconds a call apart and chained"
    for grid in 1 0; do
        $cc $common $march -DKERNEL_ISA="$isa" -DKERNEL_GRID8=$grid bench/kernels.c \
            "$folder"/*.o -o "$folder/kernels"
        "$folder/kernels"
    done
done
