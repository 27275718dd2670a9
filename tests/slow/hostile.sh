# A thousand games with broken and malicious programs, as root and as an ordinary user. Runs with priority: limits are
# timed, and filling page tables takes the kernel seconds.
# Takes 10 minutes on two cores.
HOSTILE_GAMES=1000 HOSTILE_TIMEOUT=20
export HOSTILE_GAMES HOSTILE_TIMEOUT
. tests/cli/hostile.sh
