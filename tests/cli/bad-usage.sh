# A wrong command line: one line with the nearest match, status 2, nothing on standard output.
. tests/support/shell.sh

expect_error 2 "unknown command 'hlep', did you mean 'help'?" "$BIANCA" hlep
expect_error 2 "unknown command 'xyzzy', see 'bianca help'" "$BIANCA" xyzzy
expect_error 2 "unknown command ''" "$BIANCA" ''
expect_error 2 "unknown command '--verison'" "$BIANCA" --verison
expect_error 2 "unknown command 'hel'" "$BIANCA" help hel
expect_error 2 "unknown option '--ful'" "$BIANCA" help --ful
expect_error 2 "too many arguments: 'b' (at most 1)" "$BIANCA" help a b
expect_error 2 'too few arguments: 0 given, 1 needed' "$BIANCA" completion
expect_error 2 "'fish' is no shell" "$BIANCA" completion fish
expect_error 2 "unexpected argument 'x'" "$BIANCA" manual x
expect_error 2 'BIANCA_ISA=v9' env BIANCA_ISA=v9 "$BIANCA" manual
expect_error 2 'BIANCA_ISA=v9' env BIANCA_ISA=v9 "$BIANCA" --version
expect_error 2 "unexpected argument 'x'" "$BIANCA" --version x
expect_error 2 "unknown command 'hlep'" "$BIANCA" --help hlep

# Input is shown back cut short and without control characters.
long=$(printf '%5000s' '' | tr ' ' x)
expect_error 2 'unknown command' "$BIANCA" "$long"
[ ${#err} -lt 200 ] || fault 'a long word is not cut in the message'
expect_error 2 "unknown command 'a?b?[31mc'" "$BIANCA" "$(printf 'a\nb\033[31mc')"

# An empty name is no file: not the weights inside the program by accident.
expect_error 2 '--weights: the name of a file is empty' "$BIANCA" best --weights ''
