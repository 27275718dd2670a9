# The man page is made from the tables: every command is in it, and the formatter is content.
. tests/support/shell.sh

expect_output '.TH BIANCA 1' "$BIANCA" manual
"$BIANCA" manual >"$TMPDIR/bianca.1"
for name in $("$BIANCA" | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p'); do
    grep -q "^\.SS \"bianca $name" "$TMPDIR/bianca.1" || fault "no section for $name"
done
if command -v groff >/dev/null; then
    warnings=$(groff -man -Tutf8 -ww -z "$TMPDIR/bianca.1" 2>&1)
    [ -z "$warnings" ] || fault "groff: $warnings"
fi
