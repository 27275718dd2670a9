# The tests of the page with its speed: first paint, size, and clicks while the engine thinks.
BROWSER_SPEED=1
export BROWSER_SPEED
. tests/browser/page.sh
