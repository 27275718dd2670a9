# The library builds for arm64 without a warning and counts right there, emulated.
# Takes 1 min on two cores.
. tests/support/shell.sh

if [ "$(uname -m)" = aarch64 ]; then exit 0; fi # then everything else has shown it
tool=aarch64-linux-gnu
build=$(dirname "$BIANCA")/arm64
make --no-print-directory BUILD="$build" CC=$tool-gcc AR=$tool-ar OBJCOPY=$tool-objcopy \
    "$build/libbianca.a" >"$TMPDIR/log" 2>&1 || fault "the build fails: $(cat "$TMPDIR/log")"
$tool-gcc -std=gnu17 -O1 -static -pthread -Isrc -DHAVE_ISA_base=1 tests/slow/arm64.c \
    $(find "$build/obj" -name '*.o' ! -name libbianca.o) -lm -o "$build/perft" || fault 'no link'
qemu-aarch64-static "$build/perft" || fault 'wrong counts on arm64'
