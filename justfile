# What there is to do here. `just check` is the whole gate.

# List the recipes.
default:
    @just --list

# Format, clippy, every feature alone, documents, examples, package, tests.
check:
    .ci/run

# The tests.
test:
    cargo test

# Mutants, `verify` of the shipped policies, the properties at length: what CI runs only when their subject changed.
nightly:
    .ci/nightly

# JavaScript, batches, the wheel of Python and the server of MCP, as they are installed.
beside:
    .ci/beside

# The command as it is shipped: thin LTO, one unit, stripped, and static where the target can be. `just dist TARGET
# -p assize-batch`: the program of `assize batch`.
dist TARGET=`rustc -vV | sed -n 's/^host: //p'` *ARGS:
    ci/release.sh build {{TARGET}} {{ARGS}}

# The packages of npm, as tarballs in `target/npm`: the engine, and the command for Linux on this machine. Needs Node.
npm:
    npm ci --prefix bindings/js --ignore-scripts --no-audit --no-fund
    just dist {{arch()}}-unknown-linux-musl
    bindings/js/build.sh target/js/wasm
    node bindings/js/npm/pack.mjs --wasm target/js/wasm --command target/{{arch()}}-unknown-linux-musl/dist/assize --out target/npm \
        "$(node -p '`linux-${process.arch}`')=target/{{arch()}}-unknown-linux-musl/dist/assize"

# The playground as one page, `target/playground.html`. Needs what `just npm` made.
playground:
    node bindings/js/playground/build.mjs --cli target/npm/@assize/cli --out target/playground.html

# Build the engine for JavaScript quickly, and test it, its packages and the playground as they are installed.
js:
    cargo build
    ASSIZE_QUICK=1 bindings/js/test.sh "${CARGO_TARGET_DIR:-target}/debug/assize"

# Build the wheel of Python, optimised, in `target/wheels`. Needs maturin: `pip install maturin`.
wheel:
    maturin build --release --manifest-path bindings/python/Cargo.toml --out target/wheels

# Measure what a million reviews cost in `assize batch`, Python, jq and a loop of Rust, with ROWS reviews; needs jq and pyarrow.
batch ROWS="1000000":
    cargo bench -p assize-batch --bench plain
    cargo build --release -p assize-batch
    python3 crates/assize-batch/benches/figures.py target/release/assize-batch {{ROWS}}

# Rewrite what cases and documents expect; read what it wrote.
bless:
    cargo test --test cases -- --bless
    ASSIZE_BLESS=1 cargo test --test documents
    ASSIZE_BLESS=1 cargo test --test mutations dictionary

# Draw the pictures of the README: the terminal, which a test compares, and the page of a report, with Chromium.
pictures:
    ASSIZE_BLESS=1 cargo test --test documents pictures
    -cargo run --quiet -- gate examples/reviews --no-summary --report html=target/report.html >target/report.txt
    chromium --headless --no-sandbox --hide-scrollbars --window-size=760,900 --screenshot=docs/report.png \
        "file://$PWD/target/report.html"

# Open the pages of reports in Chromium: no violation that axe finds. Screenshots are left in `target/pages/shots`.
pages:
    cargo build
    .ci/pages

# Write THIRD-PARTY.md, which goes with a release: the crates in the command, and the texts of their licences.
third-party:
    ASSIZE_THIRD_PARTY=1 cargo test --test documents third_party

# Compare judging and reading with the hand-written twin, as ratios.
bench:
    cargo bench --bench ratios
    cargo bench --bench peers
    cargo bench --bench formats

# Write what fuzzing of some targets starts from: texts of the cases, and noes and their twins in each form and place.
fuzz-seeds +NAMES:
    cargo run --quiet --manifest-path fuzz/Cargo.toml --example seeds -- {{NAMES}}

# Fuzz a target (a format, detect, script, gate) until something breaks, or as ARGS say: `just fuzz court
# -max_total_time=600`. Needs cargo-fuzz and a C++ compiler, and no nightly toolchain.
fuzz NAME *ARGS: (fuzz-seeds NAME)
    cargo fuzz run --sanitizer none {{NAME}} -- -dict=fuzz/assize.dict {{ARGS}}

# Run the real clients of agents against a gate that is shut and one that is open, with a model on loopback; ARGS as
# `tests/harness/README.md` has them. Needs python, node, npm and git.
harness *ARGS:
    cargo build --features mcp
    python3 tests/harness/bench.py {{ARGS}}

# Ask what the fuzz targets ask of COUNT mutations of the cases each, without cargo-fuzz.
mutate COUNT="10000":
    PROPTEST_CASES={{COUNT}} cargo test --release --test mutations
