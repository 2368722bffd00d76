#!/usr/bin/env bash
# The step of `action.yml`: judges, shows why, and hands on what came of it. Its inputs are in the environment, where no shell
# takes a part of them for a command. A gate without a ruling is shut.
set -euo pipefail

assize=$ASSIZE_BINARY
if [ -z "$assize" ]; then
    assize=$RUNNER_TEMP/assize/bin/assize
    if [ ! -x "$assize" ]; then
        cargo install --quiet --locked --profile dist --path "$GITHUB_ACTION_PATH" --root "$RUNNER_TEMP/assize"
    fi
fi

ruling=$RUNNER_TEMP/assize-ruling.json
rm -f "$ruling" "$RUNNER_TEMP/assize.txt"
flags=()
flag() { if [ -n "$2" ]; then flags+=("$1=$2"); fi; }
flag --expect "$EXPECT"
flag --panel "$PANEL"
flag --policy "$POLICY"
flag --rules-from "$RULES_FROM"
flag --bind "${COMMIT:+commit=$COMMIT}"
while IFS= read -r line; do
    if [ -n "$line" ]; then flags+=("$line"); fi
done <<<"$FLAGS"
paths=()
while IFS= read -r line; do
    if [ -n "$line" ]; then paths+=("$line"); fi
done <<<"$REPORTS"

code=0
text=$RUNNER_TEMP/assize.txt
"$assize" gate "${flags[@]}" --report github --report "text=$text" --report "markdown=$GITHUB_STEP_SUMMARY" \
    --report "json=$ruling" --report "sarif=$SARIF" -- "${paths[@]}" || code=$?
if [ -e "$text" ]; then cat "$text"; fi

# The words of a ruling are Assize's own: no reviewer writes a line of these outputs.
outcome=$(grep -m 1 -oE '^  "outcome": "[a-z]+"' "$ruling" 2>/dev/null | grep -oE '[a-z]+"$' | tr -d '"') || outcome=error
{
    if [ "$code" -eq 0 ]; then echo "open=true"; else echo "open=false"; fi
    echo "outcome=$outcome"
    echo "ruling=$ruling"
    if [ -e "$SARIF" ]; then echo "sarif=$SARIF"; fi
} >>"$GITHUB_OUTPUT"
if [ "$FAIL" = false ]; then exit 0; fi
exit "$code"
