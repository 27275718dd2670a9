# What accuracy players of known strength earn: games against themselves, reviewed. The moves of the
# opening are not the players', so the games are reviewed from the position after it.
# Usage: sh bench/accuracy.sh [GAMES] [LEVEL]
set -eu
bianca=${BIANCA:-build/bianca} games=${1:-20} level=${2:-12} plies=4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf '%-18s %9s %9s %10s %6s %6s\n' player accuracy loss/move blunders/g lowest highest
for player in random beginner:1 beginner:2 beginner:3 beginner:4 beginner:5 engine:level=2 engine:level=4 \
    engine:level=8 engine:level=12 engine:level=16; do
    "$bianca" match --games "$games" --json --openings $plies --seed 5 "a=$player" "b=$player" 2>/dev/null |
        sed -n 's/.*"opening_moves":\([0-9]*\),"moves":"\([a-h1-8]*\)".*/\1 \2/p' >"$folder/moves"
    while read -r count moves; do
        opening=$(printf %s "$moves" | cut -c 1-$((2 * count)))
        rest=$(printf %s "$moves" | cut -c $((2 * count + 1))-)
        position=$("$bianca" show --json --moves "$opening" |
            sed -n 's/.*"position":"\([^"]*\)".*/\1/p')
        printf '[FEN "%s"]\n\n%s *\n\n' "$position" "$rest"
    done <"$folder/moves" >"$folder/games.pgn"
    "$bianca" review --json --level "$level" "$folder/games.pgn" >"$folder/review.json"
    python3 - "$player" "$folder/review.json" <<'PYTHON'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[2])]
total = lines.pop()['players'][0]
each = [game[side]['accuracy'] for game in lines for side in ('black_review', 'white_review')]
side = total['review']
print('%-18s %9.1f %9.2f %10.1f %6.1f %6.1f' % (sys.argv[1], side['accuracy'], side['loss'] / side['moves'],
      side['blunders'] / total['games'], min(each), max(each)))
PYTHON
done
