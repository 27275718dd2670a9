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

# The jobs of a queue: the same objects as 'bianca jobs --json' prints, from a file and from a server,
# whose password is never told.
. tests/support/redis.sh
show_jobs() { # ADDRESS
    "$BIANCA" selfplay --board 4x4 --games 128 --depth 1 --exact-from 2 --random-plies 1-4 --jobs "$1" \
        --threads 1 >/dev/null || fault "no jobs at $1"
    start --jobs "$1"
    out=$(curl -s "${url}api/v1/status")
    case $out in *'"jobs":true'*) ;; *) fault "status does not say that there are jobs: $out" ;; esac
    curl -s "${url}api/v1/jobs" >"$TMPDIR/jobs"
    for verb in status workers failed; do
        "$BIANCA" jobs "$1" $verb --json | while read -r line; do
            grep -qF "${line%%,\"done\"*}" "$TMPDIR/jobs" || echo "$line is not in $(cat "$TMPDIR/jobs")"
        done >"$TMPDIR/missing"
        [ ! -s "$TMPDIR/missing" ] || fault "$(cat "$TMPDIR/missing")"
    done
    grep -q '^{"all":{"type":"all","done":2,"running":0,.*"runs":\[{"type":"run".*"kind":"selfplay".*"workers":\[.*"failed":\[\]}$' \
        "$TMPDIR/jobs" || fault "jobs of $1: $(cat "$TMPDIR/jobs")"
    ! grep -q secret-word "$TMPDIR/jobs" || fault "tells the password: $(cat "$TMPDIR/jobs")"
}
capture "$BIANCA" jobs "$TMPDIR/nothing.db"
if command -v curl >/dev/null && case $err in *'without SQLite'*) false ;; esac then
    show_jobs "$TMPDIR/shown.db"
    rm "$TMPDIR"/shown.db*
    out=$(curl -s "${url}api/v1/jobs")
    case $out in *'"code":"jobs-failed"'*) ;; *) fault "a queue that is gone: $out" ;; esac
    finish TERM
    expect_error 1 'not a database' "$BIANCA" serve --port 0 --jobs Makefile
fi
if command -v curl >/dev/null && has_redis; then
    redis_start --requirepass secret-word
    show_jobs "redis://:secret-word@127.0.0.1:$redis_port/shown"
    redis_kill
    out=$(curl -s "${url}api/v1/jobs")
    case $out in *secret-word*) fault "tells the password: $out" ;; *'"code":"jobs-failed"'*) ;; *) fault "a server that is gone: $out" ;; esac
    finish TERM
else
    echo 'skipped: the jobs of a Redis server'
fi

# Programs that the page plays against by name, with their score and time; one that fails costs its move.
if command -v curl >/dev/null && "$BIANCA" match "gtp:$BIANCA gtp --player random" random --games 1 >/dev/null 2>&1; then
    ask() { # VERB BODY
        out=$(curl -s -H 'content-type: application/json' -d "$2" "${url}api/v1/$1")
    }
    says() {
        case $out in *"$1"*) ;; *) fault "expected '$1' in: $out" ;; esac
    }
    chmod a+rx "$TMPDIR" "$TMPDIR/.."
    printf 'while read -r w h own opp; do echo 7; done\n' >"$TMPDIR/seven.sh"
    (printf '#!/bin/sh\n' && cat "$TMPDIR/seven.sh") >"$TMPDIR/seven"
    chmod a+rx "$TMPDIR/seven"
    # Knows two moves by heart: d6 and, if nobody has started it anew, d3.
    cat >"$TMPDIR/heart" <<'PROGRAM'
#!/bin/sh
move=d6
while read -r word rest; do
    case $word in
    genmove) echo "= $move"; move=d3 ;;
    *) echo '= ' ;;
    esac
    echo
done
PROGRAM
    chmod a+rx "$TMPDIR/heart"
    start --player "mine=gtp:$BIANCA gtp --player positional:depth=2" --player bad=gtp:/bin/false \
        --player "heart=gtp:$TMPDIR/heart" \
        --player "seven=plugin:$TMPDIR/seven,depth=1"
    out=$(curl -s "${url}api/v1/players")
    says '"programs":[{"name":"mine",'
    second='---------------------------OX------XXX-------------------------- O'
    ask move '{"session":"a","position":"'"$second"'","moves":"f5","player":"mine","seconds":9}'
    says '"unit":"own"'
    says '"seconds":'
    ask move '{"session":"a","position":"'"$second"'","moves":"d3","player":"mine"}'
    says 'they do not lead to the position'
    ask move '{"session":"a","position":"'"$second"'","moves":"f5","player":"bad"}'
    says '"code":"program-failed"'
    ask move '{"session":"a","position":"'"$second"'","moves":"f5","player":"seven"}'
    says '"score":-7'
    # The next move of the same game finds the program as it was.
    fourth='------------------X--------XX------OXX-----O-------------------- O'
    ask move '{"session":"a","position":"'"$second"'","moves":"f5","player":"heart"}'
    says '"move":"d6"'
    ask move '{"session":"a","position":"'"$fourth"'","moves":"f5d6c3","player":"heart"}'
    says '"move":"d3"'
    ask move '{"session":"a","position":"'"$second"'","player":"gtp:/bin/false"}'
    says 'no files and commands here'
    ask move '{"session":"a","position":"'"$second"'","player":"plugin:/bin/false"}'
    says 'no files and commands here'
    ask move '{"session":"a","position":"'"$second"'","player":"nobody"}'
    says "unknown player 'nobody'"
    ask tree '{"position":"'"$second"'","eval":"seven","depth":2}'
    says '"eval":"seven"'
    ask tree '{"position":"'"$second"'","eval":"mine","depth":2}'
    says "there is no evaluation 'mine'"
    ask move '{"position":"'"$second"'","player":"miniproject3:depth=2"}'
    says '"unit":"own","exact":false,"depth":2'
    finish TERM
fi
expect_error 2 'unknown player' "$BIANCA" serve --port 0 --player mine=nobody
expect_error 2 'expected NAME=PLAYER' "$BIANCA" serve --port 0 --player gtp:./bot
expect_error 2 'another one of this name' "$BIANCA" serve --port 0 --player random=gtp:./bot
expect_error 2 'No such file' "$BIANCA" serve --port 0 --player mine=gtp:./no-such-bot
