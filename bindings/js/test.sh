#!/usr/bin/env bash
# Builds the engine, the packages of npm and the playground, and tests them as they are installed: `bindings/js/test.sh ASSIZE`,
# where ASSIZE is the command. What this machine lacks is skipped, and said.
set -euo pipefail
cd "$(dirname "$0")/../.."
assize=$(realpath "${1:?usage: bindings/js/test.sh ASSIZE}")
target=${CARGO_TARGET_DIR:-$PWD/target}
made=$target/js

for tool in node npm; do
    if ! command -v "$tool" >/dev/null; then
        echo "skipped: there is no $tool, so the engine in JavaScript was not tested"
        exit 0
    fi
done
if ! rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null | xargs test -d &&
    ! rustup target add wasm32-unknown-unknown >/dev/null 2>&1; then
    echo "skipped: Rust for wasm32-unknown-unknown cannot be had, so the engine in JavaScript was not tested"
    exit 0
fi
if ! npm ci --prefix bindings/js --ignore-scripts --no-audit --no-fund --silent; then
    echo "skipped: the packages that test the engine in JavaScript cannot be had"
    exit 0
fi

bindings/js/build.sh "$made/wasm"
mkdir -p "$made/bin"
strip -o "$made/bin/assize" "$assize" || cp "$assize" "$made/bin/assize"
platform=$(node -p '`${process.platform}-${process.arch}`')
node bindings/js/npm/pack.mjs --wasm "$made/wasm" --command "$assize" --out "$made/npm" "$platform=$made/bin/assize"
page=$PWD/bindings/js/playground/build.mjs
(cd "$made" && node "$page" --cli npm/@assize/cli --out playground.html)

# No registry is asked: what a user gets from one lies here.
rm -rf "$made/installed"
mkdir -p "$made/installed"
echo '{ "private": true }' >"$made/installed/package.json"
npm install --prefix "$made/installed" --offline --no-audit --no-fund --silent "$made"/npm/*.tgz

export ASSIZE_INSTALLED=$made/installed ASSIZE_PLAYGROUND=$made/playground.html ASSIZE_SHOTS=$made/shots
chromium=$(command -v chromium chromium-browser google-chrome | head -n 1 || true)
if [ -z "$chromium" ]; then echo "skipped: there is no Chromium, so the engine was not tested in a browser"; fi
ASSIZE_CHROMIUM=$chromium node --test --test-concurrency=1 bindings/js/tests/*.test.mjs
