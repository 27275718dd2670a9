# The Python package: its tests, the examples of its documents, and that pip installs it without a
# network.
. tests/support/shell.sh

library=$(dirname "$BIANCA")/libbianca.so
if has_sanitizers; then
    echo 'a library with sanitizers needs a program with sanitizers, which Python is not'
    exit 0
fi

# The Python that has numpy: Debian's, if another one comes first on the PATH.
for python in python3 /usr/bin/python3; do
    $python -c 'import numpy' 2>/dev/null && break
done
BIANCA_LIBRARY=$library
PYTHONPATH=$PWD/python:$PWD/tests/python
PYTHONDONTWRITEBYTECODE=1
PIP_ROOT_USER_ACTION=ignore
export BIANCA_LIBRARY PYTHONPATH PYTHONDONTWRITEBYTECODE PIP_ROOT_USER_ACTION
for test in bianca arrays framework; do
    $python "tests/python/test_$test.py" || fault "tests/python/test_$test.py fails"
done

# Installed: without the checkout on the path, and without a network to fetch anything from.
cp -R python "$TMPDIR/python"
cp Makefile "$TMPDIR"
$python -m pip install -q --no-index --disable-pip-version-check --target "$TMPDIR/site" "$TMPDIR/python" ||
    fault 'pip cannot install it'
unset BIANCA_LIBRARY
PYTHONPATH=$TMPDIR/site
expect_output "$TMPDIR/site" sh -c "cd / && $python -c 'import bianca; print(bianca.__file__, bianca.Board().perft(5))'"
expect_output 1396 sh -c "cd / && $python -c 'import bianca; print(bianca.Board().perft(5))'"

# From the checkout, as it is.
cp -R python "$TMPDIR/checkout"
expect_output 1396 env PYTHONPATH=python BIANCA_LIBRARY="$library" $python -c 'import bianca; print(bianca.Board().perft(5))'
output=$(PYTHONPATH=$TMPDIR/checkout BIANCA_LIBRARY=/nowhere.so $python -c 'import bianca' 2>&1)
case $output in *"run 'make'"*) ;; *) fault "a missing library is not explained: $output" ;; esac
