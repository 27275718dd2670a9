# Broken and malicious programs: each costs its game, has the right name for its end, and leaves
# nothing behind. HOSTILE_GAMES (default 60) games with a random one each come last.
. tests/support/shell.sh
. tests/support/arena.sh

limits='--memory 256 --processes 40'
tag=7$$

# A program that is to run out of time gets little of it, the others plenty.
patience() {
    [ "$1" = timeout ] && echo 0.5 || echo 20
}

# expect_ending BEHAVIOUR MOVES ENDING OPTION...
expect_ending() {
    behaviour=$1 moves=$2 ending=$3
    shift 3
    expect_output '"type":"game"' "$BIANCA" match "h=gtp:$bots/hostile $behaviour $moves $tag" \
        random --games 1 --json --timeout "$(patience "$ending")" $limits "$@"
    found=$(echo "$out" | sed -n 1p | field ending)
    [ "$found" = "$ending" ] || fault "$behaviour after $moves moves $*: $found, expected $ending: $out"
    if [ "$ending" != played_out ]; then
        [ "$(echo "$out" | sed -n 1p | field failed)" = black ] || fault "$behaviour: wrong culprit: $out"
        [ "$(echo "$out" | sed -n 1p | field score)" = -64 ] || fault "$behaviour: wrong score: $out"
    fi
}

# Every way, in the middle of a game.
"$bots/hostile" list >"$TMPDIR/list"
while read -r behaviour ending; do
    expect_ending "$behaviour" 3 "$ending"
done <"$TMPDIR/list"
case $out in *'"black_isolation":"'*limits*) ;; *) fault "does not say the isolation: $out" ;; esac
expect_nothing_left "$bots/hostile" 'all behaviours'
expect_nothing_left "sleep $tag" 'all behaviours'

# Before the first word, and at the first move.
for pair in hang:timeout ignore_signals:timeout leave:crashed segfault:crashed close_output:crashed \
    flood:output_limit one_long_line:output_limit drip:timeout fork_bomb:process_limit \
    eat_memory:memory_limit; do
    expect_ending "${pair%:*}" -1 "${pair#*:}"
done
expect_ending nonsense 0 illegal_move
case $out in *"'banana <script> ?[31m ??'"*) ;; *) fault "does not show what was sent: $out" ;; esac

# Without namespaces: a weaker sandbox, the same names.
for pair in hang:timeout ignore_signals:timeout leave_with_3:crashed fork_bomb:process_limit \
    daemons:process_limit fork_and_leave:process_limit eat_memory:memory_limit \
    huge_file:file_limit leave_children:played_out; do
    expect_ending "${pair%:*}" 2 "${pair#*:}" --no-namespaces
done
expect_nothing_left "$bots/hostile" 'without namespaces'
expect_nothing_left "sleep $tag" 'without namespaces'

# Programs of the other protocols.
for protocol in nboard botzone botzone-json statefile; do
    for pair in hang:timeout segfault:crashed one_long_line:output_limit fork_bomb:process_limit; do
        expect_output '"type":"game"' "$BIANCA" match "h=$protocol:$bots/hostile ${pair%:*} -1" \
            random --games 1 --json --timeout "$(patience "${pair#*:}")" $limits
        found=$(echo "$out" | sed -n 1p | field ending)
        [ "$found" = "${pair#*:}" ] || fault "$protocol ${pair%:*}: $found, expected ${pair#*:}: $out"
    done
done

# Many games, a random one each: which one follows from the opening.
games=${HOSTILE_GAMES:-60}
capture "$BIANCA" match "h=gtp:$bots/hostile by-opening" random --games "$games" --threads 4 --json \
    --timeout 3 $limits
[ $status -eq 0 ] || fault "the arena fails: status $status: $err"
[ "$(grep -c '"type":"game"' "$TMPDIR/out")" -eq "$games" ] || fault "not all of $games games"
grep '"type":"game"' "$TMPDIR/out" | awk -v list="$TMPDIR/list" '
    BEGIN { while ((getline line < list) > 0) { split(line, words, " "); ending[count++] = words[2] } }
    {
        match($0, /"ending":"[a-z_]*"/); found = substr($0, RSTART + 10, RLENGTH - 11)
        match($0, /"moves":"[a-h1-8]*/); moves = substr($0, RSTART + 9, 12)
        sum = 0
        for (i = 0; i < 6; i++)
            sum += 8 * (index("abcdefgh", substr(moves, 2 * i + 1, 1)) - 1) + substr(moves, 2 * i + 2, 1) - 1
        wanted = ending[sum % count]
        # Few games are over before the program comes to misbehave.
        if (found != wanted && found != "played_out") { print "wanted " wanted ": " $0; faults++ }
        if (found == "played_out" && wanted != "played_out") early++
    }
    END { if (early > NR / 50 + 1) { print early " games were over early"; faults++ } exit faults > 0 }
' || fault 'endings with wrong names'
expect_nothing_left "$bots/hostile" 'many games'

# What it may have written is nowhere. (Without namespaces it may: that is what they are for.)
case $("$BIANCA" match "h=gtp:$bots/hostile honest" random --games 1 --json | field black_isolation) in
*read-only*)
    rm -f /tmp/hostile-litter /var/tmp/hostile-litter /dev/shm/hostile-litter
    expect_ending litter 0 played_out
    for place in /tmp /var/tmp /dev/shm / .; do
        [ ! -e "$place/hostile-litter" ] || fault "litter in $place"
    done
    ;;
esac
