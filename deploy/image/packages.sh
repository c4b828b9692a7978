#!/bin/sh
# Debian's packages: "build" for what installs the server, "run" for what it needs itself.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
case $1 in
build) apt-get -qq install -y --no-install-recommends python3 python3-venv ca-certificates >/dev/null ;;
run) apt-get -qq install -y --no-install-recommends python3 ca-certificates postgresql-client >/dev/null ;;
*)
    echo "packages.sh build|run" >&2
    exit 2
    ;;
esac
rm -rf /var/lib/apt/lists/*
