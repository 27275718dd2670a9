# The build does what is needed and no more, in a copy of the tree.
# Takes 1 min on two cores.
. tests/support/shell.sh

copy=$TMPDIR/copy
mkdir "$copy"
cp -R Makefile src tools web "$copy"
mkdir -p "$copy/tests/golden"
cp tests/golden/bench.tsv "$copy/tests/golden" # which the version of jobs comes from
[ ! -d include ] || cp -R include "$copy"
[ ! -d data ] || cp -R data "$copy"
unset MAKEFLAGS MFLAGS MAKELEVEL

# Builds with the arguments and leaves the list of compiled files in $compiled.
build() {
    make -C "$copy" -j2 ISAS=base "$@" >"$TMPDIR/log" 2>&1 || fault "make $*: $(tail "$TMPDIR/log")"
    compiled=$(sed -n 's/^  CC *\([^ ]*\).*/\1/p' "$TMPDIR/log" | sort -u)
}
count() { echo "$compiled" | grep -c .; }

build all
everything=$(count)
[ "$everything" -gt 10 ] || fault "only $everything files compiled"
build all
[ "$(count)" -eq 0 ] || fault "a second make compiles $compiled"
sleep 1
touch "$copy/src/cli/output.h"
build all
case $compiled in
*src/cli/output.c*) ;;
*) fault 'a changed header does not rebuild its users' ;;
esac
case $compiled in *src/base/*) fault 'a changed header of cli rebuilds base' ;; esac
build all CFLAGS=-DOTHER_FLAGS
[ "$(count)" -eq "$everything" ] || fault "changed flags rebuild $(count) of $everything files"
build all CFLAGS=-DOTHER_FLAGS
[ "$(count)" -eq 0 ] || fault "the same flags again compile $compiled"

# A file that goes away must leave the archive.
printf 'int surplus_function(void);\nint surplus_function(void) { return 1; }\n' \
    >"$copy/src/base/surplus.c"
build all
nm "$copy/build/obj/all.a" 2>/dev/null | grep -q surplus_function || fault 'a new file is not built'
rm "$copy/src/base/surplus.c"
build all
if nm "$copy/build/obj/all.a" 2>/dev/null | grep -q surplus_function; then
    fault 'a removed file is still in the archive'
fi
