# The page in a real browser: every view in every language with every theme on every size, and games on more
# boards than `make test` has time for. Takes 7 min on two cores.
BROWSER_ALL=1
export BROWSER_ALL
. tests/browser/page.sh
