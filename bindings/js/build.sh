#!/usr/bin/env bash
# Builds the engine as WebAssembly, and the JavaScript around it: `bindings/js/build.sh [FOLDER]`.
#
# FOLDER (else `target/js/wasm`) gets `engine.js` and `engine_bg.wasm`. With ASSIZE_QUICK the wasm is built as tests are: larger,
# slower, and in a fifth of the time, with macros and build scripts that are there already.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=${CARGO_TARGET_DIR:-$PWD/target}
folder=${1:-$target/js/wasm}

profile=wasm made=wasm
# Reading and judging nest as their input does: a stack of 4 MiB, where the linker gives one.
flags="-C link-arg=-zstack-size=4194304"
# A quick build is a check, too: clippy looks at it together with other packages, whose features hide what this one leaves unused.
if [ -n "${ASSIZE_QUICK:-}" ]; then profile=dev made=debug flags="$flags -D warnings -C debuginfo=0"; fi
RUSTFLAGS=$flags \
    cargo build --locked --quiet -p assize-js --target wasm32-unknown-unknown --profile "$profile"
cargo run --locked --quiet -p assize-js-glue -- "$target/wasm32-unknown-unknown/$made/assize_js.wasm" "$folder"
wc -c <"$folder/engine_bg.wasm" | xargs printf 'engine_bg.wasm: %s bytes, '
gzip -9 -c "$folder/engine_bg.wasm" | wc -c | xargs printf '%s compressed by gzip\n'
