# A library of 137,000 random games with names (bench/random_games.c): import, search, explorer and
# size. Processor time of the calls, without the start of a program.
set -eu
cc=${CC:-gcc} bianca=${BIANCA:-build/bianca} games=${1:-137000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for program in random_games library_calls; do
    $cc -std=gnu17 -O2 -D_GNU_SOURCE -Isrc bench/$program.c "$(dirname "$bianca")/obj/all.a" \
        -pthread -lm -lsqlite3 -o "$folder/$program"
done
"$folder/random_games" "$games" "$folder/games.wtb"
printf 'import: seconds, peak memory in MB:'
"$folder/random_games" run "$bianca" games "$folder/games.db" import "$folder/games.wtb"
echo
echo "size of the file: $(($(wc -c <"$folder/games.db") / 1000000)) MB"
"$folder/library_calls" "$folder/games.db"
