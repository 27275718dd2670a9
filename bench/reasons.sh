# How many blunders of the games in tests/data/blunders.txt the review explains, and how many of
# these explanations a deeper search confirms: it takes the cause away again and looks at what the
# move loses then. Usage: sh bench/reasons.sh [FILE] [LEVEL] [DEPTH]
set -eu
cc=${CC:-gcc} bianca=${BIANCA:-build/bianca}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
$cc -std=gnu17 -O2 -D_GNU_SOURCE -Isrc bench/reasons.c "$(dirname "$bianca")/obj/all.a" -pthread -lm -lsqlite3 \
    -o "$folder/reasons"
"$folder/reasons" "${1:-tests/data/blunders.txt}" "${2:-8}" "${3:-12}"
