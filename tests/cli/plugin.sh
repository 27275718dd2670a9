# Evaluations in files: shared objects, Python, programs; good ones, and those that fail.
. tests/support/shell.sh
command -v gcc >/dev/null || exit 0
chmod a+rx "$TMPDIR" "$TMPDIR/.."
umask 022

# plugin NAME BODY: a shared object whose evaluate() has that body; `discs` is what it starts with.
plugin() {
    printf '#include <math.h>\n#include <stdlib.h>\n#include <bianca.h>\ndouble evaluate(const BiancaPosition *p) {\n  int discs = __builtin_popcountll(p->black) - __builtin_popcountll(p->white), all = __builtin_popcountll(p->black | p->white);\n  (void)all;\n  %s\n  return discs;\n}\n' "$2" >"$TMPDIR/$1.c"
    gcc -shared -fPIC -Iinclude "$TMPDIR/$1.c" -o "$TMPDIR/$1.so" || fault "$1 does not compile"
}
match() { # PLUGIN OPTION...
    plugin=$1
    shift
    "$BIANCA" match "mine=plugin:$plugin" random --games 2 --json "$@" 2>&1
}
expect_ending() { # ENDING REASON PLUGIN OPTION...
    ending=$1 reason=$2
    shift 2
    out=$(match "$@")
    case $out in
    *"\"endings\":{\"$ending\":2}"*) ;;
    *) fault "$1: expected 2 $ending: $out" ;;
    esac
    # With the address sanitizer the last words of a process in the sandbox are that leaks cannot be looked for.
    case $BIANCA:$out in */asan/*LeakSanitizer*) return ;; esac
    case $out in *"$reason"*) ;; *) fault "$1: expected '$reason' in: $out" ;; esac
}

# A good one: the value is that of `discs`, and so are the moves.
plugin good ''
expect_output 'good.so: -3 for White' "$BIANCA" eval --eval "plugin:$TMPDIR/good.so" --moves f5
expect_output '"value":-3' "$BIANCA" eval --json --eval "plugin:$TMPDIR/good.so" --moves f5
for depth in 1 3 4; do
    for moves in '' f5d6c3d3c4 f5f6e6f4g5e7; do
        wanted=$("$BIANCA" best --search alphabeta --eval discs --depth $depth --moves "$moves" --json)
        found=$("$BIANCA" best --search alphabeta --eval "plugin:$TMPDIR/good.so" --depth $depth --moves "$moves" --json)
        [ -n "$wanted" ] && [ "${wanted%%,\"seconds*}" = "${found%%,\"seconds*}" ] || fault "not as discs: $wanted: $found"
    done
done
expect_output '"ending' "$BIANCA" match "mine=plugin:$TMPDIR/good.so,depth=2" discs:depth=2 --games 1 --json
expect_ending played_out bubblewrap "$TMPDIR/good.so,depth=2"
expect_ending played_out bubblewrap "$TMPDIR/good.so" --depth 1 --board 6x6
out=$("$BIANCA" match "alphabeta:eval=plugin:$TMPDIR/good.so,depth=1" "engine:eval=plugin:$TMPDIR/good.so,depth=2" --games 2 --json) ||
    fault "other players with a plug-in: $out"
out=$(printf 'f5\n' | "$BIANCA" play --white "plugin:$TMPDIR/good.so,depth=1")
case $out in *"White's score: "*) ;; *) fault "play against a plug-in: $out" ;; esac

# A plug-in in the folder above the program's: neither folder hides the other.
mkdir -p "$TMPDIR/project/bin"
cp "$BIANCA" "$TMPDIR/project/bin/bianca"
cp "$TMPDIR/good.so" "$TMPDIR/project"
out=$(cd "$TMPDIR/project" && bin/bianca match mine=plugin:./good.so,depth=1 random --games 2 --json 2>&1)
case $out in *'"endings":{"played_out":2}'*) ;; *) fault "a plug-in above the program: $out" ;; esac

# Those that fail cost their game, and the reason is told.
plugin crash 'if (all > 8) abort();'
expect_ending crashed 'signal 6' "$TMPDIR/crash.so,depth=1"
plugin nan 'if (all > 8) return NAN;'
expect_ending refused 'returned NaN' "$TMPDIR/nan.so,depth=1"
plugin endless 'if (all > 8) for (;;) continue;'
expect_ending timeout 'no answer in time' "$TMPDIR/endless.so,depth=1" --timeout 0.5
plugin infinite 'return INFINITY;'
expect_error 1 'returned infinity' "$BIANCA" eval --eval "plugin:$TMPDIR/infinite.so"
expect_error 1 'returned infinity' "$BIANCA" best --search alphabeta --eval "plugin:$TMPDIR/infinite.so"
expect_error 1 'returned infinity' "$BIANCA" best --depth 3 --eval "plugin:$TMPDIR/infinite.so"

# What is no plug-in is refused before any game.
printf 'int other;\n' >"$TMPDIR/none.c"
gcc -shared "$TMPDIR/none.c" -o "$TMPDIR/none.so"
expect_error 2 'has no function double evaluate' "$BIANCA" eval --eval "plugin:$TMPDIR/none.so"
expect_error 1 'No such file' "$BIANCA" eval --eval "plugin:$TMPDIR/nowhere.so"
# Names of every length: memory comes in steps of sixteen bytes.
name=of-this-length
while [ ${#name} -lt 30 ]; do
    name=x$name
    expect_error 1 'No such file' "$BIANCA" eval --eval "plugin:$name.so"
done
expect_error 1 'No such file' "$BIANCA" match "plugin:$TMPDIR/nowhere.so" random
expect_error 1 'does not start' "$BIANCA" match "plugin:$TMPDIR/none.so" random
expect_error 2 'a file must follow' "$BIANCA" match plugin: random
expect_error 2 "unknown key 'eval'" "$BIANCA" match "plugin:$TMPDIR/good.so,eval=discs" random

# Python, and any program that speaks the protocol.
if command -v python3 >/dev/null; then
    printf 'def evaluate(position):\n    assert len(position.rows) == position.height\n    return bin(position.own).count("1") - bin(position.opp).count("1")\n' >"$TMPDIR/good.py"
    expect_output 'good.py: -3 for White' "$BIANCA" eval --eval "plugin:$TMPDIR/good.py" --moves f5
    expect_ending played_out bubblewrap "$TMPDIR/good.py,depth=1"
    # What is wrong with the file is said, with the line; what it prints arrives.
    printf 'def evaluate(position):\n    print("asked")\n    return 1 / 0\n' >"$TMPDIR/bad.py"
    expect_ending crashed 'bad.py, line 3: ZeroDivisionError: division by zero' "$TMPDIR/bad.py,depth=1"
    capture "$BIANCA" eval --eval "plugin:$TMPDIR/bad.py"
    [ $status -eq 1 ] || fault "a plug-in that divides by zero: status $status"
    case $err in asked*Traceback*"bianca eval: plug-in bad.py ended with status 1: bad.py, line 3: ZeroDivisionError: division by zero") ;; *) fault "what a plug-in prints: $err" ;; esac
    printf 'def evaluate(position):\n    return 1 +\n' >"$TMPDIR/syntax.py"
    expect_ending crashed 'syntax.py, line 2: SyntaxError: ' "$TMPDIR/syntax.py,depth=1"
    printf 'import helper\ndef evaluate(position):\n    return helper.value(position)\n' >"$TMPDIR/outer.py"
    printf 'def value(position):\n\n    return position.nothing\n' >"$TMPDIR/helper.py"
    capture "$BIANCA" eval --eval "plugin:$TMPDIR/outer.py"
    case $err in *"ended with status 1: helper.py, line 3: AttributeError: "*nothing*) ;; *) fault "a fault in another file: $err" ;; esac
    printf 'def evaluate(position):\n    return float("nan")\n' >"$TMPDIR/nan.py"
    expect_ending refused 'returned NaN' "$TMPDIR/nan.py,depth=1"
    printf 'def evaluate(position):\n    while True:\n        pass\n' >"$TMPDIR/endless.py"
    expect_ending timeout 'no answer in time' "$TMPDIR/endless.py,depth=1" --timeout 1
    # Much on standard error holds nobody up.
    printf 'import sys\ndef evaluate(position):\n    sys.stderr.write("x" * 200000 + "\\n")\n    return 5\n' >"$TMPDIR/loud.py"
    [ "$("$BIANCA" eval --eval "plugin:$TMPDIR/loud.py" 2>"$TMPDIR/loud")" = "plugin:$TMPDIR/loud.py: 5 for Black" ] || fault 'a loud plug-in has no value'
    [ "$(wc -c <"$TMPDIR/loud")" -eq 200001 ] || fault "a loud plug-in: $(wc -c <"$TMPDIR/loud") bytes arrive"
fi
# A first line that the system never executes does not show what it names.
if command -v python3 >/dev/null; then
    mkdir -p "$TMPDIR/home/.ssh" "$TMPDIR/home/handin"
    echo 'a secret' >"$TMPDIR/home/.ssh/id"
    chmod a+rx "$TMPDIR/home/.ssh/id"
    printf '#!%s\nimport os\ndef evaluate(position):\n    return 1 / 0 if os.path.exists("%s") else 1\n' \
        "$TMPDIR/home/.ssh/id" "$TMPDIR/home/.ssh/id" >"$TMPDIR/home/handin/curious.py"
    HOME=$TMPDIR/home expect_ending played_out bubblewrap "$TMPDIR/home/handin/curious.py,depth=1"
    HOME=$TMPDIR/home expect_ending crashed ZeroDivisionError "$TMPDIR/home/handin/curious.py,depth=1" --trust
fi
printf '#!/bin/sh\necho "# ready"\nwhile read -r w h own opp; do echo 7; done\n' >"$TMPDIR/seven"
printf '#!/bin/sh\nwhile read -r w h own opp; do echo seven; done\n' >"$TMPDIR/word"
chmod +x "$TMPDIR/seven" "$TMPDIR/word"
expect_output 'seven: 7 for Black' "$BIANCA" eval --eval "plugin:$TMPDIR/seven"
expect_error 1 "answered 'seven', not a number" "$BIANCA" eval --eval "plugin:$TMPDIR/word"
expect_ending refused "answered 'seven', not a number" "$TMPDIR/word,depth=1"
printf '#!/bin/sh\nread -r w h own opp\necho "no table here" >&2\nkill -9 $$\n' >"$TMPDIR/killed"
chmod +x "$TMPDIR/killed"
expect_ending crashed "crashed: signal 9: no table here" "$TMPDIR/killed,depth=1"

# The protocol from the other side.
out=$(printf '8 8 810000000 1008000000\n8 8 1 2\n' | "$BIANCA" eval --stdin --eval discs)
[ "$out" = "0
0" ] || fault "eval --stdin: $out"
out=$(printf '8 8 7 8\n8 8 1 1\n' | "$BIANCA" eval --stdin --eval discs 2>&1) && fault "overlapping discs are taken"
case $out in 2*'expected W H OWN OPP'*) ;; *) fault "eval --stdin, rubbish: $out" ;; esac
