# Gold sets: the same for any number of threads, read again whole, and refused where they are not
# gold sets.
. tests/support/shell.sh

set=$TMPDIR/set.obf
build="gold build --board 5x5 --positions 5 --depth 5"

# Searches that do not reach the end may promise more discs than there are squares: a set must have
# no such score, or it could not be read.
expect_output '35 positions' "$BIANCA" $build "$set" --threads 1
expect_output '35 positions' "$BIANCA" $build "$TMPDIR/again.obf" --threads 3
cmp "$set" "$TMPDIR/again.obf" || fault 'the set depends on the number of threads'
expect_output 'all         35 ' "$BIANCA" gold score "$set" --board 5x5
expect_output '"empties":"all","positions":35,' "$BIANCA" gold score "$set" --board 5x5 --json
"$BIANCA" gold score "$set" --board 5x5 --eval handmade >"$TMPDIR/handmade"
"$BIANCA" gold score "$set" --board 5x5 --eval discs >"$TMPDIR/discs"
! cmp -s "$TMPDIR/handmade" "$TMPDIR/discs" || fault 'two evaluations have the same errors'

# Few empty squares first, and five positions of each number.
awk '{ now = gsub("-", "", $1); if (now < last) exit 1; count[last = now]++ }
    END { for (n in count) if (count[n] != 5) exit 1 }' "$set" || fault 'the order of the set is wrong'

# Another seed, another set.
"$BIANCA" $build "$TMPDIR/other.obf" --seed 1 >/dev/null
! cmp -s "$set" "$TMPDIR/other.obf" || fault 'the seed changes nothing'

expect_error 2 'neither build nor score' "$BIANCA" gold judge "$set"
expect_error 1 'No such file' "$BIANCA" gold score "$TMPDIR/nothing" --board 5x5
expect_error 1 'gold set *set.obf: obf: line 1' "$BIANCA" gold score "$set" --board 6x6
expect_error 1 'unknown evaluation' "$BIANCA" gold score "$set" --board 5x5 --eval nothing
