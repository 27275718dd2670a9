# The page in a real browser: types, plays, views, accessibility; or its speed, if BROWSER_SPEED is
# set. Needs node, npm and chromium, which tools/setup installs; where there is no npm at all it is
# skipped.
. tests/support/shell.sh

if ! "$BIANCA" serve --help >/dev/null 2>&1 || "$BIANCA" serve --listen nowhere 2>&1 | grep -q 'built without'; then
    echo "skipped: built without the web server"
    exit 0
fi
for program in node npm chromium; do
    if ! command -v $program >/dev/null 2>&1; then
        echo "skipped: there is no $program"
        exit 0
    fi
done

# Installed once; the lock file says what exactly.
modules=build/browser
if ! cmp -s tests/browser/package-lock.json $modules/installed.json; then
    mkdir -p $modules
    cp tests/browser/package.json tests/browser/package-lock.json $modules/
    if ! (cd $modules && npm ci --no-audit --no-fund --silent); then
        fault "npm could not install playwright-core, axe-core and typescript"
        exit 1
    fi
    cp tests/browser/package-lock.json $modules/installed.json
fi

$modules/node_modules/.bin/tsc -p tests/browser/tsconfig.json || fault "the types of the page do not fit"
browse() {
    BROWSER_MODULES=$PWD/$modules node --test-reporter=spec tests/browser/main.mjs
}
browse || fault "the page fails in the browser"
