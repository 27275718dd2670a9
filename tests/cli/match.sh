# bianca match and bianca tournament: what they print, every protocol, and every wrong way of asking.
# Runs with priority: it looks at times.
. tests/support/shell.sh
. tests/support/arena.sh

# The reference game of the 6x6 exercise, move by move.
expect_output '"moves":"c2b4d5c1a4e4d2e3e1b3f3c5f4a3b6e5a2c6b2a1a5b1d1f1f5f2d6a6e2e6f6b5"' \
    "$BIANCA" match e03-judge e03-myjudge --board 6x6 --games 1 --json
[ "$(echo "$out" | sed -n 1p | field score)" = -18 ] || fault "not 27-9 for White: $out"
expect_output 'Game 1: e03-judge (Black) 9, e03-myjudge (White) 27' \
    "$BIANCA" match e03-judge e03-myjudge --board 6x6 --games 1 --depth 10 --show
for words in 'Game 1: e03-judge (Black) - e03-myjudge (White)' 'Black plays c2, score ' \
    'White wins 27 to 9' 'Endings: 1 played out'; do
    case $out in *"$words"*) ;; *) fault "--show does not say '$words'" ;; esac
done
[ "$(echo "$out" | grep -c ' plays ')" -eq 32 ] || fault '--show does not show 32 moves'

# The same seed gives the same games, on any number of threads; another one does not.
match() { "$BIANCA" match a=random b=random --games 40 --json "$@" | sed '$d; s/,"seconds".*//'; }
match --seed 3 >"$TMPDIR/one"
match --seed 3 --threads 3 >"$TMPDIR/three"
match --seed 4 >"$TMPDIR/other"
cmp -s "$TMPDIR/one" "$TMPDIR/three" || fault 'threads change the games'
cmp -s "$TMPDIR/one" "$TMPDIR/other" && fault 'the seed changes nothing'
[ "$(wc -l <"$TMPDIR/one")" -eq 40 ] || fault 'not one line per game'
[ "$(field moves <"$TMPDIR/one" | sort -u | wc -l)" -eq 40 ] || fault 'games are repeated'

# Pairs: the same opening with colours swapped.
field moves <"$TMPDIR/one" | cut -c 1-12 | awk 'NR % 2 { first = $0; next } $0 != first { exit 1 }' ||
    fault 'the games of a pair begin differently'
[ "$(field moves <"$TMPDIR/one" | cut -c 1-12 | sort -u | wc -l)" -eq 20 ] ||
    fault 'two pairs begin alike'
[ "$(sed -n 1p "$TMPDIR/one" | field black)" = a ] || fault 'the first player does not begin'
[ "$(sed -n 2p "$TMPDIR/one" | field black)" = b ] || fault 'colours are not swapped'

# Every protocol plays whole games, against a player of this process and the same honest program.
for player in "gtp:$bots/gtp_first" "gtp:$bots/gtp_first odd" "nboard:$bots/nboard_first" "botzone:$bots/botzone_first" \
    "botzone:$bots/botzone_first keep" "botzone-json:$bots/botzone_first json" \
    "botzone-json:$bots/botzone_first json keep" "statefile:$bots/statefile_first"; do
    for walls in '' --trust; do
        capture "$BIANCA" match "p=$player" random --games 6 --openings 4 --seed 2 --json $walls
        [ $status -eq 0 ] || fault "$player: status $status: $err"
        [ "$(echo "$out" | grep -c '"ending":"played_out"')" -eq 6 ] || fault "$player: $out"
        echo "$out" | sed '$d' | field moves >"$TMPDIR/games"
        [ -e "$TMPDIR/expected" ] || cp "$TMPDIR/games" "$TMPDIR/expected"
        cmp -s "$TMPDIR/games" "$TMPDIR/expected" || fault "$player plays other games"
    done
done
# What a Botzone program notes for itself comes back to it.
for player in "botzone:$bots/botzone_first data" "botzone-json:$bots/botzone_first json data"; do
    expect_output '"endings":{"played_out":2}' "$BIANCA" match "p=$player" random --games 2 --json
done
# A program of the course is killed at the limit, and what it has written counts. It starts anew for
# every move, which takes a busy machine more than a tenth of a second: few moves with more time each.
echo d3c5e6f3e3f7e7d2c3f5f6c2c4d6f4f2f8g3g4h5c7g5g6d7c1b5e1d1e2h6f1e8c6g8a4b8h4h3g2h2d8c8b7a5b6a8b4a3 >"$TMPDIR/late.txt"
expect_output '"endings":{"played_out":1}' "$BIANCA" match "p=statefile:$bots/statefile_first slow" \
    random --games 1 --openings "$TMPDIR/late.txt" --time 0.6 --json
# Time: per move and per game.
expect_output '"endings":{"played_out":2}' "$BIANCA" match "p=gtp:$bots/gtp_first" engine:level=60 \
    --games 2 --time 0.05 --json
expect_output '"endings":{"played_out":2}' "$BIANCA" match "p=gtp:$bots/gtp_first" engine:level=60 \
    --games 2 --clock 0.5 --json
expect_output '"ending":"timeout","failed":"black"' "$BIANCA" match "p=gtp:$bots/hostile hang 2" \
    random --games 1 --clock 0.3 --json

# A sequential test stops early, after the same games on any number of threads.
expect_output 'SPRT of 100 against 0 Elo: accepted' \
    "$BIANCA" match discs:depth=3 random --games 1000 --sprt 0,100 --threads 2
one=$("$BIANCA" match mobility:depth=2 random --games 1000 --sprt 0,100 --json | tail -n 1 | field games)
two=$("$BIANCA" match mobility:depth=2 random --games 1000 --sprt 0,100 --json --threads 3 | tail -n 1 | field games)
[ "$one" = "$two" ] && [ "$one" -lt 1000 ] || fault "SPRT ends after $one and $two games"

# Openings from files, with positions and with games.
printf '%% comment\nf5d6c3\n\n1. f5 2. f6\n' >"$TMPDIR/games.txt"
expect_output '"moves":"f5' "$BIANCA" match random discs --games 4 --openings "$TMPDIR/games.txt" --json
printf -- '---------------------------OX------XO--------------------------- X; d3:+0;\n' >"$TMPDIR/a.obf"
printf -- '------------------------OOOOX------XO--------------------------- O;\n' >>"$TMPDIR/a.obf"
expect_output '"endings":{"played_out":4}' \
    "$BIANCA" match random discs --games 4 --openings "$TMPDIR/a.obf" --json
expect_error 2 "player 'g' can only begin at the usual start" \
    "$BIANCA" match "g=gtp:$bots/gtp_first" discs --openings "$TMPDIR/a.obf"
expect_output '"endings":{"played_out":4}' "$BIANCA" match "n=nboard:$bots/nboard_first" \
    "s=statefile:$bots/statefile_first" --games 4 --openings "$TMPDIR/a.obf" --json
printf 'f5d6c3\nf5f5\n' >"$TMPDIR/bad.txt"
expect_error 2 'bad.txt: line 2: transcript: move 2' \
    "$BIANCA" match random discs --openings "$TMPDIR/bad.txt"
: >"$TMPDIR/empty"
expect_error 2 'there is no opening in it' "$BIANCA" match random discs --openings "$TMPDIR/empty"
expect_error 1 'No such file' "$BIANCA" match random discs --openings "$TMPDIR/missing"
expect_output '"endings":{"played_out":6}' \
    "$BIANCA" match random discs --board 6x6 --games 6 --openings balanced:4 --json
[ "$(echo "$out" | sed '$d' | field moves | cut -c 1-8 | sort -u | wc -l)" -eq 3 ] ||
    fault "not a balanced opening for each pair: $out"

# --json and the report have the same games, players and standings. The opening has nine moves and a
# pass, which `moves` leaves out and `opening_moves` does not count; another start is said.
printf 'd3d2c1b4a2b1a3d1pac4\n' >"$TMPDIR/passed.txt"
expect_output '"opening_moves":9,"moves":"d3d2c1b4a2b1a3d1c4' "$BIANCA" match random discs --board 4x4 \
    --games 1 --openings "$TMPDIR/passed.txt" --json
expect_output '"start":"------------------------OOOOX------XO--------------------------- O","opening_moves":0,' \
    "$BIANCA" tournament random discs:depth=1 mobility:depth=1 --games 4 --openings "$TMPDIR/a.obf" --json \
    --html "$TMPDIR/same.html"
echo "$out" | sed -n 's/^{"type":"game",\(.*\)}$/\1/p' >"$TMPDIR/lines"
[ "$(wc -l <"$TMPDIR/lines")" -eq 12 ] && [ "$(grep -cFf "$TMPDIR/lines" "$TMPDIR/same.html")" -eq 12 ] ||
    fault "the games of the report are others than those of --json: $out"
for list in players standings; do
    echo "$out" | sed -n '$s/.*\("'$list'":\[{.*}\]\),"\(standings\|games\)".*/\1/p' >"$TMPDIR/lines"
    [ -s "$TMPDIR/lines" ] && grep -qFf "$TMPDIR/lines" "$TMPDIR/same.html" ||
        fault "the $list of the report are others than those of --json: $out"
done
[ "$(field number <"$TMPDIR/out" | sort -un | wc -l)" -eq 12 ] || fault "games have the same number: $out"

# The tournament's table and its report.
expect_output 'rank player ' "$BIANCA" tournament random discs:depth=1 mobility:depth=2 --games 6 \
    --html "$TMPDIR/report.html"
[ "$(echo "$out" | sed -n '2,4p' | awk '{ print length($0) }' | sort -u | wc -l)" -eq 1 ] ||
    fault "the rows are not aligned: $out"
# Two games of a tournament begin elsewhere for each two players, and it is said so.
expect_output 'another for each two players' "$BIANCA" tournament random discs:depth=1 mobility:depth=1 --games 2
out=$("$BIANCA" tournament random discs:depth=1 mobility:depth=1 --games 2 --json | sed '$d' | field moves | cut -c 1-12)
[ "$(echo "$out" | sort -u | wc -l)" -eq 3 ] || fault "not an opening for each two players: $out"
[ "$(echo "$out" | sed -n '1p')" = "$(echo "$out" | sed -n '2p')" ] || fault "colours are not swapped: $out"
# Thirty players: names are shown, and every line fits the terminal.
players=$(for i in $(seq 30); do echo "student-$i=random:seed=$i"; done)
out=$(COLUMNS=80 "$BIANCA" tournament $players --games 1)
[ "$(echo "$out" | awk '{ if (length($0) > most) most = length($0) } END { print most }')" -le 80 ] ||
    fault "wider than the terminal: $out"
[ "$(echo "$out" | grep -c '^ *[0-9]* student-7 ')" -eq 6 ] || fault "names are not in every block: $out"
# Heads differ, although they have no room for what the names begin with.
heads=$(echo "$out" | grep '^rank points' | grep -o '[0-9]* [.][.][0-9]*' | sed 's/.*[.]//' | sort -n | tr '\n' ' ')
[ "$heads" = "$(seq 30 | tr '\n' ' ')" ] || fault "heads of the cross table: $heads: $out"
out=$(COLUMNS=80 "$BIANCA" tournament équipe-été=random équipe-école=random:seed=2 ann=random:seed=3 équipe=random:seed=4 --games 1)
for head in ' ann' ' équip' ' ..-ét' ' ..-éc'; do
    echo "$out" | grep '^rank points' | grep -q "[1-4]$head" || fault "no head $head: $out"
done
for words in '<!DOCTYPE html>' '<style>' '"standings":[' '"games":[' 'function drawTable' '</html>'; do
    grep -qF "$words" "$TMPDIR/report.html" || fault "the report lacks $words"
done
grep -qE '[{]{2}[a-z]+[}]{2}' "$TMPDIR/report.html" && fault 'a place of the report is not filled'
grep -qE '(src|href)=' "$TMPDIR/report.html" && fault 'the report needs other files'
expect_output '{"type":"tournament","board":"9x7","players":[{"name":"random",' \
    "$BIANCA" tournament random discs:depth=1 nine-by-seven:depth=2 --board 9x7 --games 4 --json

# Bad input: one line, and nothing lost; a report that cannot be written costs no games.
expect_error 1 '/nowhere/report.html: No such file' "$BIANCA" match random discs:depth=1 --games 2 --html /nowhere/report.html
expect_error 1 "$TMPDIR: Is a directory" "$BIANCA" tournament random discs:depth=1 mobility:depth=1 --html "$TMPDIR"
expect_error 2 "unknown player 'randon', did you mean 'random'" "$BIANCA" match randon discs
expect_error 2 "player 'gtp:./no-such-bot': program './no-such-bot': No such file" \
    "$BIANCA" match gtp:./no-such-bot discs
expect_error 2 'is not executable' "$BIANCA" match gtp:./Makefile discs
expect_error 2 'is not a file' "$BIANCA" match gtp:./src discs
expect_error 2 'command: a quote is not closed' "$BIANCA" match "x=gtp:sh 'a" discs
expect_error 2 "two players are called 'random'" "$BIANCA" match random random
expect_error 2 "two players are called 'x'" "$BIANCA" tournament discs x=random x=discs
expect_error 2 'e03-myjudge' "$BIANCA" match e03-myjudge random --board 9x7
expect_error 2 "'0' is out of range" "$BIANCA" match random discs --games 0
expect_error 2 'too few arguments' "$BIANCA" match random
expect_error 2 'too few arguments' "$BIANCA" tournament random
expect_error 2 'board 3x3' "$BIANCA" match random discs --board 3x3
expect_error 2 'expected two numbers' "$BIANCA" match random discs --sprt 5
expect_error 2 'elo0 must be less than elo1' "$BIANCA" match random discs --sprt 5,5
expect_error 2 'is out of range' "$BIANCA" match random discs --openings 11
expect_error 2 'games are more than' "$BIANCA" tournament random discs mobility --games 1000000
printf '#!/no/such/interpreter\n' >"$TMPDIR/broken"
chmod +x "$TMPDIR/broken"
expect_error 1 "does not start: exec: No such file" "$BIANCA" match "x=gtp:$TMPDIR/broken" discs --trust

case $("$BIANCA" match random discs --games 2 --db "$TMPDIR/cup.db" 2>&1) in
*'without SQLite'*) exit ;;
esac
sum=$(cksum <"$TMPDIR/cup.db")
expect_error 2 "belongs to another tournament: there 'player 2: discs=discs', here 'player 2: mobility=mobility'" \
    "$BIANCA" match random mobility --games 2 --db "$TMPDIR/cup.db"
expect_error 2 "there 'board: 8x8', here 'board: 6x6'" \
    "$BIANCA" match random discs --games 2 --db "$TMPDIR/cup.db" --board 6x6
expect_error 1 'file is not a database' "$BIANCA" match random discs --db Makefile
[ "$sum" = "$(cksum <"$TMPDIR/cup.db")" ] || fault 'the database was changed by refused commands'
expect_output '2 games, 2 of 2 were there already' \
    "$BIANCA" match random discs --games 2 --db "$TMPDIR/cup.db"

# A second match on the same database is told that another is at work.
"$BIANCA" match engine:level=20 random --games 100 --db "$TMPDIR/busy.db" >/dev/null 2>&1 &
first=$!
for try in 1 2 3 4 5 6 7 8 9 10; do
    [ -e "$TMPDIR/busy.db.lock" ] && break
    sleep 0.2
done
expect_error 1 'another process is at work' "$BIANCA" match engine:level=20 random --games 100 --db "$TMPDIR/busy.db"
kill "$first"
wait "$first"
[ ! -e "$TMPDIR/busy.db.lock" ] || fault 'the lock is left'

# Names are free of control characters.
escape=$(printf '\033')
expect_output '"black":"?[31mred"' "$BIANCA" match "$escape[31mred=random" discs --games 1 --json
