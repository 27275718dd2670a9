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
