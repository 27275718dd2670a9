# What the arena's script tests share. Source it after shell.sh.
bots=$(dirname "$BIANCA")/tests/bots
[ -x "$bots/hostile" ] || {
    fault "the programs to play with are not built: $bots"
    exit
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
