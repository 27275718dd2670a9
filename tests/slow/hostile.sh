# A thousand games with broken and malicious programs, as root and as an ordinary user.
# Takes 15 minutes on two cores.
HOSTILE_GAMES=1000 HOSTILE_TIMEOUT=10
export HOSTILE_GAMES HOSTILE_TIMEOUT
. tests/cli/hostile.sh
