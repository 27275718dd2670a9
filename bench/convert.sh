# How fast games pass through `bianca convert`, and how much memory that takes: 100,000 random games
# (bench/random_games.c) from WTHOR into each format and from there back into transcripts.
set -eu
cc=${CC:-gcc} bianca=${BIANCA:-build/bianca} games=${1:-100000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
$cc -std=gnu17 -O2 -D_GNU_SOURCE -Isrc bench/random_games.c "$(dirname "$bianca")/obj/all.a" \
    -pthread -lm -lsqlite3 -o "$folder/random_games"
"$folder/random_games" "$games" "$folder/games.wtb"

# measure OUT IN...: a line with seconds and the most memory in use, from the kernel's own books.
measure() {
    out=$1
    shift
    "$folder/random_games" run "$bianca" convert "$@" -o "$folder/$out"
}
echo "$games games: seconds, peak memory in MB, size of the file in MB"
for format in ggf sgf pgn json txt obf; do
    printf 'wtb to %-5s' "$format"
    measure "games.$format" "$folder/games.wtb"
    printf '  %5.1f\n' "$(($(wc -c <"$folder/games.$format") / 100000))e-1"
    [ "$format" = txt ] || [ "$format" = obf ] && continue
    printf '%-5s to txt' "$format"
    measure back.txt "$folder/games.$format"
    echo
done
