#!/bin/sh
# The server in /opt/lostcities, with the versions that are locked. Run in the sources, with the page built.
set -eu
test -f src/lostcities/web/index.html || {
    echo "the page has not been built: page.sh comes first" >&2
    exit 2
}
python3 -m venv /opt/lostcities
pip="/opt/lostcities/bin/pip --quiet --disable-pip-version-check --no-cache-dir"
$pip install --require-hashes --requirement deploy/image/requirements.lock
$pip install --no-deps .
$pip uninstall --yes pip
# The compiled rules know their sources by the time of their change, and an image keeps whole seconds only.
find /opt/lostcities -name '*.py' -exec touch --date=@1700000000 {} +
python3 -m compileall -q -j 0 /opt/lostcities/lib || true # of libraries, some files are for other Pythons
