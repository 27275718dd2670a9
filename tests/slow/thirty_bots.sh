# A tournament of thirty programs of strangers in C++, C and Python, 18 of them broken or hostile, from one
# command as an ordinary user.
# Takes 2 min on two cores.
. tests/support/shell.sh
. tests/support/arena.sh
expect_sandbox
set --
bad='hang leave_with_3 segfault flood occupied nonsense fork_bomb daemons eat_memory eat_shared_memory
    many_files ten_thousand_files stop_all kill_all read_key call_home open_terminal leave_children'
for behaviour in $bad; do set -- "$@" "$behaviour=gtp:$bots/hostile $behaviour 3 65$$"; done
folder=$(mktemp -d /tmp/bianca-test-XXXXXX) # the user without rights must get there
for i in 1 2 3; do
    g++ -O1 bots/gtp_oneply.cpp -o "$folder/oneply$i" || fault 'bots/gtp_oneply.cpp does not compile'
    set -- "$@" "cpp$i=gtp:$folder/oneply$i" "compiled$i=gtp:$bots/gtp_first" \
        "python$i=gtp:/usr/bin/python3 tests/bots/gtp_greedy.py" "ply$i=gtp:/usr/bin/python3 bots/gtp_oneply.py"
done
chmod -R a+rX "$folder"
user=
[ "$(id -u)" -ne 0 ] || user='setpriv --reuid=54321 --regid=54321 --clear-groups'
capture $user "$BIANCA" tournament "$@" --games 1 --openings start --threads 6 --timeout 20 --memory 256 \
    --processes 40 --json
[ $status -eq 0 ] || fault "status $status: $err"
[ "$(grep -c '"type":"game"' "$TMPDIR/out")" -eq 435 ] || fault "not all of 435 games: $err"
# The honest ones lose no game but on the board.
grep '"type":"game"' "$TMPDIR/out" | grep -v '"ending":"played_out"' | awk '
    {
        match($0, /"black":"[a-z_0-9]*"/); black = substr($0, RSTART + 9, RLENGTH - 10)
        match($0, /"white":"[a-z_0-9]*"/); white = substr($0, RSTART + 9, RLENGTH - 10)
        culprit = $0 ~ /"failed":"black"/ ? black : white
        if (culprit ~ /^(cpp|python|compiled|ply)[1-3]$/) { print; faults++ }
    }
    END { exit faults > 0 }' || fault 'an honest program failed'
expect_nothing_left "$bots/hostile hang" 'the tournament'
expect_nothing_left "sleep 65$$" 'the tournament'
rm -rf "$folder"
