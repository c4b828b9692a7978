#!/bin/sh
# The page, built from web/ into the package. Run in the sources.
set -eu
cd web
npm ci --loglevel=error --no-fund --no-audit
npm run --silent build -- --logLevel warn
