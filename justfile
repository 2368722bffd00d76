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

# Rewrite what cases and documents expect; read what it wrote.
bless:
    cargo test --test cases -- --bless
    ASSIZE_BLESS=1 cargo test --test documents

# Compare judging and reading with the hand-written twin, as ratios.
bench:
    cargo bench --bench ratios
    cargo bench --bench formats
