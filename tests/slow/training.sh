# The user's own run in small, word for word as docs/training.md shows it: every command succeeds, and
# the weights that it makes beat the hand-made evaluation.
# Takes 10 s on two cores.
. tests/support/shell.sh

doc=$(pwd)/docs/training.md
cd "$TMPDIR" || exit 1
bianca() {
    "$BIANCA" "$@"
}
awk '/^## /{ is_here = /In small/ } is_here && sub(/^    /, "")' "$doc" >commands
[ "$(grep -c '^bianca ' commands)" -ge 3 ] || fault 'docs/training.md shows no run in small'
for command in selfplay fit match; do
    grep -q "^bianca $command " commands || fault "docs/training.md does not show bianca $command"
done
while read -r line; do
    echo "\$ $line"
    eval "$line" </dev/null || fault "fails: $line"
done <commands

# The same match for machines: the learned evaluation must have more than half of the points.
line=$(grep '^bianca match ' commands | head -n 1)
eval "$line --json" </dev/null >match.json || fault 'no match'
result() {
    tail -n 1 match.json | grep -o "\"$1\":[0-9]*" | cut -d: -f2
}
wins=$(result wins) losses=$(result losses)
[ "${wins:-0}" -gt "${losses:-0}" ] || fault "the learned weights win $wins and lose $losses"
