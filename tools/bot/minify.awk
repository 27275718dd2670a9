# Makes a C source small: short names for everything that is ours, and no blanks that mean nothing.
#
# awk -f tools/bot/minify.awk KEEP SOURCE
#
# KEEP lists the names that must stay, one a line: words of the languages, and whatever the system's
# headers say. Texts and characters stay as they are; directives keep their lines.
FNR == NR {
    keep[$1] = 1
    next
}
{
    lines[++count] = $0
    count_names($0)
}
END {
    choose_names()
    for (i = 1; i <= count; i++) put(lines[i])
    flush()
}

# The next token at the start of `rest`, which loses it.
function next_token(    token) {
    sub(/^[ \t]+/, "", rest)
    if (match(rest, /^[A-Za-z_][A-Za-z0-9_]*/) || match(rest, /^\.?[0-9]([eEpP][-+]|[A-Za-z0-9_.])*/) ||
        match(rest, /^"([^"\\]|\\.)*"/) || match(rest, /^'([^'\\]|\\.)*'/) ||
        match(rest, /^(<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*\/%&|^]=|##)/))
        token = substr(rest, 1, RLENGTH)
    else token = substr(rest, 1, 1)
    rest = substr(rest, length(token) + 1)
    return token
}

function is_name(token) {
    return token ~ /^[A-Za-z_]/
}

function count_names(line,    token) {
    rest = line
    if (line ~ /^#[ \t]*(include|pragma)/) return
    while (rest != "") {
        token = next_token()
        if (is_name(token) && !(token in keep)) uses[token]++
    }
}

# The names that save most get the shortest new ones.
function choose_names(    name, n, i, j, order, gain, t, number) {
    n = 0
    for (name in uses) {
        order[++n] = name
        gain[name] = uses[name]
    }
    # By number of uses: a heap would be faster, but a thousand names are soon sorted.
    for (i = 2; i <= n; i++) {
        t = order[i]
        for (j = i - 1; j >= 1 && (gain[order[j]] < gain[t] || (gain[order[j]] == gain[t] && order[j] > t)); j--)
            order[j + 1] = order[j]
        order[j + 1] = t
    }
    number = 0
    for (i = 1; i <= n; i++) {
        do name = short_name(number++)
        while ((name in keep) || (name in uses))
        short[order[i]] = name
    }
}

function short_name(number,    letters, name) {
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    name = substr(letters, number % 52 + 1, 1)
    for (number = int(number / 52); number > 0; number = int((number - 1) / 52))
        name = name substr(letters, (number - 1) % 52 + 1, 1)
    return name
}

# Whether two tokens would become one without a blank between them.
function sticks(a, b) {
    if (a == "" || b == "") return 0
    a = substr(a, length(a), 1)
    b = substr(b, 1, 1)
    if (a ~ /[A-Za-z0-9_]/ && b ~ /[A-Za-z0-9_"']/) return 1
    return (a b) ~ /^(\+\+|--|&&|\|\||<<|>>|->|==|[-+*\/%&|^<>!=]=|##|\/\*|\/\/|\.\.|[0-9]\.)$/
}

function flush() {
    if (output != "") print output
    output = ""
    last = ""
}

function put(line,    token, is_directive, is_define, had_blank) {
    is_directive = line ~ /^#/
    if (is_directive) flush()
    if (line ~ /^#[ \t]*(include|pragma)/) {
        print line
        return
    }
    rest = line
    # In a directive the blank after the name of a macro means something.
    is_define = line ~ /^#[ \t]*define/
    while (rest != "") {
        had_blank = rest ~ /^[ \t]/
        token = next_token()
        if (token in short) token = short[token]
        if (sticks(last, token) || (is_define && had_blank && tokens <= 3) || (is_directive && had_blank && token ~ /^[A-Za-z0-9_(!]/ && tokens <= 2))
            output = output " "
        output = output token
        last = token
        tokens++
    }
    if (is_directive) flush()
    else if (length(output) > 1000 && output ~ /[;{}]$/) flush()
    tokens = 0
}
