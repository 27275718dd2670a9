# The terminal game as a person sees it: driven through tmux, a whole game with hints, undo, redo,
# save and load, line editing, colours and none, in each language; and Ctrl-C.
. tests/support/shell.sh
command -v tmux >/dev/null || {
    echo 'tmux is missing'
    exit 1
}

number=0
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
        "exec 2>/dev/null; export LC_ALL=$language TERM=screen-256color; '$BIANCA' play $*; echo ended \$?; stty -a | grep -c ' icanon' ; sleep 1000"
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

# A whole game in each language, with the names of the sides and a few sentences.
whole_game() {
    language=$1 prompt=$2 turned=$3 saved=$4 loaded=$5 over=$6
    start "$language" --board 6x6 --level 4
    wait_for "$prompt>"
    type_line 'hint 2'
    wait_for 'c2 '
    type_line 'c2'
    wait_for "$turned"
    type_line 'undo'
    type_line 'redo'
    type_line "save $TMPDIR/game.ggf"
    wait_for "$saved"
    type_line 'new'
    type_line "load $TMPDIR/game.ggf"
    wait_for "$loaded"
    type_line 'black computer'
    wait_for "$over"
    type_line 'quit'
    wait_for 'ended 0'
}
whole_game C.UTF-8 Black 'Black plays c2 and turns 1 disc.' 'The game is saved' 'The game is loaded' 'The game is over.'
whole_game fr_FR.UTF-8 Noir 'Noir joue c2 et retourne 1 pion.' 'La partie est enregistrée' 'La partie est chargée' 'La partie est finie.'
whole_game zh_CN.UTF-8 黑方 '黑方下 c2，翻转 1 子。' '对局已保存到' '载入对局' '对局结束'
whole_game zh_TW.UTF-8 黑方 '黑方下 c2，翻轉 1 子。' '對局已儲存到' '載入對局' '對局結束'

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
