# What the arena's script tests share. Source it after shell.sh.
bots=$(dirname "$BIANCA")/tests/bots
[ -x "$bots/hostile" ] || {
    fault "the programs to play with are not built: $bots"
    exit
}

# own_bots NAME...: copies of these programs, so that processes of another test are not taken for ours.
own_bots() {
    mkdir "$TMPDIR/bots"
    for bot in "$@"; do cp "$bots/$bot" "$TMPDIR/bots"; done
    bots=$TMPDIR/bots
}

# field NAME: reads JSON objects, one per line, and prints that field of each.
field() {
    sed -n 's/.*[{,]"'"$1"'":"\{0,1\}\([^",}]*\).*/\1/p'
}

# Processes whose command line contains the text, one line each.
processes_with() {
    for file in /proc/[0-9]*/cmdline; do
        line=$(tr '\0' ' ' 2>/dev/null <"$file") || continue
        case $line in *"$1"*) [ "${file#/proc/}" = "$$/cmdline" ] || echo "$line" ;; esac
    done
}

# Whatever was started must be gone, at the latest a moment after the arena has ended.
expect_nothing_left() {
    for try in 1 2 3 4 5 6 7 8 9 10; do
        left=$(processes_with "$1")
        [ -n "$left" ] || return 0
        sleep 0.2
    done
    fault "$2: processes left behind: $left"
}

# Ends the script, without a failure, where the system does not permit the sandbox.
expect_sandbox() {
    "$BIANCA" match "h=gtp:$bots/hostile honest" random --games 1 --json >"$TMPDIR/out" 2>"$TMPDIR/err" && return
    if grep -q 'bubblewrap is missing\|does not permit the sandbox\|no filter of system calls' "$TMPDIR/err"; then
        echo "skipped: $(cat "$TMPDIR/err")"
    else
        fault "$(cat "$TMPDIR/err")"
    fi
    exit
}

# again_as_ordinary_user SCRIPT: root runs the script once more as a user without rights.
again_as_ordinary_user() {
    [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null || return 0
    folder=$(mktemp -d /tmp/bianca-test-XXXXXX)
    chown 54321:54321 "$folder"
    setpriv --reuid=54321 --regid=54321 --clear-groups \
        env "BIANCA=$(realpath "$BIANCA")" "TMPDIR=$folder" sh "$1" >"$TMPDIR/user" 2>&1 ||
        fault "as an ordinary user: $(cat "$TMPDIR/user")"
    rm -rf "$folder"
}
