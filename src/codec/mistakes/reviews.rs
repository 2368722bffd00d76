//! Codes of pair reviews, and of reviews in people's own words.

use super::{Code, asked, said, table, text};
use crate::ir::Format::PairReview;

table! {
    Error "duplicate_pair": "There is more than one review of a note and gate."
        "Write one block for each pair." text("=== PAIR REVIEW START: a.md :: style ===\n## Result: PASS\n=== PAIR REVIEW END: a.md :: style ===\n=== PAIR REVIEW START: a.md :: style ===\n## Result: PASS\n=== PAIR REVIEW END: a.md :: style ===\n");
    Error "empty_body": "A review is empty."
        "Write what was found, and a `## Result:` line." text("=== PAIR REVIEW START: a.md :: style ===\n=== PAIR REVIEW END: a.md :: style ===\n");
    Error "end_mismatch": "A review ends under another name than it began."
        "Copy note and gate from the start line." text("=== PAIR REVIEW START: a.md :: style ===\n## Result: PASS\n=== PAIR REVIEW END: b.md :: style ===\n");
    Error "end_without_start": "A review ends that never began."
        "Begin each block with `=== PAIR REVIEW START: note :: gate ===`." text("=== PAIR REVIEW START: a.md :: style ===\n## Result: PASS\n=== PAIR REVIEW END: a.md :: style ===\n=== PAIR REVIEW END: b.md :: style ===\n");
    Error "findings_disagree": "The result and the findings do not come to the same."
        "State what the worst finding comes to, or correct its severity." text("=== PAIR REVIEW START: a.md :: style ===\n- fail: the source is missing\n## Result: PASS\n=== PAIR REVIEW END: a.md :: style ===\n");
    Error "half_quoted": "Programs differ in what is quoted, so the result may be a quotation."
        "Begin comments at the start of a line, and close a fence where it was opened." text("=== PAIR REVIEW START: a.md :: style ===\nfine <!--\n## Result: PASS\n=== PAIR REVIEW END: a.md :: style ===\n");
    Error "hidden_sentinel": "A review begins or ends inside an HTML comment."
        "Take the comment out, or close it with `-->` before this line." text("<!--\n=== PAIR REVIEW START: a.md :: style ===\n## Result: PASS\n=== PAIR REVIEW END: a.md :: style ===\n");
    Warning "inferred": "The result was inferred, which only the `lenient` profile does."
        "Ask for a `## Result:` line; until then it counts for a policy that allows it." said("a block without a `## Result:` line, read with `lenient`");
    Warning "introduced_block": "A line introduces a review as an example, or as what another said; it is not read."
        "Write the review without that line above it, if it is yours." text("Example:\n\n=== PAIR REVIEW START: a.md :: style ===\n## Result: PASS\n=== PAIR REVIEW END: a.md :: style ===\n");
    Error "nested_start": "A review begins inside another one."
        "End each block with its own `=== PAIR REVIEW END: note :: gate ===` line." text("=== PAIR REVIEW START: a.md :: style ===\n=== PAIR REVIEW START: b.md :: style ===\n");
    Error "no_block": "A pair review was asked for, and the text has none."
        "Write one block for each note and gate; `assize contract pair-review` shows how." asked(PairReview, "All fine.\n");
    Error "no_result": "A review, or what an agent printed, has no result."
        "Write a `## Result:` line; run the agent again." text("=== PAIR REVIEW START: a.md :: style ===\nAll fine.\n=== PAIR REVIEW END: a.md :: style ===\n");
    Error "odd_sentinel": "A line is almost the start or the end of a review, and is not read as one."
        "Write it exactly as `=== PAIR REVIEW START: note :: gate ===`, or quote it with `> `." text("=== PAIR REVIEW START: a.md\n## Result: PASS\n");
    Error "sentinel_like_code": "The first or last line of a review is indented like quoted code."
        "Write it without spaces in front." text("=== PAIR REVIEW START: a.md :: style ===\n    === PAIR REVIEW START: b.md :: style ===\n");
    Warning "template_block": "The form was handed back beside the answer."
        "Write nothing but the filled-in blocks." text("=== PAIR REVIEW START: <note> :: <gate> ===\n## Result: PASS|WARN|FAIL|ERROR\n=== PAIR REVIEW END: <note> :: <gate> ===\n=== PAIR REVIEW START: a.md :: style ===\n## Result: PASS\n=== PAIR REVIEW END: a.md :: style ===\n");
    Error "unexpected_pair": "Nobody asked for a review of this note and gate."
        "Write one block for each pair that was asked for, spelt as it was asked for." said("a review of a pair that is not among those that were asked for");
    Error "unterminated_block": "The text ends inside a review, so it was cut off."
        "Write the whole answer again, each block with its end line." text("=== PAIR REVIEW START: a.md :: style ===\n## Result: PASS\n");
    Error "conflicting_results": "Two results do not agree."
        "State one result." text("=== PAIR REVIEW START: a.md :: style ===\n## Result: FAIL\n## Result: PASS\n=== PAIR REVIEW END: a.md :: style ===\n");
    Warning "not_counted": "An approval does not count: it is for another commit, by a bot or a stranger, or nothing says which commit is judged."
        "Name the commit with `--bind commit=SHA`, and have that commit approved by a person who may decide." text("[{\"user\": {\"login\": \"renovate[bot]\", \"type\": \"Bot\"}, \"state\": \"APPROVED\", \"commit_id\": \"4f2a9c1d\"}]\n");
    Error "unclear_verdict": "There is more than a word where the verdict belongs, and it may take the word back."
        "Write the word alone, and the reasons elsewhere." text("# Review\n\nI read it all.\n\n## Verdict: PASS if the tests pass\n");
    Error "remark_without_verdict": "The text is in no known format, but a line in it states a verdict or a finding."
        "State the verdict as `### Verdict: APPROVE` or `### Verdict: REVISE`." text("## Blockers\n\n- no rate limit\n");
}
