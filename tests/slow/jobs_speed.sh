# Jobs of a fifth of a second: two workers do at least 1.9 times what one does, sixteen on a machine of
# sixteen cores at least 15 times, through a Redis server or, without one, a file. Runs alone: it
# measures time.
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

one=$(milliseconds 1 one)
for workers in 2 4 8 16; do
    [ "$workers" -le "$cores" ] || break
    many=$(milliseconds $workers many-$workers)
    awk -v one="$one" -v many="$many" -v workers=$workers -v jobs="$jobs" 'BEGIN {
        printf "%d workers: %.2f times one; a job takes %.0f ms\n", workers, one * workers / many, one / jobs
        exit one * workers / many < (workers == 16 ? 15 : 0.95 * workers)
    }' || fault "$workers workers gain too little"
done
