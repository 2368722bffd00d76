#!/bin/sh
# A reviewer that is no model: reviewer.sh HOW SYSTEM_PROMPT JSON_SCHEMA, with the payload on standard input.
#
# HOW says how it answers. `check` is what an example needs: the last criterion fails where something is still TODO.
# The rest is how reviewers go wrong, for tests.
how=$1 prompt=$2 schema=$3

# Without a schema nobody asked for JSON.
case $schema in *criteria_results*) ;; *) echo 'no schema' >&2; exit 64 ;; esac

names=$(printf '%s\n' "$prompt" | sed -n 's/^- \*\*\(.*\)\*\*: .*/\1/p')

# One entry for each criterion; the last one as the first argument says.
criteria() {
    last=$(printf '%s\n' "$names" | tail -n 1) comma=
    printf '%s\n' "$names" | while IFS= read -r name; do
        met=true why=null
        if [ "$name" = "$last" ] && [ "$1" = false ]; then met=false why='"something is left to be written"'; fi
        printf '%s{"criterion":"%s","passed":%s,"feedback":%s}' "$comma" "$name" "$met" "$why"
        comma=,
    done
}

# The envelope of `claude -p`: passed, feedback, criteria.
envelope() {
    printf '{"type":"result","subtype":"success","is_error":false,"result":"","structured_output":'
    printf '{"passed":%s,"feedback":"%s","criteria_results":[%s]}}\n' "$1" "$2" "$3"
}

case $how in
check)
    if grep -q TODO; then envelope false 'not finished' "$(criteria false)"; else envelope true 'finished' "$(criteria true)"; fi ;;
pass) cat >/dev/null; envelope true 'all is well' "$(criteria true)" ;;
fail) cat >/dev/null; envelope false 'not finished' "$(criteria false)" ;;
bare) cat >/dev/null; printf '{"passed":true,"feedback":"bare","criteria_results":[%s]}' "$(criteria true)" ;;
contradicts) envelope true 'all is well' "$(criteria false)" ;;
leaves-out) envelope true 'all is well' '' ;;
adds) envelope true 'all is well' "$(criteria true),{\"criterion\":\"of my own\",\"passed\":true}" ;;
# The first criterion under the name that stands in a file.
renames) first=$(printf '%s\n' "$names" | head -n 1)
    envelope true 'all is well' "$(criteria true | awk -v from="\"$first\"" -v to="\"$(cat name)\"" \
        '{ at = index($0, from); print substr($0, 1, at - 1) to substr($0, at + length(from)) }')" ;;
no-passed) printf '{"type":"result","is_error":false,"structured_output":{"feedback":"hm"}}' ;;
text) printf '{"type":"result","is_error":false,"result":"All criteria PASS. passed: true"}' ;;
errored) printf '{"type":"result","subtype":"error_max_turns","is_error":true,"result":"out of turns","structured_output":{"passed":true,"feedback":"x"}}' ;;
is-error) printf '{"is_error":true,"result":"Credit balance is too low"}' ;;
half) envelope true 'all is well' "$(criteria true)" | head -c 60 ;;
half-stalls) envelope true 'all is well' "$(criteria true)" | head -c 60; sleep 30 ;;
prose) echo 'All criteria PASS.' ;;
silent) ;;
stalls) sleep 30 ;;
crashes) kill -SEGV $$ ;;
gives-up) echo 'no credit left' >&2; exit 3 ;;
answers-and-gives-up) envelope true 'all is well' "$(criteria true)"; exit 1 ;;
floods) yes '{"passed": true}' ;;
# A child that has the output open, and lives on: it says so where it is told to, unless it is ended.
forks) (exec 3>>"$ALIVE"; sleep 8; echo survived >&3) & sleep 0.3; envelope true 'all is well' "$(criteria true)" ;;
forks-and-stalls) (exec 3>>"$ALIVE"; sleep 8; echo survived >&3) & sleep 30 ;;
# What it was told and handed, for whoever looks at it.
keeps) printf '%s' "$prompt" >"$KEEP.prompt"; printf '%s' "$schema" >"$KEEP.schema"; pwd >"$KEEP.folder"
    cat >"$KEEP.payload"; envelope true 'kept' "$(criteria true)" ;;
# The first file, and no other.
only) if grep -q "$ONLY"; then envelope true 'that one' "$(criteria true)"; else exit 9; fi ;;
*) echo "unknown: $how" >&2; exit 64 ;;
esac
