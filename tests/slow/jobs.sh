# The full counts of tests/cli/jobs.sh: 10,000 positions with 14 empties, 1,000 games, 50 workers and
# 10 servers killed, a server that stands still for 20 seconds.
# Takes 10 min on two cores.
JOBS_POSITIONS=10000
JOBS_EMPTIES=14
JOBS_GAMES=12800
JOBS_WORKER_KILLS=50
JOBS_SERVER_KILLS=10
JOBS_CUP_GAMES=20
JOBS_STOP=20
export JOBS_POSITIONS JOBS_EMPTIES JOBS_GAMES JOBS_WORKER_KILLS JOBS_SERVER_KILLS JOBS_CUP_GAMES JOBS_STOP
. tests/cli/jobs.sh
