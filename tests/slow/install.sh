# Installs into an empty folder, builds the examples against the installed library from C and C++,
# static and shared, and checks that uninstall leaves nothing behind.
# Takes 10 s on two cores.
. tests/support/shell.sh

root=$TMPDIR/root
prefix=/opt/bianca
build=$(dirname "$BIANCA")
install_here() {
    make --no-print-directory BUILD="$build" DESTDIR="$root" PREFIX=$prefix "$@" >"$TMPDIR/log" 2>&1 ||
        fault "make $*: $(cat "$TMPDIR/log")"
}

install_here install
! grep -E '^ *(CC|LINK|AR) ' "$TMPDIR/log" || fault 'make install builds what is built'
for file in bin/bianca include/bianca.h lib/libbianca.a lib/libbianca.so lib/libbianca.so.0 \
    lib/pkgconfig/bianca.pc share/man/man1/bianca.1.gz share/bash-completion/completions/bianca \
    share/locale/fr/LC_MESSAGES/bianca.mo share/locale/zh_CN/LC_MESSAGES/bianca.mo; do
    [ -e "$root$prefix/$file" ] || fault "$file is not installed"
done
expect_output 'bianca ' "$root$prefix/bin/bianca" --version
out=$(printf 'f5\n' | LC_ALL=fr_FR.UTF-8 "$root$prefix/bin/bianca" play)
case $out in
*'Noir joue f5'*) ;;
*) fault "the installed program speaks no French: $out" ;;
esac
if grep -rlI "$root" "$root"; then fault 'an installed file mentions DESTDIR'; fi

# Nothing but the public names leaves the library.
if command -v nm >/dev/null; then
    foreign=$(nm -g --defined-only "$root$prefix/lib/libbianca.a" | awk 'NF == 3 && $3 !~ /^bianca_/ { print $3 }')
    [ -z "$foreign" ] || fault "libbianca.a exports $foreign"
    foreign=$(nm -D --defined-only "$root$prefix/lib/libbianca.so" | awk '$3 !~ /^bianca_/ { print $3 }')
    [ -z "$foreign" ] || fault "libbianca.so exports $foreign"
fi

PKG_CONFIG_PATH=$root$prefix/lib/pkgconfig
PKG_CONFIG_SYSROOT_DIR=$root
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR
for example in examples/*.c; do
    [ -e "$example" ] || continue
    program=$TMPDIR/$(basename "$example" .c)
    gcc -std=c17 -Wall -Wextra -Werror "$example" $(pkg-config --cflags --libs bianca) \
        -o "$program-shared" || fault "$example does not build against the shared library"
    LD_LIBRARY_PATH=$root$prefix/lib "$program-shared" >"$TMPDIR/shared.txt" ||
        fault "$example fails with the shared library"
    gcc -std=c17 -Wall -Wextra -Werror "$example" $(pkg-config --cflags bianca) \
        "$root$prefix/lib/libbianca.a" -pthread -lm -o "$program-static" ||
        fault "$example does not build against the static library"
    "$program-static" >"$TMPDIR/static.txt" || fault "$example fails with the static library"
    # Moves and numbers depend on the time that a search has.
    for kind in shared static; do sed 's/[a-h][1-8]//g; s/[-+]*[0-9.]*[0-9]//g' "$TMPDIR/$kind.txt" >"$TMPDIR/$kind.words"; done
    cmp -s "$TMPDIR/shared.words" "$TMPDIR/static.words" ||
        fault "$example prints something else with the static library: $(cat "$TMPDIR/shared.txt" "$TMPDIR/static.txt")"
done
echo '#include <bianca.h>
int main() { return 0; }' >"$TMPDIR/header.cc"
g++ -Wall -Wextra -Wpedantic -Werror "$TMPDIR/header.cc" $(pkg-config --cflags bianca) \
    -o "$TMPDIR/header" || fault 'bianca.h is not C++'

install_here uninstall
left=$(find "$root" ! -type d)
[ -z "$left" ] || fault "uninstall leaves $left"
