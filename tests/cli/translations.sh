# Every message is translated into every language, and nothing else is.
. tests/support/shell.sh
command -v xgettext >/dev/null || exit 0

xgettext --from-code=UTF-8 -k_ -kMARKED -kPLURAL:1,2 -kterms_add:2 --no-location --omit-header -o "$TMPDIR/all.pot" \
    src/protocol/*.c src/cli/review_*.c src/cli/best_alphabeta.c src/cli/cmd_eval.c src/eval/*.c src/eval/classic/*.c
for file in po/*.po; do
    msgfmt --check-format --check-domain --statistics -o /dev/null "$file" 2>"$TMPDIR/statistics" ||
        fault "$file: $(cat "$TMPDIR/statistics")"
    grep -q 'fuzzy\|untranslated' "$TMPDIR/statistics" && fault "$file: $(cat "$TMPDIR/statistics")"
    msgcmp "$file" "$TMPDIR/all.pot" 2>"$TMPDIR/compared" || fault "$file: $(cat "$TMPDIR/compared")"
done
