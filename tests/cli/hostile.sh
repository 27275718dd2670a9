# Broken and malicious programs: each costs its game, has the right name for its end, reaches nothing
# of the user's, and leaves nothing behind. HOSTILE_GAMES (default 24) games with a random one each
# come last, HOSTILE_TIMEOUT (default 3) seconds a move. Run by root, all of it is also done as an
# ordinary user. Runs with priority: limits are timed.
. tests/support/shell.sh
. tests/support/arena.sh
own_bots hostile
expect_sandbox
(again_as_ordinary_user tests/cli/hostile.sh; exit $faults) >"$TMPDIR/as-user" 2>&1 &
as_user=$!

limits='--memory 256 --processes 40'
tag=7$$

# A program that is to run out of time gets little of it, the others plenty.
patience() {
    [ "$1" = timeout ] && echo 0.5 || echo 20
}

# What a program would like to have: a key in the home, a port and a socket that somebody listens on.
export HOME="$TMPDIR/home"
mkdir -p "$HOME/.ssh"
echo 'a secret' >"$HOME/.ssh/id_ed25519"
"$bots/hostile" listen "$TMPDIR/port" "$TMPDIR/socket" "$TMPDIR/came" &
listener=$!
for try in 1 2 3 4 5 6 7 8 9 10; do
    [ -s "$TMPDIR/port" ] && break
    sleep 0.1
done
targets="key=$HOME/.ssh/id_ed25519 port=$(cat "$TMPDIR/port") socket=$TMPDIR/socket"

# expect_ending BEHAVIOUR MOVES ENDING OPTION...
expect_ending() {
    behaviour=$1 moves=$2 ending=$3
    shift 3
    expect_output '"type":"game"' "$BIANCA" match \
        "h=gtp:${program:-$bots/hostile} $behaviour $moves $tag $targets" random --games 1 --json \
        --timeout "$(patience "$ending")" $limits "$@"
    found=$(echo "$out" | sed -n 1p | field ending)
    [ "$found" = "$ending" ] || fault "$behaviour after $moves moves $*: $found, expected $ending: $out"
    if [ "$ending" != played_out ]; then
        [ "$(echo "$out" | sed -n 1p | field failed)" = black ] || fault "$behaviour: wrong culprit: $out"
        [ "$(echo "$out" | sed -n 1p | field score)" = -64 ] || fault "$behaviour: wrong score: $out"
    fi
}

# expect_clean WHAT: nothing was reached, and nothing is left.
mounts=$(wc -l </proc/self/mountinfo)
expect_clean() {
    expect_nothing_left "$bots/hostile honest" "$1"
    expect_nothing_left "$bots/hostile by-opening" "$1"
    expect_nothing_left "sleep $tag" "$1"
    [ "$(wc -l </proc/self/mountinfo)" -eq "$mounts" ] || fault "$1: mounts are left"
    kill -0 "$listener" 2>/dev/null || fault "$1: the listener is gone"
    [ ! -s "$TMPDIR/came" ] || fault "$1: reached $(sort -u "$TMPDIR/came")"
}

# Every way, in the middle of a game.
"$bots/hostile" list >"$TMPDIR/list"
while read -r behaviour ending; do
    beside expect_ending "$behaviour" 3 "$ending"
done <"$TMPDIR/list"
together
expect_ending honest 0 played_out
case $out in *'"black_isolation":"bubblewrap+seccomp+no-network'*) ;; *) fault "does not say the protection: $out" ;; esac
expect_clean 'all behaviours'

# Memory that no process seems to have, measured from outside: what the kernel says it holds. Each of
# these would have 512 MB there if it could.
kernel_mb() {
    awk '/^(Shmem|PageTables|SUnreclaim):/ { sum += $2 } END { print int(sum / 1024) }' /proc/meminfo
}
sample_kernel() {
    while [ ! -e "$TMPDIR/enough" ]; do kernel_mb && sleep 0.05; done | sort -n | tail -1 >"$TMPDIR/most"
}
# The whole machine is measured, and what runs beside has peaks of its own: one calm try of three is enough.
expect_no_kernel_memory() {
    for try in 1 2 3; do
        rm -f "$TMPDIR/enough"
        before=$(kernel_mb)
        sample_kernel &
        sampler=$!
        for pair in eat_shared_memory:played_out eat_zero_device:played_out eat_page_tables:memory_limit; do
            expect_ending "${pair%:*}" 3 "${pair#*:}" --memory 64
        done
        touch "$TMPDIR/enough"
        wait "$sampler"
        most=$(cat "$TMPDIR/most")
        [ "$most" -ge $((before + 350)) ] || return 0
    done
    fault "the kernel had $before MB, then $most"
}
expect_no_kernel_memory

# The same programs do reach these things where they are trusted: the attempts are real.
expect_success() {
    expect_ending "$1" 3 crashed --trust
    case $out in *'GOT THROUGH'*trusted*) ;; *) fault "$1 is no real attempt: $out" ;; esac
}
beside expect_success read_key
beside expect_success call_socket
expect_success call_home
together
[ "$(sort -u "$TMPDIR/came" | tr '\n' ' ')" = 'network socket ' ] || fault "the listener heard: $(cat "$TMPDIR/came")"
: >"$TMPDIR/came"

# However a program that lies in the home is spelled, and whatever the author of one writes into its
# folder, the key stays hidden. Each row: the folder to be in, the program, HOME, more arguments.
expect_no_key() {
    cd "$HOME/$1" || return
    program=$2
    before=$HOME extra=${4:-}
    case $3 in unset) unset HOME ;; set) ;; *) HOME=$3 ;; esac
    targets="$targets $extra"
    expect_ending read_key 3 played_out
    HOME=$before
}
eve=$HOME/handin/eve
mkdir -p "$HOME/project" "$eve"
cp "$bots/hostile" "$HOME/hostile" && cp "$bots/hostile" "$eve/hostile" && cp "$bots/hostile" "$eve/env"
ln -s ../.. "$eve/up" && ln -s ../../.ssh "$eve/keys" && ln -s ../../.ssh/id_ed25519 "$eve/weights"
ln -s home "$TMPDIR/link"
for first in "$eve/env ../../home/me//hostile" "$HOME/.ssh/../.././../../../../../bin/sh" '/usr/../bin/sh' \
    "/proc/self/root/bin/sh"; do
    scripts=$((${scripts:-0} + 1))
    printf '#!%s\nexec %s "$@"\n' "$first" "$eve/hostile" >"$eve/script$scripts"
    chmod a+rx "$eve/script$scripts"
    beside expect_no_key . "$eve/script$scripts" set
done
while read -r folder path home more; do
    beside expect_no_key "$folder" "$path" "$home" "$more"
done <<END
project ../hostile set
. .//hostile set
. $HOME//hostile set
. $HOME/project/../hostile set
. $TMPDIR/link/hostile set
. $TMPDIR/link/hostile $TMPDIR/link/
. handin/eve/up/hostile set
. /proc/self/cwd/hostile set
project /proc/self/root$HOME/hostile set
. $eve/hostile set ..
project $eve/hostile set ..
. $eve/hostile set $HOME/
. $eve/hostile set $TMPDIR/link/.
. $eve/hostile set handin/eve/up
. $eve/hostile set handin/eve/keys
. $eve/hostile set handin/eve/keys/
. $eve/hostile set handin/eve/weights
END
# Without HOME the account says where the home is; its own is not there to be read.
if [ "$(id -u)" -eq 0 ]; then beside expect_no_key . "$eve/hostile" unset /root; fi
together

# The network and more files only if asked for.
beside expect_ending read_key 3 crashed --bind "$HOME/.ssh"

# A terminal that the user sits at: nothing of the program's arrives there.
if command -v script >/dev/null; then
    script -qec "$BIANCA match 'h=gtp:$bots/hostile open_terminal 3' random --games 1 --json" /dev/null \
        </dev/null >"$TMPDIR/terminal" 2>&1
    grep -q '"ending":"played_out"' "$TMPDIR/terminal" || fault "terminal: $(cat "$TMPDIR/terminal")"
fi

# Before the first word, and at the first move.
for pair in hang:timeout ignore_signals:timeout leave:crashed segfault:crashed close_output:crashed \
    flood:output_limit one_long_line:output_limit drip:timeout fork_bomb:process_limit \
    eat_memory:memory_limit; do
    beside expect_ending "${pair%:*}" -1 "${pair#*:}"
done
expect_ending nonsense 0 illegal_move
case $out in *"'banana <script> ?[31m ??'"*) ;; *) fault "does not show what was sent: $out" ;; esac

# Trusted, without a box: the same names, and the arena does not wait for ever.
for pair in hang:timeout leave_with_3:crashed daemons:process_limit fork_and_leave:process_limit \
    eat_memory:memory_limit huge_file:file_limit leave_children:played_out; do
    beside expect_ending "${pair%:*}" 2 "${pair#*:}" --trust
done
together
expect_clean 'trusted'

# Programs of the other protocols.
expect_ending_of() {
    expect_output '"type":"game"' "$BIANCA" match "h=$1:$bots/hostile $2 -1" \
        random --games 1 --json --timeout "$(patience "$3")" $limits
    found=$(echo "$out" | sed -n 1p | field ending)
    [ "$found" = "$3" ] || fault "$1 $2: $found, expected $3: $out"
}
for protocol in nboard botzone botzone-json statefile; do
    for pair in hang:timeout segfault:crashed one_long_line:output_limit fork_bomb:process_limit; do
        beside expect_ending_of "$protocol" "${pair%:*}" "${pair#*:}"
    done
done
together

# Many games, a random one each: which one follows from the opening.
games=${HOSTILE_GAMES:-24}
capture "$BIANCA" match "h=gtp:$bots/hostile by-opening 0 $tag $targets" random --games "$games" --threads 4 --json \
    --timeout "${HOSTILE_TIMEOUT:-3}" $limits
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
        # A tenth above the limit of 256 MB: by the cgroup, or because fast growth is killed early.
        if (match($0, /MB of memory: [0-9]*/) && substr($0, RSTART + 14, RLENGTH - 14) > 281) {
            print "too much memory: " $0; faults++
        }
    }
    END { if (early > NR / 50 + 1) { print early " games were over early"; faults++ } exit faults > 0 }
' || fault 'endings with wrong names'
expect_clean 'many games'

# What it may have written is nowhere.
rm -f /tmp/hostile-litter /var/tmp/hostile-litter /dev/shm/hostile-litter
expect_ending litter 0 played_out
for place in /tmp /var/tmp /dev/shm / .; do
    [ ! -e "$place/hostile-litter" ] || fault "litter in $place"
done

# Without bubblewrap there is a refusal that says what to do, and nothing weaker.
mkdir "$TMPDIR/path"
for name in sh rm setpriv; do ln -s "$(command -v $name)" "$TMPDIR/path/$name"; done
expect_error 1 'bubblewrap is missing: install it' env "PATH=$TMPDIR/path" "$BIANCA" match \
    "h=gtp:$bots/hostile honest" random --games 1
expect_output '"black_isolation":"trusted' env "PATH=$TMPDIR/path" "$BIANCA" match \
    "h=gtp:$bots/hostile honest" random --games 1 --json --trust

kill "$listener"
wait "$as_user" || fault "$(cat "$TMPDIR/as-user")"
