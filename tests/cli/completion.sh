# The bash completion is made from the tables: it runs, and offers commands, options and values.
. tests/support/shell.sh

expect_output 'complete -o filenames -F _bianca bianca' "$BIANCA" completion bash
command -v bash >/dev/null || exit 0
"$BIANCA" completion bash >"$TMPDIR/script"
bash -n "$TMPDIR/script" || fault 'bash does not accept the script'

# complete WORD...: what is offered for the last word.
complete_words() {
    bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _bianca; echo "${COMPREPLY[*]}"' \
        "$TMPDIR/script" "$@"
}

case " $(complete_words bianca '') " in
*' help '*'--version '*) ;;
*) fault "commands are not offered: $(complete_words bianca '')" ;;
esac
[ "$(complete_words bianca hel)" = help ] || fault "'hel' is not completed to 'help'"
[ "$(complete_words bianca help --)" = --help ] || fault 'options are not offered'
[ "$(complete_words bianca help hel)" = help ] || fault "'help hel' is not completed"
for name in $("$BIANCA" | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p'); do
    expected=$("$BIANCA" help "$name" | sed -n 's/^  \(--[a-z0-9-]*\).*/\1/p' | sort | tr "\n" " ")
    offered=$(complete_words bianca "$name" -- | tr ' ' '\n' | sort | tr "\n" " ")
    [ "$offered" = "$expected" ] || fault "$name: offers '$offered', has '$expected'"
done

# Players, where a player may stand. Bash splits words at colons.
case " $(complete_words bianca match be) " in
*' beginner:1 '*' beginner:5 '*) ;;
*) fault "beginners are not offered: $(complete_words bianca match be)" ;;
esac
[ "$(complete_words bianca play --white begin)" = "$(complete_words bianca match begin)" ] ||
    fault 'no players after --white'
[ "$(complete_words bianca match random beginner : 3)" = 3 ] || fault 'beginner:3 is not offered'
[ "$(complete_words bianca gtp --player beginner :)" = '1 2 3 4 5' ] ||
    fault "after 'beginner:': $(complete_words bianca gtp --player beginner :)"
[ "$(complete_words bianca tournament mini)" = miniproject3 ] || fault 'no classic programs'
[ -z "$(complete_words bianca gtp --board mini)" ] || fault 'players where there can be none'

# Verbs, at their place only.
[ "$(complete_words bianca book st)" = stats ] || fault "book st: $(complete_words bianca book st)"
[ "$(complete_words bianca games my.db imp)" = import ] || fault 'games FILE imp is not completed'
[ "$(complete_words bianca jobs a.db wor)" = workers ] || fault 'jobs ADDRESS wor is not completed'
[ "$(complete_words bianca gold sc)" = score ] || fault 'gold sc is not completed'
[ -z "$(complete_words bianca book stats exte)" ] || fault 'a verb where a file must stand'
