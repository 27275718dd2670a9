# tools/setup names or installs exactly what is missing. The commands it finds are stand-ins.
# Takes 1 s on two cores.
. tests/support/shell.sh

bin=$TMPDIR/bin
mkdir "$bin"
for name in sh env id uname cat; do ln -s "$(command -v $name)" "$bin/$name"; done
stand_in() { # COMMAND
    printf '#!/bin/sh\nexit 0\n' >"$bin/$1"
    chmod +x "$bin/$1"
}
stand_in msgfmt
setup() { env -u CC PATH="$bin" tools/setup "$@"; }

expect_needs() {
    capture setup "$@"
    [ $status -eq 1 ] || fault "tools/setup $*: status $status, expected 1"
    case $err in *'please install what Debian calls: gcc'*) ;; *) fault "does not name gcc: $err" ;; esac
}
expect_needs # there is no apt-get

printf '#!/bin/sh\necho "$DEBIAN_FRONTEND $*" >>"%s/calls"\n' "$TMPDIR" >"$bin/apt-get"
printf '#!/bin/sh\nexec "$@"\n' >"$bin/sudo"
chmod +x "$bin/apt-get" "$bin/sudo"
capture setup
[ $status -eq 0 ] || fault "installing fails: $err"
expected='noninteractive -q -y update
noninteractive -q -y install --no-install-recommends gcc'
[ "$(cat "$TMPDIR/calls")" = "$expected" ] || fault "wrong calls: $(cat "$TMPDIR/calls")"

printf '#!/bin/sh\nexit 100\n' >"$bin/apt-get"
expect_needs # apt-get fails

stand_in gcc
capture setup
[ $status -eq 0 ] && [ -z "$out$err" ] || fault "does something with all in place: $out$err"
capture setup nonsense
[ $status -eq 2 ] || fault "an unknown group gives status $status"
