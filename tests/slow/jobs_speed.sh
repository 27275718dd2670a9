# Jobs of a fifth of a second: two workers do at least 1.9 times what one does, sixteen on a machine of
# sixteen cores at least 15 times, through a Redis server or, without one, a file; or 95 % of what as
# many processes gain that share nothing, where the machine gives no more. Runs alone: it measures time.
# Takes 1 min on two cores.
. tests/support/shell.sh
. tests/support/redis.sh

if has_redis; then
    redis_start
    place=$redis
else
    redis=
    place=$TMPDIR
fi
cores=$(nproc)
jobs=${JOBS_EACH:-60} # for each worker
settings="--depth 4 --exact-from 12 --seed 9"

# milliseconds WORKERS NAME: how long they take for $jobs jobs each, without the start of the workers.
milliseconds() {
    address=$place/$2
    [ -n "$redis" ] || address=$place/$2.db
    "$BIANCA" selfplay $settings --games $((64 * jobs * $1)) --jobs "$address" --no-work >"$TMPDIR/submitter" 2>&1 &
    submitter=$!
    until "$BIANCA" jobs "$address" --json 2>/dev/null | tail -n 1 | grep -q "\"waiting\":$((jobs * $1)),"; do
        kill -0 $submitter 2>/dev/null || break
        sleep 0.1
    done
    begin=$(date +%s%N)
    "$BIANCA" worker "$address" --threads "$1" --drain >"$TMPDIR/worker" 2>&1
    echo $((($(date +%s%N) - begin) / 1000000))
    wait $submitter
}

# apart PROCESSES: how long so many processes take for the games of $jobs jobs each.
apart() {
    rm -f "$TMPDIR/apart"* # of another round: a finished file would not be played again
    begin=$(date +%s%N)
    for i in $(seq "$1"); do
        "$BIANCA" selfplay $settings --games $((64 * jobs)) --threads 1 --out "$TMPDIR/apart-$1-$i.bin" >/dev/null 2>&1 &
    done
    wait
    echo $((($(date +%s%N) - begin) / 1000000))
}

alone=$(apart 1)
one=$(milliseconds 1 one)

# gains WORKERS ROUND: whether so many gain enough.
gains() {
    many=$(milliseconds "$1" "many-$1-$2")
    awk -v one="$one" -v many="$many" -v workers="$1" -v jobs="$jobs" -v alone="$alone" -v apart="$(apart "$1")" 'BEGIN {
        gain = one * workers / many
        limit = alone * workers / apart
        printf "%d workers: %.2f times one, as many processes apart: %.2f; a job takes %.0f ms\n", workers, gain, limit, one / jobs
        exit gain < (workers == 16 ? 15 : 0.95 * workers) && gain < 0.95 * limit
    }'
}
# A machine that does something else meanwhile gets another chance.
for workers in 2 4 8 16; do
    [ "$workers" -le "$cores" ] || break
    for round in 1 2 3; do
        ! gains $workers $round || continue 2
    done
    fault "$workers workers gain too little"
done
