# A thousand games with broken and malicious programs, as root and as an ordinary user.
# Takes 15 minutes on two cores.
HOSTILE_GAMES=1000
export HOSTILE_GAMES
. tests/cli/hostile.sh
