# The speed of the page: first paint, size, and clicks while the engine thinks on every core.
# Takes 1 min on two cores. Runs alone.
BROWSER_SPEED=1
export BROWSER_SPEED
. tests/browser/page.sh
