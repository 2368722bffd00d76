//! Codes of any format, and those that several formats share.

use super::{Code, said, table, text};

table! {
    Error "conflict_markers": "The text contains two versions of itself: a merge conflict was left in it."
        "Resolve the conflict, or ask the reviewer again." text("<<<<<<< HEAD\nverdict: pass\n=======\nverdict: fail\n>>>>>>> qa\n");
    Error "conflicting_blocks": "Two blocks state verdicts that do not agree."
        "Keep one verdict." text("```yaml\nverdict: pass\n```\n```yaml\nverdict: fail\n```\n");
    Error "conflicting_formats": "There is a worse verdict in another format beside the verdict."
        "State one verdict, in one format; write `Example:` above what is quoted." text("VERDICT:GO\nSCOPE:docs\n\n{\"passed\": false}\n");
    Error "conflicting_verdicts": "Two lines or members state verdicts that do not agree."
        "State the verdict once." text("verdict: pass\nverdict: fail\n");
    Error "empty": "The text is empty, or contains nothing but comments."
        "Write the verdict; `assize contract` shows the formats." text("");
    Error "encoding": "The text is not plain UTF-8."
        "Save it as UTF-8, with plain line ends." text("verdict: pass\rconfidence: high\r");
    Error "endless_comment": "An HTML comment never ends, so everything below is commented out."
        "Close it with `-->`." text("verdict: pass\nconfidence: high\n<!-- one more\n");
    Error "format_refused": "The text is in a format that is not among those that are to be read."
        "Write it in one that is, or allow this one with `--format-in`." said("`### Verdict: APPROVE`, where only `verdict-file` is to be read.");
    Error "format_not_read": "This build cannot read the format."
        "Use a build of Assize that can, or ask for another format." said("a summary, read by a build without KDL");
    Error "gave_up": "The program stopped reading before the end."
        "Lift the limit that the program sets for its parsers (`pest::set_call_limit`)." said("a program that limits how long reading may take");
    Advice "left_out": "The same is true of further places, which are not listed."
        "Fix the places that are listed, then read the text again." said("more than fifty diagnostics of one code");
    Error "hidden_verdict": "The verdict is inside an HTML element for a draft, an example, somebody else's words, or text that is struck out or hidden."
        "Write it outside of the element." text("<del>\n\n## Verdict: APPROVE\n\n</del>\n");
    Error "misspelt_key": "A key looks misspelt, or is not quite the key it looks like."
        "Write the key as the help says." text("verdct: pass\nconfidence: high\n");
    Error "no_verdict": "The text states no verdict."
        "Write the verdict in one of the formats that `assize contract` lists." text("The pool is bounded.\n");
    Error "recovery_forbidden": "The text needs repair, and the `strict` profile forbids that."
        "Write it without what was repaired, or read with `standard`." said("`verdict: PASS`, read with `strict`");
    Error "template": "The form was handed back without being filled in."
        "Fill it in: one word in place of the list of words." text("verdict: <pass|fail>\n");
    Error "too_large": "The text is larger than the limit, and was not read."
        "Move the details to a separate file, and split a long log into several." said("a text of 17 MiB");
    Error "too_many_structures": "There are more blocks or objects beside the verdict than a review has."
        "Write the verdict alone, and the details into a separate file." said("a verdict beside twenty objects, or in three hundred blocks");
    Error "too_many_remarks": "The same remarks and members stand beside more verdicts than can be kept."
        "Write the verdicts without text around them." said("a thousand pairs beside a thousand lines such as `P0: SQL`");
    Error "too_much": "The text has more lines and items than reading goes through, and was not read."
        "Move the details to a separate file, and split a long log into several." said("a text of 300,000 lines");
    Error "truncated": "The text stops where it cannot have ended, so it may have been cut off."
        "Write the whole text again, with a line end after the last line." text("verdict: pa");
    Error "two_formats": "The text is in two formats at once."
        "Name the format that is meant with `--as`, or keep the keys of only one." text("{\"type\": \"result\", \"criteria_results\": [{\"criterion\": \"builds\", \"passed\": true}]}\n");
    Error "unclosed_fence": "A fenced block is never closed, so the text may have been cut off."
        "Close the block, or write the whole answer again." text("```\nverdict: pass\n");
    Warning "unknown_confidence": "The confidence is not a known word, so the verdict counts as unsure."
        "Write `high`, `med` or `low`." text("verdict: pass\nconfidence: total\n");
    Warning "unknown_severity": "The severity is not a known word."
        "Write one of the words that the format has." text("qa_report:\n  verdict: PASS\n  issues:\n    - severity: spicy\n      description: no test\n");
    Error "unknown_word": "The word of the verdict is not known, or is missing."
        "Write a word of the format, or say what the word means with `--word`." text("verdict: shipped\n");
}
