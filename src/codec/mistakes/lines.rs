//! Codes of verdict files, YAML blocks, pointers and older reports.

use super::{Code, asked, said, table, text};
use crate::ir::Format::Pointer;

table! {
    // Verdict files and YAML blocks.
    Error "blockers_on_nonfail": "A verdict other than `fail` lists a blocker."
        "Say `fail`, or make it an advisory." text("verdict: pass\nconfidence: high\nblocker: no rate limit\n");
    Error "broken_scalar": "Quotation marks or brackets that go over several lines do not match."
        "Write each text on one line, in quotation marks that match." text("```yaml\nverdict: pass\nadvisories:\n- \"one\n \"two\"\n```\n");
    Warning "block_budget": "A YAML block has more than 30 lines."
        "Join findings that belong together, and move the details to a file that `evidence_path` names." said("a YAML block of 31 lines");
    Warning "comment_in_text": "A `#` after a space begins a comment in YAML, so the rest of the text is not read."
        "Put the text between quotation marks." text("```yaml\nverdict: warn\nadvisories:\n- as #12 says\n```\n");
    Error "conditional_pass": "A `pass` or a `GO` is followed by a condition or an exception."
        "Say `warn` with an advisory if the work may go on anyway, else `fail` with a blocker." text("verdict: pass (if the tests are green)\n");
    Warning "conflicting_confidence": "Two `confidence:` lines do not agree."
        "Keep one `confidence:` line; until then the verdict counts as unsure." text("verdict: pass\nconfidence: high\nconfidence: low\n");
    Error "empty_blocker": "A blocker was begun, but no line says what it is."
        "Say what stops the work, or write `blockers: none`." text("verdict: pass\nblockers:\n");
    Warning "empty_finding": "A `blocker:` or `advisory:` line is empty."
        "Say what was found, or remove the line." text("verdict: pass\nadvisory:\nconfidence: high\n");
    Error "escaped_key": "A key of a YAML block is written with escapes."
        "Write keys in plain letters." text("```yaml\nverdict: pass\n\"bl\\u006fckers\": []\n```\n");
    Error "fail_without_blocker": "The verdict is `fail`, and no blocker says why."
        "Add a `blocker:` line, or say `warn`." text("verdict: fail\nconfidence: high\n");
    Warning "field_in_evidence": "A line below `evidence:` looks like part of the verdict; it is read as evidence."
        "Move it above `evidence:` if it is part of the verdict." text("verdict: pass\nevidence: the log says\nblocker: no rate limit\n");
    Warning "missing_confidence": "The verdict does not say how sure it is."
        "Add `confidence: high`, `confidence: med` or `confidence: low` on line 2." text("verdict: pass\n");
    Error "none_goes_on": "A list is said to be empty, yet something is listed below it."
        "Write `blocker:` or `advisory:` before it." text("blockers: none\n  no rate limit\n");
    Error "open_list": "A list in brackets never ends."
        "Close it, or write one `- ` line for each finding." text("```yaml\nverdict: pass\nblockers: [\n```\n");
    Warning "pass_with_tail": "Something follows a `pass`, so it counts as `warn`."
        "Write the word alone, and the rest as findings." text("verdict: pass (one flaky test)\n");
    Warning "pointer_ignored": "A `verdict-file:` line is below line 1, so it is not followed."
        "Remove the line, or name the file with `evidence:`." text("verdict: pass\nconfidence: high\nverdict-file: qa.md\n");
    Error "prose_before_verdict": "There is text above the verdict, so the verdict may be a quotation."
        "Write the verdict on the first line, and the rest below it." text("confidence: high\nThe old file said:\nverdict: pass\n");
    Warning "quoted_field": "A line inside an HTML comment looks like part of the verdict; it is not read."
        "Take it out of the comment if it is part of the verdict, or remove it." text("verdict: pass\nconfidence: high\n<!-- blocker: no rate limit -->\n");
    Warning "repeated_key": "A key is written twice."
        "Write each key once." text("blockers: []\nverdict: pass\nblockers: []\n");
    Warning "repeated_verdict": "The verdict is stated twice, in the same word."
        "Keep one `verdict:` line, on line 1." text("verdict: pass\nverdict: pass\n");
    Warning "second_evidence": "There are two `evidence:` lines; the first counts."
        "Name one file, or write the evidence in one place." text("verdict: pass\nevidence: ./a.md\nevidence: ./b.md\n");
    Error "two_words": "The verdict says two things at once."
        "Write one word." text("verdict: pass (failed)\n");
    Warning "unclosed_list": "A list is not closed on its line."
        "Write one `blocker:` or `advisory:` line for each finding." text("verdict: fail\nblockers: [one,\n");
    Warning "unknown_entry": "A line of a YAML block is not an entry of it; it is not read."
        "Make it an item of `blockers:` or `advisories:`, or leave it out." text("```yaml\nverdict: pass\nsome more words\n```\n");
    Error "unread_block": "A fenced block in a verdict file contains lines of a verdict, but no verdict."
        "Write the lines without the fence, or quote them below `evidence:`." text("verdict: pass\n```\nconfidence: high\n```\n");
    Error "verdict_after_evidence": "The only verdict is below `evidence:`, where it is read as evidence."
        "Move the `verdict:` line to line 1." text("evidence: the log\nverdict: pass\n");
    Error "verdict_like_code": "The verdict is indented like quoted code."
        "Write the `verdict:` line without spaces in front of it." text("    verdict: pass\n");
    Error "verdict_missing": "There are lines of a verdict file, but no `verdict:` line."
        "Write `verdict: pass`, `verdict: fail` or `verdict: warn` on line 1." text("confidence: high\n");
    Warning "warn_without_advisory": "The verdict is `warn`, and no advisory says what to look at."
        "Add an `advisory:` line, or say `pass`." text("verdict: warn\nconfidence: high\n");
    Error "wrong_count": "A count beside the verdict does not match what is listed."
        "Write the right number, or every finding." text("verdict: fail\nconfidence: high\nblockers: 2\nblocker: no rate limit\n");

    // Pointers.
    Error "bad_path": "A path leaves the folder in which it has to stay, or is missing."
        "Write the path as seen from that folder." text("verdict-file:\n");
    Error "blocker_beside_pointer": "A blocker is listed beside the pointer, not in the verdict file."
        "Write it into the verdict file, and `verdict: fail` in both." text("verdict-file: qa.out\nblockers:\n- no rate limit\n");
    Error "fenced_pointer": "A pointer inside a fenced block is not followed."
        "Print `verdict-file:` as the first line, without a fence around it." text("```\nverdict-file: qa.out\n```\n");
    Warning "inlined_block": "A block with the verdict follows the pointer, and is not read."
        "Leave the block out, or print the block without the pointer." text("verdict-file: qa.out\n```yaml\nverdict: pass\n```\n");
    Error "no_pointer": "A pointer was asked for, and the text has none."
        "Write `verdict-file: PATH` on line 1." asked(Pointer, "All done.\n");
    Warning "pointer_budget": "A pointer has more than five lines."
        "Move everything but the verdict and one remark into the verdict file." text("verdict-file: qa.out\nverdict: pass\none\ntwo\nthree\nfour\n");
    Error "pointer_like_code": "The pointer is indented like quoted code."
        "Write `verdict-file:` without spaces in front of it." text("    verdict-file: qa.out\n");
    Warning "pointer_without_verdict": "The pointer does not say what the verdict is."
        "Repeat the word of the verdict file: `verdict: pass`." text("verdict-file: qa.out\n");
    Warning "prose_beside_pointer": "A line beside the pointer is not part of it; it is not read."
        "Print the pointer and its `verdict:` line, and nothing else." text("verdict-file: qa.out\nverdict: pass\nAll done.\n");
    Error "second_opinion": "Another line states another verdict."
        "State one verdict." text("verdict-file: qa.out\nverdict: pass\nblocker: panics on an empty file\n");
    Error "two_pointers": "Two lines point to different files."
        "Point to one file, on line 1." text("verdict-file: a.out\nverdict-file: b.out\n");
    Error "unfollowed": "The text only says where the verdict file is, and that file was not read."
        "Hand in the verdict file, and what the reviewer printed with `--stdout SEAT=FILE`." text("verdict-file: qa.out\nverdict: pass\n");

    // Older reports.
    Error "counted": "The report counts serious findings that it does not list."
        "List them below `issues`." text("qa_report:\n  verdict: PASS\n  tests_failed: 3\n");
    Error "empty_list": "A list of findings was opened but has no items."
        "List what was found, or write `[]`." text("qa_report:\n  verdict: PASS\n  issues:\n");
    Error "fail_without_finding": "The report fails, and no finding says why."
        "Ask the reviewer for the findings." text("qa_report:\n  verdict: FAIL\n");
    Advice "legacy_format": "The report is of an older kind; it is still read."
        "Ask the reviewer for a `yaml-block` or a `verdict-file`: `assize contract` shows how." text("qa_report:\n  verdict: PASS\n");
    Warning "missing_severity": "A finding does not say how bad it is."
        "Add `severity: critical`, `high`, `medium` or `low`; until then the verdict is at best `warn`." text("qa_report:\n  verdict: PASS\n  issues:\n    - description: no test\n");
    Error "research_report": "A research report states no verdict."
        "Ask a reviewer for a verdict." text("research_report:\n  topic: caches\n");
    Warning "unclear_criterion": "The report does not say clearly whether a criterion is met."
        "Write `met: true` or `met: false`; until then the verdict is at best `warn`." text("qa_report:\n  verdict: PASS\n  acceptance_criteria_checked:\n    - criterion: builds\n      met: somewhat\n");
    Warning "unread_line": "A line is not part of a report; it is not read."
        "Give it a key, or leave it out." text("qa_report:\n  verdict: PASS\n  some more words\n");
    Error "worse_findings": "The report lists or counts something worse than its verdict says."
        "The worse of the two counts; ask the reviewer which is meant." text("qa_report:\n  verdict: PASS\n  criteria_failed: 2\n");
}
