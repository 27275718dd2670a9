# The page in a real browser, with every theme on every size and games on more boards than `make test`
# has time for. Takes 4 min on two cores.
BROWSER_ALL=1
export BROWSER_ALL
. tests/browser/page.sh
