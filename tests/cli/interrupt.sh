# Ctrl-C and SIGTERM end every command of `bianca help` within a second, and what was finished is
# kept. Each command has a row here: how to make it run for long, or that it ends by itself.
# Runs with priority: a second is a second.
. tests/support/shell.sh

beside_most=3
folder=$TMPDIR/work
mkdir "$folder"
program=$(realpath "$BIANCA")
"$program" selfplay --games 256 --depth 1 --exact-from 4 --out "$folder/games.bin" >/dev/null 2>&1 ||
    fault 'selfplay makes no games'
mkfifo "$folder/never"
sleep 1000 >"$folder/never" & # holds the input open of those that read it
holder=$!
now() {
    date +%s%N
}

# interrupt SIGNAL SECONDS WORD...: starts the command, sends the signal so much later, leaves its
# output in $out and $err, how long it took to end in $ms.
interrupt() {
    signal=$1 delay=$2
    shift 2
    (cd "$folder" && exec env --default-signal=INT "$program" "$@" <never >"$TMPDIR/out" 2>"$TMPDIR/err") &
    pid=$!
    sleep "$delay"
    kill -0 "$pid" 2>/dev/null || fault "$*: ended by itself: $(cat "$TMPDIR/err")"
    begin=$(now)
    kill -"$signal" "$pid"
    (sleep 20 && kill -KILL "$pid") 2>/dev/null &
    guard=$!
    wait "$pid" 2>/dev/null
    status=$?
    ms=$((($(now) - begin) / 1000000))
    kill "$guard" 2>/dev/null
    out=$(cat "$TMPDIR/out") err=$(cat "$TMPDIR/err")
}

# ends KEPT WORD...: both signals end it in time. KEPT is a pattern that standard output must show,
# because it was known by then. A slow machine, or a build with sanitizers, gets more time to begin.
ends() {
    tested="$tested $2"
    beside check_ends "$@"
}
check_ends() {
    kept=$1
    shift
    for signal in INT TERM; do
        for delay in 0.33 1.5 6; do
            interrupt $signal $delay "$@"
            case $out in *$kept*) [ $ms -gt 1000 ] || continue 2 ;; esac
        done
        [ $ms -le 1000 ] || fault "$*: $ms ms after SIG$signal"
        case $out in *$kept*) ;; *) fault "$*: SIG$signal: expected '$kept' in: $out $err" ;; esac
    done
}

# quick WORD...: ends by itself, at once.
quick() {
    tested="$tested $1"
    beside check_quick "$@"
}
check_quick() {
    capture timeout 20 "$program" "$@"
    [ $status -eq 0 ] || fault "$*: status $status: $err"
}

check_review() {
    check_ends 'Endings' match discs:depth=1 random --games 60 --review 20 --html report.html
    [ -s "$folder/report.html" ] || fault 'an interrupted review leaves no report'
    case $err in *'stopped; the report has reviews of '*' of 60 games'*) ;; *) fault "match --review: $err" ;; esac
}

check_jobs() {
    check_ends '' selfplay --games 100000 --depth 16 --jobs jobs.db
    check_ends '' worker jobs.db
}

tested=
ends '' play
ends 'nodes' best --depth 40
ends '"pv"' best --depth 40 --json
ends 'nodes' best --search alphabeta --depth 30
ends 'd3' solve --start
ends 'board' boards 8x8
ends 'Endings' match engine:level=25 random --games 100
ends 'Endings' match "hangs=gtp:sleep 100" random --games 100 --trust
beside check_review
ends 'Endings' tournament engine:level=25 random --games 100
ends 'Endings' tournament engine:level=25 random --games 100 --serve --port 0
ends 'Endings' tournament discs:depth=1 random --games 2 --serve --port 0
ends 'valid moves' referee engine:level=25 engine:level=24
ends '' gtp
ends '' nboard
ends '' botzone
ends '' convert never
ends '' games library.db import never
ends 'positions' book build deep.book --level 26
ends '' review --level 40 f5d6c3d3c4f4f6g5e3f3g6e2d7b3
ends '' tune --nodes 20000 --out tune.journal
ends '1' perft 14
ends '' probcut-fit --positions 100000
ends '' selfplay --games 100000 --depth 16 --out deep.bin
tested="$tested worker"
beside check_jobs
ends '' fit games.bin --out net.weights --network --epochs 1000
ends '' gold build gold.obf
ends 'http' serve --port 0
quick show
quick bench
quick eval
quick players
quick help
quick version
quick completion bash
quick manual
# These need what others write; they end by themselves.
tested="$tested jobs player"
together

for command in $("$program" help | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p'); do
    case " $tested " in *" $command "*) ;; *) fault "'$command' has no row in this test" ;; esac
done

# What was finished is still there: the same commands resume.
[ -s "$folder/net.weights.checkpoint" ] || fault 'fit keeps nothing'
kill "$holder"
