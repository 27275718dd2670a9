# Twenty kills at random moments.
# Takes 10 s on two cores.
KILLS=20
export KILLS
. tests/cli/resume.sh
