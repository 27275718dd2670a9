# The terminal game as a person sees it: driven through tmux, a whole game with hints, undo, redo,
# save and load, line editing, colours and none, in each language; and Ctrl-C.
# Takes 20 s on two cores.
. tests/support/shell.sh
command -v tmux >/dev/null || {
    echo 'tmux is missing'
    exit 1
}

number=0
extra= # more of the environment, for start
tmux_here() {
    tmux -S "$TMPDIR/tmux$number" -f /dev/null "$@" 2>/dev/null
}
trap 'tmux_here kill-server; exit $((faults > 0))' EXIT

# start LANGUAGE OPTION...: a new terminal with the game in it; its end is announced.
start() {
    language=$1
    shift
    tmux_here kill-server
    number=$((number + 1))
    tmux_here new-session -d -x 110 -y 50 \
        "exec 2>/dev/null; export LC_ALL=$language TERM=screen-256color $extra; '$BIANCA' play $*; echo ended \$?; stty -a | grep -c ' icanon' ; sleep 1000"
    tmux_here set-option -g history-limit 5000
}
screen() {
    tmux_here capture-pane -p -S -2000
}
# Waits until the terminal shows the text.
wait_for() {
    tries=0
    until screen | grep -qF "$1"; do
        tries=$((tries + 1))
        [ $tries -gt 200 ] && {
            fault "no '$1' on the screen: $(screen)"
            return
        }
        sleep 0.05
    done
}
type_line() {
    tmux_here send-keys -l "$1"
    tmux_here send-keys Enter
}

# Waits until the last line that is not empty begins with the text: a prompt.
wait_for_prompt() {
    tries=0
    until screen | sed '/^$/d' | tail -n 1 | grep -qF "$1>"; do
        tries=$((tries + 1))
        [ $tries -gt 400 ] && {
            fault "no prompt '$1': $(screen)"
            return
        }
        sleep 0.05
    done
}
# Types a move of two people; the other one is asked for the next.
move() {
    type_line "$1"
    wait_for_prompt "$2"
}

# A whole game of two people in each language: a hint, a move taken back and played again, a game
# saved, left and loaded in the middle, the result, the worst moves; then the computer's own game.
# The other arguments are what is said, and what must not be: words of English.
whole_game() {
    language=$1 black=$2 white=$3 turned=$4 perhaps=$5 nothing=$6 saved=$7 loaded=$8 result=$9
    shift 9
    most=$1 english=$2
    file=$TMPDIR/x.ggf
    start "$language" --board 6x6 --level 4 --black human --white human
    wait_for_prompt "$black"
    type_line 'hint 2'
    wait_for "$perhaps"
    wait_for '  c2 '
    move c2 "$white"
    wait_for "$turned"
    move undo "$black"
    type_line undo
    wait_for "$nothing"
    move redo "$white"
    side=$black
    for square in b4 d5 c1 a4 e4 d2 e3 e1 b3 f3 c5; do
        move $square "$side"
        [ "$side" = "$black" ] && side=$white || side=$black
    done
    type_line "save $file"
    wait_for "$saved"
    move new "$black"
    type_line "load $file"
    wait_for "$loaded"
    type_line moves
    wait_for 'c2b4d5c1a4e4d2e3e1b3f3c5'
    side=$white
    for square in f4 a3 b6 e5 a2 c6 b2 a1 a5 b1 d1 f1 f5 f2 d6 a6 e2 e6 f6; do
        move $square "$side"
        [ "$side" = "$black" ] && side=$white || side=$black
    done
    type_line b5
    wait_for "$result"
    wait_for "$most"
    wait_for_prompt 'quit'
    type_line 'mode 2 new' # the computer alone; one may go on afterwards
    type_line 'summary'
    type_line 'quit'
    wait_for 'ended 0'
    [ -z "$english" ] || ! screen | grep -n "$english" || fault "$language: English on the screen"
}
english='Black\|White\|human\|turns\|disc\|[Gg]ame\|Moves\|better\|mistake\|most\|perhaps\|Perhaps\|Type'
whole_game C.UTF-8 Black White 'Black plays c2 and turns 1 disc.' 'Perhaps c2.' 'nothing to take back' \
    'The game is saved in' 'The game is loaded from' 'The game is over. White wins 27 to 9.' \
    'What cost Black most:' ''
whole_game fr_FR.UTF-8 Noir Blanc 'Noir joue c2 et retourne 1 pion.' 'Peut-être c2.' "Il n'y a rien à reprendre" \
    'La partie est enregistrée' 'La partie est chargée' 'La partie est finie. Blanc gagne 27 à 9.' \
    'Ce qui a coûté le plus à Noir' "$english"
whole_game zh_CN.UTF-8 黑方 白方 '黑方下 c2，翻转 1 子。' '也许 c2。' '没有可以悔的棋。' \
    '对局已保存到' '载入对局' '对局结束。白方以 27 比 9 获胜。' '黑方损失最大的着法' "$english"
whole_game zh_TW.UTF-8 黑方 白方 '黑方下 c2，翻轉 1 子。' '也許 c2。' '沒有可以悔的棋。' \
    '對局已儲存到' '載入對局' '對局結束。白方以 27 比 9 獲勝。' '黑方損失最大的著法' "$english"

# A pass is announced, in each language.
passes() {
    start "$1" --board 4x4 --black human --white human
    wait_for_prompt "$2"
    type_line 'b1 c1 d1 a1 a3'
    wait_for "$3"
    type_line 'quit'
    wait_for 'ended 0'
}
passes C.UTF-8 Black 'White has no move and passes.'
passes fr_FR.UTF-8 Noir "Blanc n'a pas de coup et passe."
passes zh_CN.UTF-8 黑方 '白方无子可下，跳过。'
passes zh_TW.UTF-8 黑方 '白方無子可下，跳過。'

# Against the computer: sides and level changed in the middle of the game, to the end.
start C.UTF-8 --board 6x6 --level 3
wait_for_prompt Black
type_line 'level 5'
wait_for 'Level: 5.'
type_line c2
wait_for 'White plays '
wait_for_prompt Black
type_line 'mode 1' # now the computer is Black
wait_for_prompt White
type_line 'white computer'
wait_for 'The game is over.'
wait_for_prompt quit
type_line 'quit'
wait_for 'ended 0'

# Two people to the end, with a summary; then back into the game and on.
start C.UTF-8 --board 4x4 --black human --white human
wait_for 'Black>'
type_line 'play b1 a1 a2 c1 d1 d3 d2 b4 a4 a3 d4 c4'
wait_for 'Black wins 9 to 7'
wait_for 'What cost White most:'
wait_for 'undo, new or quit>'
type_line 'undo'
wait_for 'Black>'
type_line 'q'
wait_for 'ended 0'

# Line editing and history: a typing mistake corrected with the cursor keys, a line fetched back.
start C.UTF-8 --black human --white human
wait_for 'Black>'
tmux_here send-keys -l 'x5'
tmux_here send-keys Left BSpace f Enter
wait_for 'Black plays f5'
type_line 'moves'
wait_for 'Moves: f5'
tmux_here send-keys Up Up Enter
wait_for 'f5 is occupied'
type_line 'quit'
wait_for 'ended 0'

# Colours on a terminal, none where they are not wanted.
start C.UTF-8 --black human --white human
wait_for 'Black>'
tmux_here capture-pane -p -e | grep -q '48;5;29' || fault 'no colours on a terminal'
start C.UTF-8 --black human --white human --colour never
wait_for 'Black>'
tmux_here capture-pane -p -e | grep -q '48;5;29' && fault 'colours although they are not wanted'
for extra in NO_COLOR=1 TERM=dumb; do
    start C.UTF-8 --black human --white human
    wait_for 'Black>'
    tmux_here capture-pane -p -e | grep -q '48;5;29' && fault "colours with $extra"
    type_line 'f5'
    wait_for '(X)' # the last move, and small letters for what it turned
    wait_for ' x '
done
extra=

# Ctrl-C at the prompt and while the computer thinks: the moves so far are told, the terminal is as
# it was (its line discipline is canonical again).
for level in 10 60; do
    start C.UTF-8 --level $level
    wait_for 'Black>'
    type_line 'f5'
    [ $level = 10 ] && wait_for 'White plays'
    sleep 0.5
    tmux_here send-keys C-c
    wait_for 'Moves: f5'
    wait_for 'ended 0'
    screen | grep -A 1 'ended 0' | grep -qx 1 || fault 'the terminal is not as it was'
done
# Ctrl-D ends the game.
start C.UTF-8
wait_for 'Black>'
tmux_here send-keys C-d
wait_for 'ended 0'

# Ctrl-Z and back: the shell's terminal is as usual meanwhile; then the prompt is there again, and
# lines are edited as before.
tmux_here kill-server
number=$((number + 1))
tmux_here new-session -d -x 110 -y 50 \
    "exec env PS1='shell> ' LC_ALL=C.UTF-8 TERM=screen-256color bash --norc --noprofile -i"
wait_for 'shell>'
type_line "'$BIANCA' play --board 6x6 --black human --white human"
wait_for_prompt Black
type_line c2
wait_for_prompt White
tmux_here send-keys C-z
wait_for 'Stopped'
type_line 'stty -a | grep -c " icanon"'
wait_for '1'
type_line 'fg'
wait_for_prompt White
tmux_here send-keys -l 'x4'
tmux_here send-keys Left BSpace b Enter
wait_for 'White plays b4'
# A window that becomes narrow, and nonsense of all kinds.
tmux_here resize-window -x 40 -y 20
sleep 0.3
[ "$(screen | grep -c 'Black>.*Black>')" -eq 0 ] || fault 'two prompts in a line'
type_line 'héb…黑 \\ "%s%n" ~!@#$^&*()'
wait_for 'I do not know'
type_line 'moves'
wait_for 'Moves: c2b4'
type_line 'quit'
wait_for 'shell>'
