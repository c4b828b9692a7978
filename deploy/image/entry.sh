#!/bin/sh
# What the image starts: the command, with the compiled rules where they may be written to. Numba wants that
# even if it only reads, and the rest of the image can be read-only.
set -eu
if [ ! -d "$XDG_CACHE_HOME/lostcities" ]; then
    mkdir -p "$XDG_CACHE_HOME"
    cp -Rp /opt/lostcities/cache/lostcities "$XDG_CACHE_HOME/"
fi
exec /opt/lostcities/bin/lostcities "$@"
