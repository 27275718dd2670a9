# Every command that README.md, its neighbours and docs/*.md show runs when it is pasted in the root of
# the source tree with `bianca` on the PATH. (docs/log/ is history and is not run.)
#
# A command is a line of an indented or fenced block that begins with one of the words in `shown`, or
# inline code that begins with `bianca` or `make`. It runs in a folder with copies of the files that
# documents may name. To keep this short the test makes numbers of games, positions and epochs small;
# a command that writes a file then has to finish, and any other may still be running after LIMIT
# seconds, since a wrong option or a missing file ends it at once. What is only looked at:
#   make TARGET              with make -n, and its variables must be in the Makefile
#   bianca COMMAND           inline, without arguments: bianca help COMMAND
#   bianca COMMAND ... NAME  inline, with words in capitals: its options must be in the help
. tests/support/shell.sh
. tests/support/redis.sh

LIMIT=0.6 FINISH=60
if has_sanitizers; then LIMIT=3 FINISH=300; fi # such a program begins slowly, and fits slowly
shown='bianca|make|cc|cp|sed|g\+\+|curl|sqlite3|printf|echo|PATH=[^ ]*|BIANCA_ISA=[^ ]*|PYTHONPATH=[^ ]*|tools/[a-z-]*|tests/[a-z/-]*\.sh|bench/[a-z-]*\.sh'

# commands DOCUMENT...: a line "DOCUMENT:LINE block|inline COMMAND" for each command.
commands() {
    awk -v shown="^($shown)( |\$)" '
    function found(line, kind, command) { print name ":" line " " kind " " command }
    function block_line(text) {
        sub(/^ +/, "", text)
        if (rest != "") text = rest " " text
        rest = ""
        if (text ~ /\\$/) { rest = substr(text, 1, length(text) - 1); return }
        if (text ~ /^\$ / || text ~ shown) found(FNR, "block", text)
    }
    function paragraph(  parts, count, i) {
        count = split(text, parts, "`")
        for (i = 2; i < count; i += 2)
            if (parts[i] ~ /^(bianca|make) /) found(first, "inline", parts[i])
        text = ""
    }
    FNR == 1 { paragraph(); name = FILENAME; fenced = 0; rest = ""; was_blank = 1; indented = 0 }
    /^```/ { paragraph(); fenced = !fenced; next }
    fenced { block_line($0); next }
    /^    / && (was_blank || indented) { paragraph(); indented = 1; was_blank = 0; block_line($0); next }
    { indented = 0; was_blank = /^ *$/ }
    was_blank || /^[|#]/ { paragraph() }
    { if (text == "") first = FNR; text = text " " $0 }
    END { paragraph() }' "$@"
}

# Finds what is there, in a document of its own, and nothing else.
printf '%s\n' 'Text, `bianca best' '--depth 3` and `other`.' '' '    bianca solve \' '      --start' \
    '    output' '' '```' '$ make test' '```' '- a list:' '    bianca no command' >"$TMPDIR/own.md"
found=$(commands "$TMPDIR/own.md" | sed 's/^[^ ]* //' | tr -s ' ' | tr '\n' ';')
[ "$found" = 'inline bianca best --depth 3;block bianca solve --start;block $ make test;' ] ||
    fault "finds other commands than there are: $found"

# Documents are read in lanes, side by side, because many commands wait for something. Each lane has a
# folder where its commands run.
LANES=3
root=$PWD
path=$PATH
unset MAKEFLAGS MFLAGS MAKELEVEL # of the make that runs this test
chmod a+rx "$TMPDIR" "$TMPDIR/.." # programs in the sandbox run as a user without rights
umask 022
enter_lane() {
    folder=$TMPDIR/folder
    mkdir -p "$folder/bin" "$folder/build"
    chmod a+rx "$TMPDIR"
    cd "$root" || exit 1
    cp -R Makefile *.md bots data docs examples include po python src tests tools web bench "$folder"
    cp "$BIANCA" "$(dirname "$BIANCA")/libbianca.so" "$folder/build" # no links: the sandbox shows what is really there
    printf '#!/bin/sh\n' >"$folder/bin/xdg-open" # what serve --open calls
    chmod +x "$folder/bin/xdg-open"
    PATH=$folder/bin:$folder/build:$path
    export PATH
    cd "$folder" || exit 1
}

# The server that the documents' requests go to, on a port of its own.
"$BIANCA" serve --port 0 --jobs "$TMPDIR/jobs.db" >"$TMPDIR/server" 2>&1 &
server=$!
for _ in $(seq 300); do
    port=$(sed -n 's/.*127\.0\.0\.1:\([0-9]*\).*/\1/p' "$TMPDIR/server" | head -n 1)
    [ -z "$port" ] && kill -0 $server 2>/dev/null || break
    sleep 0.1
done
[ -n "$port" ] || grep -q 'built without' "$TMPDIR/server" || fault "no server: $(cat "$TMPDIR/server")"

# The Redis server that they call `server`.
redis=
if has_redis; then redis_start; fi

# shrink COMMAND: the same with small numbers.
shrink() {
    case $1 in
    *'bianca selfplay'*) numbers='s/--games [0-9]+/--games 64/; s/--depth [0-9]+/--depth 1/; s/--exact-from [0-9]+/--exact-from 4/' ;;
    *'bianca match'* | *'bianca tournament'*) numbers='s/ --games [0-9]+//; s/bianca (match|tournament)/& --games 2/; s/--serve/--serve --port 0/' ;;
    *'bianca fit'*) numbers='s/ --epochs [0-9]+//; s/bianca fit/bianca fit --epochs 1/' ;;
    *'bianca probcut-fit'*) numbers='s/--positions [0-9]+/--positions 20/; s/--depth [0-9]+/--depth 4/; s/--exact-from [0-9]+/--exact-from 6/' ;;
    *'bianca tune'*) numbers='s/--games [0-9]+/--games 4 --batch 2/; s/--time [0-9.]+/--time 0.002/' ;;
    *'bianca gold'*) numbers='s/--positions [0-9]+/--positions 1/; s/--depth [0-9]+/--depth 4/' ;;
    *'bianca book build'*) numbers='s/--time [0-9.]+/--time 0.5/' ;;
    *'bianca serve'*) numbers='s/bianca serve/bianca serve --port 0/' ;;
    *) numbers="s/^curl /curl --fail /; s/127\\.0\\.0\\.1:6464/127.0.0.1:$port/" ;;
    esac
    # In the foreground, so that the next command finds what this one makes.
    printf '%s\n' "$1" | sed -E "$numbers; s|redis://server|$redis|; s/ &\$//"
}

run() { # PLACE COMMAND
    small=$(shrink "$2")
    limit=$LIMIT
    case $small in
    *' --out '* | *' --write '* | *' --db '* | *' --html '* | *' -o '* | *'gold build'* | *'book build'*) limit=$FINISH ;;
    esac
    status=0
    timeout -k 5 "$limit" sh -c "$small" >"$TMPDIR/out" 2>"$TMPDIR/err" </dev/null || status=$?
    if [ $status -eq 124 ] && [ "$limit" = "$LIMIT" ]; then return; fi
    [ $status -eq 0 ] || fault "$1: status $status: $small: $(head -n 3 "$TMPDIR/err")"
}

look_at_make() { # PLACE COMMAND
    sh -c "make -n ${2#make}" >/dev/null 2>"$TMPDIR/err" || fault "$1: $2: $(head -n 3 "$TMPDIR/err")"
    for name in $(echo "${2%% #*}" | grep -oE '(^| )[A-Z_]+=' | tr -d ' ='); do
        grep -rqw -e "$name" Makefile tools || fault "$1: nothing reads $name"
    done
}

has_placeholder() { # COMMAND
    echo "$1" | grep -qE '(^|[ =:])[A-Z]+([ .,]|$)'
}

look_at_options() { # PLACE COMMAND
    set -- "$1" "$2" $(echo "$2" | sed 's/"[^"]*"//g')
    help=$(bianca help "$4" 2>&1) || fault "$1: there is no bianca $4"
    for word in "$@"; do
        case $word in
        --*) echo "$help" | grep -q -e "^ *${word%%=*}\( \|\$\)" || fault "$1: bianca $4 has no ${word%%=*}" ;;
        esac
    done
}

has_curl=
[ -z "$port" ] || ! command -v curl >/dev/null || has_curl=1

# judge PLACE KIND COMMAND
judge() {
    case "$2 $3" in
    *' $ '*) fault "$1: a prompt cannot be pasted: $3" ;;
    *' make'*) look_at_make "$1" "$3" ;;
    'inline bianca help'* | 'inline bianca --'*) run "$1" "$3" ;;
    'inline bianca '*' '*) if has_placeholder "$3"; then look_at_options "$1" "$3"; else run "$1" "$3"; fi ;;
    'inline bianca '*) run "$1" "bianca help ${3#bianca }" ;;
    *redis://server*) [ -z "$redis" ] || run "$1" "$3" ;;
    'block curl '*) [ -z "$has_curl" ] || run "$1" "$3" ;;
    *PYTHONPATH=*) has_sanitizers || run "$1" "$3" ;;
    'block sqlite3 '*) ! command -v sqlite3 >/dev/null || run "$1" "$3" ;;
    *) run "$1" "$3" ;;
    esac
}

# Faults are found.
enter_lane
for wrong in 'block bianca best --dephts 3' 'block bianca solve nowhere.obf' 'block bianca best --depth 3 the best move' \
    'block $ bianca players' 'block make nothing' 'block make bot BOT_COLOUR=1' 'inline bianca best --eval NAME --dephts N' \
    'inline bianca bets' 'block cc -o mine tests/bots/nowhere.c' \
    ${has_curl:+'block curl -s http://127.0.0.1:6464/api/v1/nothing'}; do
    (faults=0 LIMIT=$FINISH && judge own.md:1 "${wrong%% *}" "${wrong#* }" >/dev/null && exit $((faults > 0)))
    [ $? -eq 1 ] || fault "sees no fault in: $wrong"
done

# What leaves nothing for a later command need not run twice.
commands README.md CONTRIBUTING.md SECURITY.md bots/README.md python/README.md docs/*.md | awk '
    { place = $1; kind = $2; sub(/^[^ ]* [^ ]* /, ""); sub(/ +#.*/, "") }
    !((kind == "inline" || /^make/) && seen[$0]++) { print place, kind, $0 }' >"$TMPDIR/commands"
[ "$(wc -l <"$TMPDIR/commands")" -ge 30 ] || fault "only $(wc -l <"$TMPDIR/commands") commands found"
# Documents that share the Redis server share a lane; the others go where least is to be done.
awk -v lanes=$LANES -v out="$TMPDIR/lane" '
    { document = $1; sub(/:.*/, "", document); text[document] = text[document] $0 "\n"
      if (!count[document]++) name[++documents] = document }
    /redis:/ { must_share[document] = 1 }
    function put(document, lane) {
        printf "%s", text[document] >(out lane ".commands")
        work[lane] += count[document]
        is_put[document] = 1
    }
    END {
        for (document in must_share) put(document, 1)
        for (;;) {
            most = ""
            for (i = 1; i <= documents; i++)
                if (!(name[i] in is_put) && (most == "" || count[name[i]] > count[most])) most = name[i]
            if (most == "") break
            least = 1
            for (lane = 2; lane <= lanes; lane++) if (work[lane] < work[least]) least = lane
            put(most, least)
        }
    }' "$TMPDIR/commands"
[ "$(cat "$TMPDIR"/lane*.commands | wc -l)" -eq "$(wc -l <"$TMPDIR/commands")" ] || fault "lanes lose commands"
read_lane() { # NUMBER
    document=
    enter_lane
    ls >"$TMPDIR/files"
    while read -r place kind command; do
        # Each document begins with what the source tree has.
        [ "$document" = "${place%:*}" ] || ls | grep -vxF -f "$TMPDIR/files" | xargs rm -rf
        document=${place%:*}
        judge "$place" "$kind" "$command"
    done <"$TMPDIR/../lane$1.commands"
}
side_by_side 'read_lane 1' 'read_lane 2' 'read_lane 3'
echo "$(wc -l <"$TMPDIR/commands") commands"
kill "$server" 2>/dev/null
cd "$root"
