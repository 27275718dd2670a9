# Help and version: complete, on standard output, for every command.
. tests/support/shell.sh

expect_output 'Usage: bianca COMMAND' "$BIANCA"
overview=$out
for words in help --help -h; do
    expect_output 'Usage: bianca COMMAND' "$BIANCA" $words
    [ "$out" = "$overview" ] || fault "bianca $words differs from bianca"
done

names=$("$BIANCA" | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p')
[ -n "$names" ] || fault 'the overview lists no commands'
for name in $names completion manual; do
    expect_output "Usage: bianca $name" "$BIANCA" help "$name"
    page=$out
    expect_output "Usage: bianca $name" "$BIANCA" "$name" --help
    [ "$out" = "$page" ] || fault "bianca $name --help differs from bianca help $name"
    expect_output "Usage: bianca $name" "$BIANCA" "$name" --no-such-option -h
    long=$(echo "$page" | awk 'length($0) > 100')
    [ -z "$long" ] || fault "help of $name has a line over 100 columns: $long"
done

expect_output 'bianca [0-9]*.[0-9]*.[0-9]*' "$BIANCA" --version
case $out in
*'instructions: '*'compiler: '*) ;;
*) fault "--version tells neither isa nor compiler: $out" ;;
esac
for isa in $(echo "$out" | sed -n 's/.*available here: \(.*\))/\1/p'); do
    expect_output "instructions: $isa (" env BIANCA_ISA="$isa" "$BIANCA" --version
done
