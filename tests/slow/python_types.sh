# The types of the Python package are right, by mypy's strictest rules.
# Takes 5 s on two cores.
. tests/support/shell.sh

command -v mypy >/dev/null || {
    echo 'skipped: there is no mypy'
    exit 0
}
mypy --strict --cache-dir "$TMPDIR/cache" python/bianca || fault 'the types do not fit'
