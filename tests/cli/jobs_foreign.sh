# Foreign programs of a tournament that is shared with --jobs run in the sandbox of the worker.
. tests/support/shell.sh
. tests/support/arena.sh
expect_sandbox
own_bots gtp_first hostile
capture "$BIANCA" jobs "$TMPDIR/nothing.db"
case $err in *'without SQLite'*) exit 0 ;; esac

cup="$BIANCA tournament random discs --games 2 --openings start --json"
$cup "first=gtp:$bots/gtp_first" >"$TMPDIR/alone" || fault 'no tournament'
$cup "first=gtp:$bots/gtp_first" --jobs "$TMPDIR/jobs.db" --threads 2 >"$TMPDIR/shared" || fault 'no tournament with jobs'
for name in moves score ending; do
    [ "$(field $name <"$TMPDIR/alone")" = "$(field $name <"$TMPDIR/shared")" ] || fault "$name differ"
done
# A hostile one cannot read what the worker's user can, nor kill the tournament.
$cup "hostile=gtp:$bots/hostile segfault" --jobs "$TMPDIR/jobs.db" >"$TMPDIR/shared" || fault 'a crash ends the tournament'
grep -q '"ending":"crashed"' "$TMPDIR/shared" || fault "no crash: $(cat "$TMPDIR/shared")"
expect_nothing_left "$bots/hostile" 'after a shared tournament'
# A program that is not on the worker's machine: refused with the reason, at once.
capture $cup "gone=gtp:$TMPDIR/no-such-program" --jobs "$TMPDIR/jobs.db"
[ $status -ne 0 ] || fault 'a program that is not there plays'

# Games of a program that was replaced since are not those of the one that is there now: neither of a
# program, nor of a file among its arguments, nor of a plug-in.
changing=$TMPDIR/changing
mkdir "$changing" && cp "$bots/hostile" "$changing"
replace() { # RESIGNS: 1 or 0
    printf '#!/bin/sh\nexec %s %s 0\n' "$changing/hostile" "$([ "$1" = 1 ] && echo resign || echo honest)" >"$changing/bot"
    printf '#!/bin/sh\nwhile read -r w h own opp; do echo %s; done\n' "$1" >"$changing/plugin"
    chmod a+rx "$changing/bot" "$changing/plugin"
}
expect_count() { # RESUMED RESIGNED PLAYER
    "$BIANCA" tournament random discs "x=$3" --games 2 --openings start --json \
        >"$TMPDIR/counted" 2>"$TMPDIR/err" --jobs "$TMPDIR/changing.db" || fault "$3: $(cat "$TMPDIR/err")"
    found=$(grep -o '"resumed":[0-9]*' "$TMPDIR/counted") resigned=$(grep -c '"ending":"resigned"' "$TMPDIR/counted")
    [ "$found" = "\"resumed\":$1" ] || fault "$3: $found, expected $1"
    [ "$resigned" = "$2" ] || fault "$3: $resigned games resigned, expected $2"
}
chmod a+rx "$changing"
for player in "gtp:$changing/bot" "gtp:sh $changing/bot" "plugin:$changing/plugin,depth=1"; do
    case $player in plugin*) resigns=0 ;; *) resigns=4 ;; esac
    replace 0
    expect_count 0 0 "$player"
    expect_count 6 0 "$player"
    replace 1
    expect_count 0 "$resigns" "$player"
    expect_count 6 "$resigns" "$player"
    replace 0
    expect_count 6 0 "$player"
done
expect_output '6 games, 6 of 6 were there already' "$BIANCA" tournament random discs "x=gtp:$changing/bot" \
    --games 2 --openings start --jobs "$TMPDIR/changing.db"

# A worker whose machine has another program of that name refuses the work and says why.
replace 0
"$BIANCA" tournament random "x=gtp:$changing/bot" --games 2 --openings start --jobs "$TMPDIR/other.db" --no-work \
    >"$TMPDIR/waiting" 2>&1 &
waiting=$!
for try in $(seq 50); do
    [ "$("$BIANCA" jobs "$TMPDIR/other.db" --json 2>/dev/null | field waiting | tail -1)" = 1 ] && break
    sleep 0.2
done
replace 1
capture timeout 60 "$BIANCA" worker "$TMPDIR/other.db" --threads 1 --drain
case $err in *"player 'x' has other files here (its program"*) ;; *) fault "a worker with another program: $err" ;; esac
kill "$waiting"
wait "$waiting"
