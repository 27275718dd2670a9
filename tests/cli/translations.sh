# Every message is translated into every language, and nothing else is.
. tests/support/shell.sh
command -v xgettext >/dev/null || exit 0

xgettext --from-code=UTF-8 -k_ -kMARKED -kPLURAL:1,2 -kterms_add:2 --no-location --omit-header -o "$TMPDIR/all.pot" \
    src/protocol/*.c src/cli/review_*.c src/cli/best_alphabeta.c src/cli/cmd_best.c src/cli/cmd_eval.c src/eval/*.c src/eval/classic/*.c
for file in po/*.po; do
    msgfmt --check-format --check-domain --statistics -o /dev/null "$file" 2>"$TMPDIR/statistics" ||
        fault "$file: $(cat "$TMPDIR/statistics")"
    grep -q 'fuzzy\|untranslated' "$TMPDIR/statistics" && fault "$file: $(cat "$TMPDIR/statistics")"
    msgcmp "$file" "$TMPDIR/all.pot" 2>"$TMPDIR/compared" || fault "$file: $(cat "$TMPDIR/compared")"
done

# Every command whose output is translated takes --lang, which is stronger than the locale.
[ -e "$(dirname "$BIANCA")/locale" ] || exit 0
printf '1. f5 f6\n' >"$TMPDIR/game.pgn"
# speaks WORDS COMMAND...: WORDS in French with --lang fr and by the locale, and in no other language.
speaks() {
    words=$1
    shift
    LC_ALL=ja_JP.UTF-8 expect_output "$words" "$BIANCA" "$@" --lang fr </dev/null
    LC_ALL=fr_FR.UTF-8 expect_output "$words" "$BIANCA" "$@" </dev/null
    capture env LC_ALL=fr_FR.UTF-8 "$BIANCA" "$@" --lang en </dev/null
    case $out in *"$words"*) fault "$*: French with --lang en: $out" ;; esac
    expect_error 2 "--lang 'xx': en, fr, ja, zh-CN or zh-TW" "$BIANCA" "$@" --lang xx
}
speaks 'Au tour de Noir' show
speaks 'discs : 0 pour Noir' eval --eval discs
speaks 'coup' best --depth 1
speaks 'coup' best --search alphabeta --eval discs --depth 1
speaks 'La partie est finie : ' best --board 4x4 --position 'XXXXXXXXXXXXXXXX O'
speaks 'joué' review --level 1 "$TMPDIR/game.pgn"
speaks 'Au tour de Noir' play
