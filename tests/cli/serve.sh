# bianca serve: says where it is, refuses what cannot be, and ends at once when told to.
. tests/support/shell.sh

if "$BIANCA" serve --listen nowhere 2>&1 | grep -q 'built without'; then
    echo "skipped: built without the web server"
    exit 0
fi

expect_error 2 "'nowhere' is no address" "$BIANCA" serve --listen nowhere
expect_error 2 'a token is' "$BIANCA" serve --port 0 --token short
expect_error 2 'port' "$BIANCA" serve --port 65536

# start ARGUMENT...: leaves the address in $url and the process in $server.
start() {
    "$BIANCA" serve --port 0 --hash 1 --threads 1 "$@" >"$TMPDIR/said" 2>"$TMPDIR/err" &
    server=$!
    url=
    tries=0
    while [ -z "$url" ] && [ $tries -lt 100 ]; do
        sleep 0.05
        url=$(sed -n 's/^Bianca is at \([^ ]*\).*/\1/p' "$TMPDIR/said")
        tries=$((tries + 1))
    done
    [ -n "$url" ] || fault "serve $*: says no address: $(cat "$TMPDIR/err")"
}

# finish SIGNAL: the server must end cleanly within a second.
finish() {
    begin=$(date +%s%N)
    kill -"$1" $server
    status=0
    wait $server || status=$?
    ms=$((($(date +%s%N) - begin) / 1000000))
    [ $status -eq 0 ] || fault "SIG$1: status $status, expected 0"
    [ $ms -lt 1000 ] || fault "SIG$1: took $ms ms to end"
}

start
case $url in http://127.0.0.1:*/) ;; *) fault "not on this machine alone: $url" ;; esac
port=${url##*:}
port=${port%/}
expect_error 1 'in use' "$BIANCA" serve --port "$port"
finish INT
start
finish TERM

start --listen 0.0.0.0
case $url in http://*/\?token=????????????????????????????????) ;; *) fault "open without a token: $url" ;; esac
finish TERM
