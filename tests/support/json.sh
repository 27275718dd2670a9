# For scripts that look at JSON. Source it after shell.sh.
number='-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?'
count='(0|[1-9][0-9]*)'
move='"([a-p]([1-9]|1[0-6])|pass)"'
moves="\\[($move(,$move)*)?\\]"

# expect_json PATTERN: every line of $out is exactly that (an extended regular expression).
expect_json() {
    [ -n "$out" ] || fault 'no JSON at all'
    strays=$(echo "$out" | grep -Evx "$1") && fault "not as documented: $strays"
    if command -v jq >/dev/null; then
        echo "$out" | jq -e . >/dev/null 2>&1 || fault "jq does not take it: $out"
    fi
}

