# A thousand times the arena is killed with -9 at a random moment, mostly while bubblewrap starts,
# as root and as an ordinary user: nothing stays. Takes 2 minutes on two cores.
. tests/support/shell.sh
. tests/support/arena.sh
KILLED_ROUNDS=${KILLED_ROUNDS:-1000}
export KILLED_ROUNDS
capture "$(dirname "$BIANCA")/tests/unit/test_sandbox_killed"
[ $status -eq 0 ] || fault "$out $err"
again_as_ordinary_user tests/slow/killed.sh
