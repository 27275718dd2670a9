# Twenty kills at random moments.
KILLS=20
export KILLS
. tests/cli/resume.sh
