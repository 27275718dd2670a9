# A real redis-server for the script tests, on a port and a socket of its own, with its data below
# $TMPDIR. Source it after shell.sh. $redis is its address by port, $redis_socket by socket.

has_redis() {
    command -v redis-server >/dev/null || return 1
    capture "$BIANCA" jobs redis://127.0.0.1:1
    case $err in *'without hiredis'*) return 1 ;; esac
}

# redis_start [OPTION...]: starts it (again) with what is in its folder, and waits until it answers.
redis_start() {
    mkdir -p "$TMPDIR/redis"
    : "${redis_port:=$((20000 + ($$ + $(date +%N | sed 's/^0*//')) % 20000))}"
    redis=redis://127.0.0.1:$redis_port
    redis_socket=unix://$TMPDIR/redis/socket
    redis-server --port "$redis_port" --bind 127.0.0.1 --unixsocket "$TMPDIR/redis/socket" \
        --dir "$TMPDIR/redis" --save '' --appendonly yes --loglevel warning \
        --logfile "$TMPDIR/redis/log" "$@" &
    redis_pid=$!
    redis_tries=0
    until redis-cli -s "$TMPDIR/redis/socket" ping 2>/dev/null | grep -q 'PONG\|NOAUTH'; do
        if ! kill -0 $redis_pid 2>/dev/null; then
            # The port is somebody else's: another one.
            redis_port=$((redis_port + 37))
            redis_start "$@"
            return
        fi
        sleep 0.05
        redis_tries=$((redis_tries + 1))
        [ $redis_tries -lt 400 ] || { fault 'redis-server does not start' && return; }
    done
}

# A crash.
redis_kill() {
    kill -9 $redis_pid 2>/dev/null
    wait $redis_pid 2>/dev/null
}

# Ends it with the script, whatever happens.
trap 'broken=$(($? > 1)); redis_pid=${redis_pid:-}; [ -z "$redis_pid" ] || redis_kill
    exit $((faults > 0 || broken))' EXIT
