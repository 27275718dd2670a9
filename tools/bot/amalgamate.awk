# Puts C sources into one text that compiles as C11 and as C++11: see tools/make-bot.
#
# awk -v root=src -v files="a.c b.c ..." [-v simd=0] -f tools/bot/amalgamate.awk
#
# - Comments go. Headers are put in where they are first included, each once; system headers stay.
# - Names that several source files use for different things get the file's number after them,
#   because all files become one.
# - What C++ does not take is said in another way: an enum type becomes int, array designators go
#   (the rows must be complete and in order), words that C++ has reserved get a bar after them.
# - A "file" called ISA:name:options stands for one more copy of all kernels (*_kernel.c, *_kernel.h) so
#   far with that name in the place of "base", compiled with those target options, where
#   HAVE_ISA_name is defined.
BEGIN {
    split("class new delete this template try catch private public namespace operator", words, " ")
    for (i in words) reserved[words[i]] = 1
    kernel_isa = "base"
    count = split(files, list, " ")
    for (i = 1; i <= count; i++) {
        if (list[i] ~ /^ISA:/) add_section(list[i], "")
        else take_file(list[i])
    }
    find_shared_names()
    for (s = 1; s <= sections; s++) put_section(s)
}

# --- Reading --------------------------------------------------------------------------------------

# Takes the comments out of a line; `in_comment` lives on from line to line.
function without_comments(line,    out, i, byte, pair, quote) {
    if (!in_comment && line !~ /\/[*\/]/) return line
    out = ""
    quote = ""
    for (i = 1; i <= length(line); i++) {
        byte = substr(line, i, 1)
        pair = substr(line, i, 2)
        if (in_comment) {
            if (pair == "*/") { in_comment = 0; i++ }
        } else if (quote != "") {
            out = out byte
            if (byte == "\\") { i++; out = out substr(line, i, 1) }
            else if (byte == quote) quote = ""
        } else if (pair == "/*") {
            in_comment = 1
            i++
        } else if (pair == "//") {
            break
        } else {
            if (byte == "\"" || byte == "'") quote = byte
            out = out byte
        }
    }
    return out
}

# Reads a file into lines[1..]; returns how many are left without comments and include guards.
function read_lines(name, lines,    path, line, n) {
    path = name ~ /^(tools|build|\/)/ ? name : root "/" name
    n = 0
    in_comment = 0
    while ((getline line < path) > 0) {
        line = without_comments(line)
        sub(/[ \t]+$/, "", line)
        if (line == "" || line ~ /^#(ifndef|define) [A-Z0-9_]+_H$/) continue
        lines[++n] = line
    }
    close(path)
    if (n == 0) {
        print "tools/bot/amalgamate.awk: cannot read " path > "/dev/stderr"
        exit 1
    }
    if (name ~ /\.h$/ && lines[n] == "#endif") n--
    return n
}

# Makes sections of a file: its text, cut where other files are put in.
function take_file(name,    lines, n, i, text, part) {
    if (name in seen) return
    seen[name] = 1
    if (is_left_out(name)) return
    n = read_lines(name, lines)
    text = ""
    for (i = 1; i <= n; i++) {
        if (lines[i] ~ /^[ \t]*#[ \t]*include[ \t]*"/) {
            split(lines[i], part, "\"")
            add_section(name, text)
            text = ""
            take_file(part[2])
        } else {
            text = text lines[i] "\n"
        }
    }
    add_section(name, text)
}

function add_section(name, text) {
    if (text == "" && name !~ /^ISA:/) return
    sections++
    section_name[sections] = name
    section_text[sections] = text
}

# Kernels are compiled once per instruction set.
function is_kernel(name) {
    return name ~ /_kernel\.[ch]$/
}

# Kernels for instruction sets that the bot does without.
function is_left_out(name) {
    return name ~ /_(avx512|bmi2)_kernel\.h$/ || (simd == "0" && name ~ /_avx2_kernel\.h$/)
}

# --- Names ----------------------------------------------------------------------------------------

function braces(line,    opened, closed) {
    gsub(/'[{}]'/, "", line)
    gsub(/"[^"]*"/, "", line)
    opened = gsub(/\{/, "", line)
    closed = gsub(/\}/, "", line)
    return opened - closed
}

# The constants on a line of an enum.
function add_constants(line, names,    parts, n, i) {
    sub(/^.*\{/, "", line)
    sub(/\}.*$/, "", line)
    n = split(line, parts, ",")
    for (i = 1; i <= n; i++) {
        sub(/=.*/, "", parts[i])
        gsub(/[ \t]/, "", parts[i])
        if (parts[i] ~ /^[A-Z][A-Z0-9_]*$/) names[parts[i]] = 1
    }
}

# The names that a section defines at file scope for itself, into `names`.
function names_of(s, names,    lines, n, i, line, depth, in_enum, name) {
    n = split(section_text[s], lines, "\n")
    depth = 0
    for (i = 1; i <= n; i++) {
        line = lines[i]
        if (depth == 0) {
            in_enum = line ~ /^(typedef )?enum/
            if (line ~ /^static / && match(line, /[ *][A-Za-z_][A-Za-z0-9_]*(\(|\[|;| =|,)/)) {
                name = substr(line, RSTART + 1, RLENGTH - 1)
                sub(/( =|[(\[;,]).*/, "", name)
                names[name] = 1
            }
            if (match(line, /^typedef (struct|enum) [A-Za-z0-9_]+/)) {
                name = substr(line, RSTART, RLENGTH)
                sub(/.* /, "", name)
                names[name] = 1
            } else if (match(line, /^typedef [A-Za-z0-9_ ]+[;(]/)) {
                name = substr(line, RSTART, RLENGTH - 1)
                sub(/.* /, "", name)
                names[name] = 1
            }
        }
        if (in_enum) add_constants(line, names)
        depth += braces(line)
    }
}

# Finds names of source files that other files define too; headers are never in conflict.
function find_shared_names(    s, names, name, owner) {
    for (s = 1; s <= sections; s++) {
        split("", names)
        names_of(s, names)
        for (name in names) {
            if ((name in owner) && owner[name] != section_name[s]) is_shared[name] = 1
            owner[name] = section_name[s]
            if (section_name[s] ~ /\.c$/) defines[section_name[s], name] = 1
        }
    }
}

# --- Writing --------------------------------------------------------------------------------------

# Replaces names by what `map` says, but not after a dot or an arrow, nor in texts.
function renamed(line, map,    out, byte, word, quote, i, n) {
    out = ""
    quote = ""
    n = length(line)
    for (i = 1; i <= n;) {
        byte = substr(line, i, 1)
        if (quote != "") {
            out = out byte
            if (byte == "\\") out = out substr(line, ++i, 1)
            else if (byte == quote) quote = ""
            i++
        } else if (byte ~ /[A-Za-z_]/) {
            match(substr(line, i), /^[A-Za-z0-9_]+/)
            word = substr(line, i, RLENGTH)
            if (word in reserved) out = out word "_"
            else if ((word in map) && out !~ /(\.|->)$/) out = out map[word]
            else out = out word
            i += RLENGTH
        } else if (byte ~ /[0-9]/) {
            match(substr(line, i), /^[0-9][A-Za-z0-9_.]*/)
            out = out substr(line, i, RLENGTH)
            i += RLENGTH
        } else {
            if (byte == "\"" || byte == "'") quote = byte
            out = out byte
            i++
        }
    }
    return out
}

# Says a line so that both languages take it.
function translated(line,    name) {
    if (match(line, /^typedef enum [A-Za-z0-9_]+ /)) {
        name = substr(line, RSTART + 13, RLENGTH - 14)
        sub(/^typedef enum [A-Za-z0-9_]+ /, "typedef int " name "; enum ", line)
        enum_name = name
    }
    if (enum_name != "" && line ~ ("\\} " enum_name ";$")) {
        sub(" " enum_name ";$", ";", line)
        enum_name = ""
    }
    sub(/^[ \t]*\[[A-Za-z_0-9]+\] = /, "    ", line)
    if (line ~ /^#[ \t]*include <(pthread|stdatomic|immintrin)\.h>/) return ""
    if (line ~ /^#define KERNEL_/) return ""
    while (match(line, /KERNEL_NAME\([a-z_]+\)/))
        line = substr(line, 1, RSTART - 1) substr(line, RSTART + 12, RLENGTH - 13) "_" kernel_isa \
            "_grid8" substr(line, RSTART + RLENGTH)
    gsub(/0x1p-53/, "1.1102230246251565e-16", line)
    gsub(/pthread_/, "alone_", line)
    if (simd == "0") gsub(/defined\(__AVX2__\)/, "0", line)
    # clang does not say that a function's own options have AVX2.
    if (kernel_isa == "v3") gsub(/defined\(__AVX2__\)/, "1", line)
    return line
}

# Some kernels are left out, so text under their conditions goes. Returns the line that takes the
# place of this one, or nothing.
function without_left_out(line) {
    if (left_out == "") {
        if (line !~ /^#if .*defined\((__AVX512|KERNEL_HAS_LAST_FLIP_TABLE)/) return line
        left_out = "skipped"
        inside = 0
        return ""
    }
    if (line ~ /^#if/) inside++
    else if (inside > 0) inside -= line == "#endif"
    else if (line == "#endif") { left_out = ""; return "" }
    else if (line == "#else") { left_out = "else"; return "" }
    else if (line ~ /^#elif/) { left_out = ""; return "#" substr(line, 4) }
    return left_out == "else" ? line : ""
}

# A condition that is false without vectors.
function is_vector_condition(line) {
    return line ~ /^#(if|elif) defined\(__AVX[0-9A-Z]+__\)/
}

# Without vectors their text goes: what is written for AVX, and the other form of NAME_PLAIN; there
# may be other conditions inside.
function is_skipped(line) {
    if (choice == "") {
        if (line ~ /^#if defined\([A-Z]+_PLAIN\)$/) choice = "taken"
        else if (is_vector_condition(line)) choice = "waits"
        else return 0
        nested = 0
        return 1
    }
    if (line ~ /^#if/) nested++
    else if (nested > 0) nested -= line == "#endif"
    else if (choice == "waits" && is_vector_condition(line)) return 1
    else if (line ~ /^#(else|elif)/) { choice = choice == "waits" ? "taken" : "left"; return 1 }
    else if (line == "#endif") { choice = ""; return 1 }
    return choice != "taken"
}

# There is one thread: what several need goes. No other condition is inside.
function is_for_threads(line) {
    if (line == "#if !defined(SEARCH_ALONE)") threads = 1
    else if (threads && line == "#endif") threads = 0
    else return threads
    return 1
}

function put_lines(s, map,    lines, n, i, line) {
    n = split(section_text[s], lines, "\n")
    enum_name = ""
    for (i = 1; i < n; i++) {
        line = without_left_out(lines[i])
        if (line == "" || is_for_threads(line)) continue
        if (simd == "0" && is_skipped(line)) continue
        line = translated(line)
        if (line ~ /^#[ \t]*include </) {
            if (line in included) continue
            included[line] = 1
        }
        if (line != "") print (line ~ /^#(include|pragma)/ ? line : renamed(line, map))
    }
}

# Macros of a source file end with it.
function put_undefs(s,    lines, n, i) {
    if (section_name[s] !~ /\.c$/) return
    n = split(section_text[s], lines, "\n")
    for (i = 1; i <= n; i++)
        if (match(lines[i], /^#define [A-Za-z_0-9]+/) && lines[i] !~ /^#define KERNEL_/)
            print "#undef " substr(lines[i], 9, RLENGTH - 8)
}

# One more copy of the kernels before this section. A source file sees its own names and those of
# the kernels' headers.
function put_copy(s,    part, k, j, names, name, map) {
    split(section_name[s], part, ":")
    print "#ifdef HAVE_ISA_" part[2]
    print "#ifdef __clang__\n#pragma clang attribute push(__attribute__((target(\"" part[3] \
        "\"))), apply_to = function)"
    print "#else\n#pragma GCC push_options\n#pragma GCC target(\"" part[3] "\")\n#endif"
    kernel_isa = part[2]
    for (k = 1; k < s; k++) {
        if (!is_kernel(section_name[k])) continue
        split("", names)
        for (j = 1; j < s; j++)
            if (section_name[j] == section_name[k] ||
                (section_name[j] ~ /\.h$/ && is_kernel(section_name[j])))
                names_of(j, names)
        split("", map)
        for (name in names) {
            map[name] = name "_" part[2]
            if ((name in is_shared) && ((section_name[k], name) in defines)) map[name] = map[name] "_" k
        }
        put_lines(k, map)
        put_undefs(k)
    }
    print "#ifdef __clang__\n#pragma clang attribute pop\n#else\n#pragma GCC pop_options\n#endif"
    print "#endif"
    kernel_isa = "base"
}

function put_section(s,    map, key, part) {
    if (section_name[s] ~ /^ISA:/) {
        put_copy(s)
        return
    }
    for (key in defines) {
        split(key, part, SUBSEP)
        if (part[1] == section_name[s] && (part[2] in is_shared)) map[part[2]] = part[2] "_" s
    }
    put_lines(s, map)
    put_undefs(s)
}
