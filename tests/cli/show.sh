# bianca show: the board, the JSON, the diagram, and every wrong way of asking.
. tests/support/shell.sh

start=---------------------------OX------XO---------------------------

# For people: coordinates, discs, marked moves, counts and the side to move; nothing coloured.
expect_output ' 4  .  .  +  O  X  .  .  .    Black to move' "$BIANCA" show
expect_output ' 5  .  .  .  X  O  +  .  .    + d3 c4 f5 e6' "$BIANCA" show
expect_output '    a  b  c  d  e  f  g  h' "$BIANCA" show
expect_output 'White O  2' "$BIANCA" show
case $out in *"$(printf '\033')"*) fault 'colour without a terminal' ;; esac
expect_output ' 5  .  .  .  X  X (X) .  .    + f4 d6 f6' "$BIANCA" show --moves f5
expect_output "$(printf '\033')[" "$BIANCA" show --colour always
expect_output '12' "$BIANCA" show --board 5x12
expect_output ' o  p' "$BIANCA" show --board 16x4
expect_output 'White must pass' "$BIANCA" show --board 4x4 --moves b1c1d1a1a3
expect_output 'Black wins 13 to 0 (64 to 0 with the empty squares)' \
    "$BIANCA" show --moves F5D6C5F4E7F6G5E6E3
expect_output 'Draw, 8 to 8' "$BIANCA" show --board 4x4 --position 'XXXXXXXXOOOOOOOO X'

# For machines.
json() {
    wanted=$1
    shift
    expect_output '' "$BIANCA" show --json "$@"
    [ "$out" = "$wanted" ] || fault "show --json $*: expected $wanted, got $out"
}
json '{"board":"8x8","position":"'"$start"' X","side":"black","move":null,"flips":[],"legal":{"d3":["d4"],"c4":["d4"],"f5":["e5"],"e6":["e5"]},"black":2,"white":2,"pass":false,"over":false,"opening":null}'
json '{"board":"8x8","position":"---------------------------OX------XXX-------------------------- O","side":"white","move":"f5","flips":["e5"],"legal":{"f4":["e4"],"d6":["d5"],"f6":["e5"]},"black":4,"white":1,"pass":false,"over":false,"opening":null}' --moves 'F5'
json '{"board":"8x8","position":"--------------------X------XXX----XXXXX----XXX------X----------- O","side":"white","move":"e3","flips":["d4","e4","f4","e5","e6"],"legal":{},"black":13,"white":0,"pass":false,"over":true,"score":64,"opening":{"line":"f5d6","english":"Perpendicular Opening","japanese":"縦取り"}}' --moves '1. f5 2. d6 c5f4e7f6g5e6e3'
json '{"board":"4x4","position":"OXXX-XX-XXO----- O","side":"white","move":"a3","flips":["b2"],"legal":{},"black":7,"white":2,"pass":true,"over":false,"opening":null}' --board 4x4 --moves b1c1d1a1a3
json '{"board":"4x4","position":"OXXX-XX-XXX----X O","side":"white","move":"d4","flips":["c3"],"legal":{},"black":9,"white":1,"pass":false,"over":true,"score":14,"opening":null}' --board 4x4 --moves b1c1d1a1a3d4
json '{"board":"9x7","position":"---------------------XO-------OX------------------------------- O","side":"white","move":null,"flips":[],"legal":{"d2":["d3"],"c3":["d3"],"f4":["e4"],"e5":["e4"]},"black":2,"white":2,"pass":false,"over":false,"opening":null}' --board 9x7 --position='---------------------*O-------O*------------------------------- W'
# A position may begin with dashes, like an option.
json '{"board":"8x8","position":"'$start' O","side":"white","move":null,"flips":[],"legal":{"e3":["e4"],"f4":["e4"],"c5":["d5"],"d6":["d5"]},"black":2,"white":2,"pass":false,"over":false,"opening":null}' --position "$start O"
# Moves begin at the position that is given.
json '{"board":"4x4","position":"OXXX-XX-XXX----X O","side":"white","move":"d4","flips":["c3"],"legal":{},"black":9,"white":1,"pass":false,"over":true,"score":14,"opening":null}' --board 4x4 --position 'OXXX-XX-XXO----- o' --moves d4

# Openings have names, whichever way the board is turned and whichever order the moves have.
expect_output 'Opening: Tiger' "$BIANCA" show --moves f5d6c3d3c4
expect_output 'Opening: Tiger (虎定石)' env LC_ALL=C.UTF-8 "$BIANCA" show --moves f5d6c3d3c4
expect_output 'Opening: Tiger' "$BIANCA" show --moves c4e3f6e6f5
expect_output 'Opening: Tiger' "$BIANCA" show --moves f5d6c4d3c3
expect_output 'Opening: Tiger' "$BIANCA" show --moves f5d6c3d3c4f4
expect_output '"opening":{"line":"f5d6c3d3c4","english":"Tiger","japanese":"虎定石"}}' \
    "$BIANCA" show --json --moves f5d6c3d3c4
expect_output '"opening":{"line":"f5f6e6d6c7f4","english":"Lollipop","japanese":null}}' \
    "$BIANCA" show --json --moves f5f6e6d6c7f4

# The diagram is replaced as a whole.
expect_output 'Black to move' "$BIANCA" show --svg "$TMPDIR/a.svg"
grep -q '^<svg ' "$TMPDIR/a.svg" || fault 'no diagram'
tail -n 1 "$TMPDIR/a.svg" | grep -q '^</svg>$' || fault 'the diagram is cut'
expect_output '"side":"white"' "$BIANCA" show --json --moves f5 --svg "$TMPDIR/a.svg"
grep -q 'White to move' "$TMPDIR/a.svg" || fault 'the diagram was not replaced'
expect_error 1 'No such file or directory' "$BIANCA" show --svg "$TMPDIR/none/a.svg"
expect_error 2 'transcript: move 1' "$BIANCA" show --moves a1 --svg "$TMPDIR/b.svg"
[ ! -e "$TMPDIR/b.svg" ] || fault 'a diagram of a refused position'

# Wrong command lines.
expect_error 2 'board 3x3: each side must be at least 4' "$BIANCA" show --board 3x3
expect_error 2 'board 9x8: more than 64 squares' "$BIANCA" show --board 9x8
expect_error 2 "board 'x': expected columns x rows" "$BIANCA" show --board x
expect_error 2 "board '8x8x8'" "$BIANCA" show --board 8x8x8
expect_error 2 'position: at the end: 63 squares before the side to move, 8x8 has 64' \
    "$BIANCA" show --position="${start#?} X"
expect_error 2 'position: at the end: found the end, but after 64 squares (8x8) comes the side' \
    "$BIANCA" show --position="$start"
expect_error 2 "position: character 66: unexpected 'X' after 64 squares (8x8) and the side" \
    "$BIANCA" show --position="${start}XX"
expect_error 2 "position: character 5: '1': digits mean opposite colours" \
    "$BIANCA" show --position='....1'
expect_error 2 'position: at the end: 0 squares' "$BIANCA" show --position=
expect_error 2 'transcript: move 3: d6 is occupied' "$BIANCA" show --moves f5d6d6
expect_error 2 'transcript: move 3: a1 turns nothing for Black' "$BIANCA" show --moves 'f5 d6 a1'
expect_error 2 'transcript: move 2: z9 is off the board (8x8)' "$BIANCA" show --moves f5z9
expect_error 2 'transcript: move 10: a1: the game is over' \
    "$BIANCA" show --moves f5d6c5f4e7f6g5e6e3a1
expect_error 2 "unknown option '--move', did you mean --moves?" "$BIANCA" show --move f5
expect_error 2 "unexpected argument 'f5'" "$BIANCA" show f5
long=$(printf '%70000s' '')
expect_error 2 'transcript: longer than 65536 bytes' "$BIANCA" show --moves "$long"

# Standard output that cannot be written.
status=0
"$BIANCA" show >&- 2>"$TMPDIR/err" || status=$?
[ $status -eq 1 ] || fault "closed standard output: status $status, expected 1"
[ "$(wc -l <"$TMPDIR/err")" -eq 1 ] || fault 'closed standard output: not one line of explanation'
