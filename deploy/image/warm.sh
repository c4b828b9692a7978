#!/bin/sh
# Compiles the rules and what the bots think with, so that no start has to. For a kind of processor, not for
# the one that happens to build: NUMBA_CPU_NAME says which.
set -eu
export XDG_CACHE_HOME=/opt/lostcities/cache NUMBA_CPU_FEATURES=
/opt/lostcities/bin/python - <<'PYTHON'
from lostcities.variant import Family
from lostcities.warm import prepare_players, prepare_search

for family in Family:
    prepare_players(family, lambda: None)
    prepare_search(family, lambda: None)
PYTHON
chmod -R a+rX /opt/lostcities
