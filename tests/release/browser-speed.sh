# The speed of the page: first paint, size, clicks while the engine thinks on every core, scrolling through ten
# thousand games, and memory over a thousand moves. Takes 3 min on two cores. Runs alone.
BROWSER_SPEED=1
export BROWSER_SPEED
. tests/browser/page.sh
