# bianca referee: the same files and the same output as the course's own, byte by byte.
. tests/support/shell.sh
. tests/support/arena.sh
own_bots statefile_first
cd "$TMPDIR" || exit 1

capture "$BIANCA" referee "$bots/statefile_first" "$bots/statefile_first"
[ $status -eq 0 ] || fault "status $status: $err"
head -n 19 out >begin
cat >expected <<END
Player Black File: $bots/statefile_first
Player White File: $bots/statefile_first
Timestep #1
O: 2; X: 2
O's turn
+---------------+
|               |
|               |
|      .        |
|    . X O      |
|      O X .    |
|        .      |
|               |
|               |
+---------------+
4 valid moves: {(2,3), (3,2), (4,5), (5,4)}
=================
Timestep #2
O: 4; X: 1
END
cmp begin expected || fault 'the beginning differs'
tail -n +3 out | cmp - gamelog.txt || fault 'gamelog.txt is not the output without its first two lines'
[ "$(tail -n 1 out)" = ================= ] || fault 'the last line differs'
[ "$(tail -n 2 out | head -n 1)" = '0 valid moves: {}' ] || fault 'the end differs'
tail -n 14 out | grep -q '^Winner is [OX]$' || fault 'no winner'
# Each block has 15 lines, and the steps count discs.
[ $((($(wc -l <out) - 2) % 15)) -eq 0 ] || fault 'a block has not 15 lines'
sed -n 's/^Timestep #//p' out | awk 'NR > 1 && $1 != last + 1 { exit 1 } { last = $1 }' || fault 'steps are missing'
# The course's referee leaves the log alone.
[ ! -e state ] && [ ! -e action ] || fault 'state or action is left'

# A program in this very directory, as the course runs it; and players that are no programs.
cp "$bots/statefile_first" mine
chmod 755 "$TMPDIR" mine
expect_referee() { # LINE NAME ARGUMENT...: that line is printed, and under which protection NAME ran
    line=$1 name=$2
    shift 2
    capture "$BIANCA" referee "$@"
    case $status$out in 0*"$line"*) ;; *) fault "$*: expected '$line' in: $out" ;; esac
    [ "$err" = "bianca referee: $name ran under trusted+limits" ] || [ "$err" = "bianca referee: $name ran under trusted+cgroup+limits" ] ||
        fault "$*: does not say the protection: $err"
}
expect_referee 'Player Black File: ./mine' ./mine ./mine baseline3 --trust
expect_referee 'Player White File: mine' mine random mine --trust
expect_output '"winner":"' "$BIANCA" referee random baseline1 --json
expect_output '"winner":"draw"' "$BIANCA" referee random:seed=55 random:seed=9 --json

# Invalid, missing and late actions lose at once, with the reason for people.
bad() {
    printf '#!/bin/sh\n%s\n' "$1" >bad
    chmod 755 bad
    capture "$BIANCA" referee random ./bad --timeout 0.3 --trust
    [ $status -eq 0 ] || fault "$1: status $status"
    tail -n 15 out >block
    sed -n 3p block | grep -qx 'Winner is O (Opponent performed invalid move)' || fault "$1: $(sed -n 3p block)"
    sed -n 1p block | grep -qx 'Timestep #2' || fault "$1: wrong step"
    sed -n 14p block | grep -qx '3 valid moves: {.*}' || fault "$1: the valid moves are not shown"
    case $err in *"$2"*) ;; *) fault "$1: expected '$2' on standard error: $err" ;; esac
    tail -n +3 out | cmp -s - gamelog.txt || fault "$1: the log differs"
}
bad 'echo 0 0 >"$2"' 'illegal_move'
bad 'echo 8 8 >"$2"' 'not on the board'
bad 'echo 100000 -5 >"$2"' 'not on the board'
bad 'echo -1 -1 >"$2"' 'may not pass'
bad 'echo d3 >"$2"' 'no move in its action file'
bad 'exit 0' 'no move in its action file'
bad 'exit 3' 'crashed: exited with status 3'
bad 'sleep 60' 'timeout'
bad 'kill -SEGV $$' 'crashed: killed by signal 11'
bad 'mkfifo "$2"' 'no move in its action file'

capture "$BIANCA" referee ./missing random
[ $status -eq 0 ] || fault "a missing program: status $status"
case $err in *'./missing: not_started:'*'No such file'*) ;; *) fault "a missing program: $err" ;; esac
tail -n 3 gamelog.txt | cmp -s - /dev/null && fault 'a missing program is not in the log'
grep -q 'Winner is X' gamelog.txt || fault "a missing program has not lost: $(cat gamelog.txt)"
expect_error 2 'unknown player' "$BIANCA" referee missing random
expect_error 2 'too few arguments' "$BIANCA" referee random
expect_nothing_left "$bots/statefile_first" referee
