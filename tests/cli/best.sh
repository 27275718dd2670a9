# bianca best: the table, the JSON, every kind of limit, and every wrong way of asking.
. tests/support/shell.sh
. tests/support/json.sh

facts="\"move\":$move,\"score\":$number,\"depth\":$count,\"selectivity\":$count"
facts="$facts,\"exact\":(true|false),\"pv\":$moves"
rest="\"nodes\":$count,\"seconds\":$number,\"end\":\"[a-z-]+\""
object="\\{$facts,$rest,\"lines\":\\[\\{$facts\\}(,\\{$facts\\})*\\]\\}"
best() { "$BIANCA" best --hash 4 "$@"; }

# The JSON with every kind of limit.
for limit in '--depth 3' '--level 2' '--nodes 5000' '--time 0.05' '--time 0' '--time 0.001' \
    '--depth 2 --lines 3' '--depth 30 --time 0.02' '--level 60 --nodes 1000'; do
    for board in 8x8 6x6 9x7 4x16; do
        expect_output '"move":' "$BIANCA" best --json --threads 1 --hash 4 --board $board $limit
        expect_json "$object"
    done
done
for percent in 73 87 95 98 99 100; do
    for limit in '--depth 5' '--nodes 3000' '--level 3'; do
        expect_output "\"selectivity\":$percent,\"exact\":false" \
            best --json $limit --selectivity $percent --moves f5d6
    done
done
for depth in 1 5 10 11; do
    expect_output '"selectivity":73,"exact":false' best --json --depth $depth --moves f5d6
done
expect_output '"selectivity":100,"exact":false' best --json --level 5 --moves f5d6
expect_json "$object"
expect_error 2 'selectivity must be 73, 87, 95, 98, 99 or 100, not 80' best --selectivity 80
expect_error 2 'not --level' best --search alphabeta --selectivity 87
expect_output '"end":"finished"' best --json --depth 1 --threads 2
expect_output '"end":"node-limit"' best --json --nodes 1000 --threads 1
expect_output '"end":"time-limit"' best --json --time 0.01

# Several lines: so many objects, the first one the answer; never more than there are moves.
expect_output '"lines":[' best --json --depth 2 --lines 4 --moves f5
lines=$(echo "$out" | sed 's/.*"lines"//' | grep -o '"move"' | wc -l)
[ "$lines" -eq 3 ] || fault "not 3 lines: $out"
name='\("[a-z0-9]*"\)'
first=$(echo "$out" | sed "s/^{\"move\":$name,.*\"lines\":\[{\"move\":$name,.*/\1 \2/")
[ "${first% *}" = "${first#* }" ] || fault "the first line is not the answer: $out"

# Exact near the end, a pass, and the end of the game.
ending='XXXXXXX-XOOXXOX-XOXOOXXXXXOXXXXXXXXOXOXXXXOOXOXXXXXXXXXXOOOOOOO- X'
expect_output '"selectivity":100,"exact":true' best --json --depth 20 --position "$ending"
expect_json "$object"
expect_output '{"move":"pass",' best --json --depth 3 --board 4x4 --position 'OX-------------- X'
expect_json "$object"
expect_output '{"move":null,"score":-16,' \
    best --json --board 4x4 --position 'XXXXXXXXXX------ O' --moves ''
expect_output 'The game is over: +16' best --board 4x4 --position 'XXXXXXXXXX------ X'

# The table for people.
expect_output 'move    score      depth  line' best --depth 4 --lines 2 --threads 1 --selectivity 100
[ "$(echo "$out" | grep -c '@100%')" -eq 2 ] || fault "not two lines: $out"
expect_output ' exact  ' best --board 4x4 --depth 16

# Every instruction set gives the same answer.
for isa in $("$BIANCA" --version | sed -n 's/.*available here: \(.*\))/\1/p'); do
    answer=$(BIANCA_ISA=$isa "$BIANCA" best --json --hash 4 --depth 7 --threads 1 --moves f5d6c3 |
        sed 's/"seconds":[^,]*,//')
    : "${expected:=$answer}"
    [ "$answer" = "$expected" ] || fault "isa $isa: $answer, expected $expected"
done

expect_error 2 "is no square" "$BIANCA" best --position abc
expect_error 2 "position: " "$BIANCA" best --position ''
expect_error 2 "position: " "$BIANCA" best --position '-------- X'
expect_error 2 'a1 turns nothing for Black' "$BIANCA" best --moves a1
expect_error 2 'transcript: ' "$BIANCA" best --moves zz
expect_error 2 'at least 4' "$BIANCA" best --board 3x3
expect_error 2 "unexpected argument 'd3'" "$BIANCA" best d3
for wrong in '--depth -1' '--depth 65' '--level -1' '--level 61' '--nodes -1' '--lines 0' \
    '--lines 65' '--selectivity 72' '--selectivity 101' \
    '--threads -1' '--threads 257' '--hash 0' '--time -2'; do
    expect_error 2 'out of range' "$BIANCA" best $wrong
done
for wrong in '--depth x' '--time x' '--level 1.5' '--nodes 1e3'; do
    expect_error 2 'not a number' "$BIANCA" best $wrong
done
expect_error 2 'clairvoyance' "$BIANCA" best --eval clairvoyance --depth 1
expect_error 1 'nowhere.weights' "$BIANCA" best --weights nowhere.weights --depth 1

# catches_signals PID: it has taken over SIGTERM (15), which a program on a busy machine does late.
catches_signals() {
    mask=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null)
    [ $((0x${mask:-0} >> 14 & 1)) -eq 1 ]
}

# Ctrl-C: what was found is printed, the status says that it is not what was asked for.
interrupted() { # SIGNAL ARGUMENTS...
    signal=$1
    shift
    "$BIANCA" "$@" >"$TMPDIR/out" 2>"$TMPDIR/err" &
    pid=$!
    until catches_signals $pid || ! kill -0 $pid 2>/dev/null; do sleep 0.05; done
    sleep 0.5
    kill "-$signal" $pid
    status=0
    wait $pid || status=$?
    [ $status -eq 1 ] || fault "$*: status $status after SIG$signal"
    out=$(cat "$TMPDIR/out")
    grep -q 'stopped' "$TMPDIR/err" || fault "$*: does not say that it was stopped"
}
interrupted TERM best --json --depth 50 --lines 3 --threads 1
expect_json "$object"
case $out in *'"end":"stopped"'*) ;; *) fault "not stopped: $out" ;; esac
interrupted TERM best --depth 50
case $out in *'@73%'*) ;; *) fault "no line after a stop: $out" ;; esac
interrupted TERM best --search alphabeta --eval miniproject3 --depth 30 --json
case $out in *'"end":"stopped"'*) ;; *) fault "not stopped: $out" ;; esac

# Plain alpha-beta ranks moves, each with its exact value: those of plain minimax.
for eval in miniproject3 baseline5 e03-judge alpha-othello; do
    for depth in 1 3 4; do
        expect_output '"lines":[' best --search alphabeta --json --eval $eval --depth $depth --lines 64 --moves f5d6c3
        pruned=$(echo "$out" | sed 's/.*"lines"//; s/,"search".*//')
        first=$(echo "$out" | sed 's/^{"move":"\([^"]*\)".*"lines":\[{"move":"\([^"]*\)".*/\1 \2/')
        [ "${first% *}" = "${first#* }" ] || fault "$eval: the choice is not the first line: $out"
        [ "$(echo "$pruned" | grep -o '"move"' | wc -l)" -eq 4 ] || fault "$eval: not 4 lines: $out"
        expect_output '"lines":[' best --search alphabeta --json --eval $eval --depth $depth --lines 64 --moves f5d6c3 --no-pruning
        full=$(echo "$out" | sed 's/.*"lines"//; s/,"search".*//')
        [ "$(echo "$pruned" | grep -o '"move":"[^"]*","score":[^,]*' | sort)" = "$(echo "$full" | grep -o '"move":"[^"]*","score":[^,]*' | sort)" ] ||
            fault "$eval, $depth plies: pruned and full values differ: $pruned: $full"
    done
done
[ "$("$BIANCA" best --search alphabeta --eval discs --lines 3 | grep -c '^[a-h][1-8] ')" -eq 3 ] || fault 'not three rows'

# The terms of a value, and the table of squares with the discs on it.
out=$("$BIANCA" eval --eval miniproject3 --explain --moves f5)
case $out in
*'The weight of each square'*' 1     99    -10     10      6      6     10    -10     99'*' 5      6      4      5      1X     1X     5X     4      6'*) ;;
*) fault "eval --explain draws no table: $out" ;;
esac
