# The same work through a file and through a Redis server, with 1, 2 and 4 workers, gives the same
# results, byte for byte; and so it does when workers, submitter and server are killed again and
# again. The counts are small here; tests/slow/jobs.sh has the full ones.
. tests/support/shell.sh
. tests/support/redis.sh

positions=${JOBS_POSITIONS:-100} # to solve
empties=${JOBS_EMPTIES:-10}
games=${JOBS_GAMES:-512} # of self-play
worker_kills=${JOBS_WORKER_KILLS:-5}
server_kills=${JOBS_SERVER_KILLS:-2}
cup_games=${JOBS_CUP_GAMES:-2}
counts=${JOBS_WORKERS:-1 2 4}

capture "$BIANCA" jobs "$TMPDIR/nothing.db"
case $err in *'without SQLite'*) exit 0 ;; esac
if has_redis; then redis_start; else redis= && echo 'skipped: all that needs redis-server'; fi

# address NAME: where a queue of that name is, on each kind of server.
places() {
    echo "$TMPDIR/$1.db"
    [ -z "$redis" ] || echo "$redis/$1"
}

# --- The same results -------------------------------------------------------------------------

# Boards full of discs at random, less some squares: the rules do not ask how they came about.
awk -v count="$positions" -v empties="$empties" 'BEGIN {
    srand(7)
    for (n = 0; n < count; n++) {
        board = ""
        for (i = 0; i < 64; i++) square[i] = rand() < 0.5 ? "X" : "O"
        for (left = empties; left > 0;) {
            i = int(rand() * 64)
            if (square[i] != "-") { square[i] = "-"; left-- }
        }
        for (i = 0; i < 64; i++) board = board square[i]
        print board, n % 2 ? "X" : "O"
    }
}' >"$TMPDIR/positions.obf"

solve="$BIANCA solve $TMPDIR/positions.obf"
$solve --json --threads 1 | sed 's/"seconds":[0-9.]*,//' >"$TMPDIR/solved"
[ "$(wc -l <"$TMPDIR/solved")" -eq "$positions" ] || fault 'not all positions are solved'
selfplay="$BIANCA selfplay --board 6x6 --depth 3 --exact-from 9 --random-plies 1-12 --games $games"
$selfplay --threads 1 --out "$TMPDIR/alone" >/dev/null
players='random discs baseline2 baseline3 miniproject3 handmade'
cup="$BIANCA tournament $players --depth 2 --games $cup_games --openings 4"
$cup --json | sed 's/"[a-z_]*seconds":\(\[[^]]*\]\|[0-9.]*\),*//g' >"$TMPDIR/cup"
grep -q '"type":"tournament"' "$TMPDIR/cup" || fault 'no tournament'

same() {
    cmp "$1" "$2" || fault "$3: not the same"
}
for count in $counts; do
    for place in $(places same-$count); do
        $solve --json --jobs "$place" --threads "$count" >"$TMPDIR/out.solve" || fault "solve at $place"
        same "$TMPDIR/solved" "$TMPDIR/out.solve" "solve, $count workers, $place"
        rm -f "$TMPDIR/out.games"
        $selfplay --jobs "$place" --threads "$count" --out "$TMPDIR/out.games" >/dev/null || fault "selfplay at $place"
        same "$TMPDIR/alone" "$TMPDIR/out.games" "selfplay, $count workers, $place"
        $cup --json --jobs "$place" --threads "$count" |
            sed 's/"[a-z_]*seconds":\(\[[^]]*\]\|[0-9.]*\),*//g' >"$TMPDIR/out.cup"
        same "$TMPDIR/cup" "$TMPDIR/out.cup" "tournament, $count workers, $place"
    done
done
# Done once: the same command again finds everything there, and works for nobody.
for place in $(places same-1); do
    $solve --json --jobs "$place" --no-work >"$TMPDIR/out.solve" || fault "solve again at $place"
    same "$TMPDIR/solved" "$TMPDIR/out.solve" "solve again, $place"
    expect_output '"failed":0,"lost":0' "$BIANCA" jobs "$place" --json
done

# A review of several games, one of which is none.
mkdir "$TMPDIR/games"
printf 'f5d6c3d3c4f4f6f3e6e7d7c6\nf5f6e6f4e3c5c4d3f3e2\nf5f4e3nonsense\nf5d6c4d3e6f4e3f6c5f3\n' >"$TMPDIR/games/some.txt"
review="$BIANCA review --json --level 3 $TMPDIR/games"
$review >"$TMPDIR/reviewed" 2>"$TMPDIR/reviewed.err"
grep -q '"accuracy"' "$TMPDIR/reviewed" || fault "no review: $(cat "$TMPDIR/reviewed.err")"
for place in $(places review); do
    $review --jobs "$place" --threads 2 >"$TMPDIR/out.review" 2>"$TMPDIR/out.review.err"
    same "$TMPDIR/reviewed" "$TMPDIR/out.review" "review, $place"
    same "$TMPDIR/reviewed.err" "$TMPDIR/out.review.err" "what review says, $place"
done
expect_error 2 'twice' "$BIANCA" review - --jobs "$TMPDIR/review.db"
# A game that the weights are not for fails with that reason, and no worker dies of it.
printf '(;GM[2]SZ[6];B[e4])' >"$TMPDIR/small.sgf"
expect_error 1 'made for board 8x8, not 6x6' "$BIANCA" review --level 1 --weights data/8x8.weights \
    --jobs "$TMPDIR/review.db" --threads 1 "$TMPDIR/small.sgf"

# A book: searches that depend on what was found before.
book='--level 4 --moves f5 --plies 6 --margin 2 --positions 60 --batch 8'
"$BIANCA" book build "$TMPDIR/alone.book" $book >/dev/null || fault 'book'
for place in $(places book); do
    rm -f "$TMPDIR/jobs.book"
    "$BIANCA" book build "$TMPDIR/jobs.book" $book --jobs "$place" --threads 2 >/dev/null || fault "book at $place"
    same "$TMPDIR/alone.book" "$TMPDIR/jobs.book" "book, $place"
done

# Tuning: rounds that depend on one another.
tune="$BIANCA tune --parameters probcut_73,probcut_slack --nodes 200 --games 8 --batch 2 --openings balanced:4"
$tune --out "$TMPDIR/tune.alone" >"$TMPDIR/tuned" || fault 'tune'
for place in $(places tune); do
    $tune --out "$TMPDIR/tune.jobs" --jobs "$place" --threads 2 >"$TMPDIR/out.tuned" || fault "tune at $place"
    same "$TMPDIR/tuned" "$TMPDIR/out.tuned" "tune, $place"
    same "$TMPDIR/tune.alone" "$TMPDIR/tune.jobs" "journal of tune, $place"
    rm "$TMPDIR/tune.jobs"
done

# --- Workers that are killed ------------------------------------------------------------------

pause() {
    awk -v seed="$1" -v pid=$$ -v most="$2" \
        'BEGIN { srand(seed * 1000 + pid); printf "%.3f", rand() * most }'
}
# The worker processes of a pool.
children() {
    ps -o pid= --ppid "$1" | tr -d ' '
}
# worker PLACE: in the background, its pid in $!.
worker() {
    "$BIANCA" worker "$1" --threads 1 >>"$TMPDIR/workers" 2>&1 &
}
status_of() {
    "$BIANCA" jobs "$1" --json 2>/dev/null | tail -n 1
}
# Work that lasts until the last kill: jobs of some tenths of a second, and more than are done by then.
jobs=$((4 * worker_kills + 8))
lasting="$BIANCA selfplay --board 6x6 --depth 7 --exact-from 12 --random-plies 1-12 --games $((64 * jobs))"
$lasting --threads 1 --out "$TMPDIR/lasting" >/dev/null
# await_leases PLACE COUNT DONE: until that many jobs are in the hands of workers that live, more wait, and so many
# are done.
await_leases() {
    tries=0
    until status_of "$1" | awk -F '[:,]' -v count="$2" -v done="${3:-0}" '
        { for (i = 1; i < NF; i++) value[$i] = $(i + 1) }
        END { exit !(value["\"running\""] - value["\"lost\""] >= count && value["\"waiting\""] > 0 &&
                     value["\"done\""] >= done) }'; do
        sleep 0.02
        tries=$((tries + 1))
        [ $tries -lt 1500 ] || return 1
    done
}
# kills PLACE: self-play through workers that die at random moments, some with their pool, some
# without; meanwhile the submitter is killed too. In the end everything is there once, and right.
kills() {
    place=$1
    rm -f "$TMPDIR/out.games"
    $lasting --jobs "$place" --lease 1 --no-work --out "$TMPDIR/out.games" >"$TMPDIR/submitter" 2>&1 &
    submitter=$!
    worker "$place"; first=$!
    worker "$place"; second=$!
    i=0
    while [ $i -lt "$worker_kills" ]; do
        sleep "$(pause $i 0.2)"
        # A job whose worker dies five times is given up: on a busy machine the next kill waits for some to be done.
        await_leases "$place" 2 $((2 * i)) || { fault "after $i kills at $place: $(status_of "$place")" && break; }
        if [ $((i % 3)) -eq 0 ]; then
            kill -9 $first $(children $first) 2>/dev/null # as if the machine had gone
            wait $first 2>/dev/null
            first=$second
            worker "$place"; second=$!
            sleep 1.1 # until nobody takes its lease for that of a worker that lives
        else
            kill -9 $(children $second) 2>/dev/null # the pool starts another one
        fi
        if [ $i -eq 1 ]; then
            kill -9 $submitter
            wait $submitter 2>/dev/null
            $lasting --jobs "$place" --lease 1 --no-work --out "$TMPDIR/out.games" >"$TMPDIR/submitter" 2>&1 &
            submitter=$!
        fi
        i=$((i + 1))
    done
    wait $submitter || fault "the submitter at $place: $(cat "$TMPDIR/submitter")"
    kill -TERM $first $second
    wait $first $second || fault "workers at $place end badly"
    same "$TMPDIR/lasting" "$TMPDIR/out.games" "after kills at $place"
    case $(status_of "$place") in
    *"\"done\":$jobs,\"running\":0,\"waiting\":0,\"failed\":0,"*) ;;
    *) fault "after kills at $place: $(status_of "$place")" ;;
    esac
}
for place in $(places kills); do kills "$place"; done

# --- A server that is killed ------------------------------------------------------------------

if [ -n "$redis" ]; then
    place=$redis/server
    rm -f "$TMPDIR/out.games"
    $lasting --jobs "$place" --lease 2 --threads 2 --out "$TMPDIR/out.games" >"$TMPDIR/submitter" 2>&1 &
    submitter=$!
    i=0
    while [ $i -lt "$server_kills" ]; do
        sleep "$(pause $i 0.2)"
        await_leases "$place" 1 || { fault "after $i kills of the server: $(status_of "$place")" && break; }
        redis_kill
        redis_start
        i=$((i + 1))
    done
    # It stands still for longer than a lease.
    await_leases "$place" 1 || fault "nothing is left to do before the stop: $(status_of "$place")"
    kill -STOP $redis_pid
    sleep "${JOBS_STOP:-2.5}"
    kill -CONT $redis_pid
    wait $submitter || fault "after kills of the server: $(cat "$TMPDIR/submitter")"
    same "$TMPDIR/lasting" "$TMPDIR/out.games" 'after kills of the server'
fi

# --- What else goes wrong ---------------------------------------------------------------------

# A stop gives back what was begun.
for place in $(places stop); do
    "$BIANCA" selfplay --games 640 --depth 16 --jobs "$place" --threads 2 >"$TMPDIR/submitter" 2>&1 &
    submitter=$!
    i=0
    until status_of "$place" 2>/dev/null | grep -q '"running":2' || [ $i -eq 200 ]; do
        sleep 0.05
        i=$((i + 1))
    done
    kill -TERM $submitter
    wait $submitter
    [ $? -eq 1 ] || fault "status after a stop at $place"
    grep -q 'the same command resumes it' "$TMPDIR/submitter" || fault "after a stop: $(cat "$TMPDIR/submitter")"
    case $(status_of "$place") in
    *'"running":0,"waiting":10,"failed":0,'*) ;;
    *) fault "after a stop at $place: $(status_of "$place")" ;;
    esac
    expect_output '1 run removed' "$BIANCA" jobs "$place" purge --all
done

# No space for the results: one line that says so, and the same command later has them all.
capture sh -c "ulimit -f 60; exec $selfplay --jobs '$TMPDIR/full.db' --threads 1"
[ $status -eq 1 ] || fault "status $status without space"
[ "$(wc -l <"$TMPDIR/err")" -eq 1 ] || fault "without space not one line: $err"
rm -f "$TMPDIR/out.games"
$selfplay --jobs "$TMPDIR/full.db" --threads 1 --out "$TMPDIR/out.games" >/dev/null || fault 'after the lack of space'
same "$TMPDIR/alone" "$TMPDIR/out.games" 'after the lack of space'
if [ -w /dev/full ]; then
    expect_error 1 '' "$BIANCA" selfplay --board 6x6 --games 64 --depth 1 --jobs "$TMPDIR/full.db" --out /dev/full
fi

# What is no queue is refused and left alone.
expect_error 1 'not a database' "$BIANCA" jobs Makefile
expect_error 1 'not a database' "$BIANCA" worker Makefile
expect_error 1 'not a database' "$BIANCA" tournament random discs --games 2 --jobs Makefile
expect_error 1 'cannot be opened' "$BIANCA" jobs "$TMPDIR/nothing"
[ ! -e "$TMPDIR/nothing" ] || fault 'looking at a queue made one'
expect_error 1 'none of a run of jobs' sh -c '"$BIANCA" match random discs --games 2 --db "$TMPDIR/cup.db" \
    >/dev/null 2>&1; "$BIANCA" jobs "$TMPDIR/cup.db"'
expect_error 2 'did you mean purge' "$BIANCA" jobs "$TMPDIR/full.db" prge
expect_error 2 '--no-work' "$BIANCA" solve "$TMPDIR/positions.obf" --no-work
expect_error 2 'file of positions' "$BIANCA" solve --start --board 4x4 --jobs "$TMPDIR/full.db"
expect_error 2 'sandbox of the worker' "$BIANCA" tournament random discs --jobs "$TMPDIR/full.db" --trust
expect_error 2 '--jobs' "$BIANCA" tournament random discs --jobs "$TMPDIR/full.db" --show
if [ -n "$redis" ]; then
    redis-cli -s "$TMPDIR/redis/socket" config set requirepass secret-word >/dev/null
    for verb in status workers failed retry purge; do
        expect_error 1 'password' "$BIANCA" jobs "redis://:wrong-word@127.0.0.1:$redis_port/x" $verb
        case $err in *word@* | *wrong-word*) fault "shows the password: $err" ;; esac
        capture "$BIANCA" jobs "redis://:secret-word@127.0.0.1:$redis_port/x" $verb --json
        [ $status -eq 0 ] || fault "with the password: $err"
        case $out$err in *secret-word*) fault "shows the password: $out$err" ;; esac
    done
    expect_error 1 'password' "$BIANCA" worker "$redis"
    expect_output 'redis://127.0.0.1' "$BIANCA" selfplay --board 4x4 --games 64 --depth 1 --exact-from 2 \
        --random-plies 1-4 --jobs "redis://:secret-word@127.0.0.1:$redis_port/x" --threads 1
    case $out in *secret-word*) fault "shows the password: $out" ;; esac
fi
