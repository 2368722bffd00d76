//! Repairs: what reading mends and reports, and what the `strict` profile forbids.

use super::{Code, asked, said, table, text};
use crate::ir::Format::YamlBlock;

table! { repairs
    "bold_token": "A word is in bold." "Write the word plain." text("verdict: **fail**\nblocker: no rate limit\n");
    "confidence_word": "The confidence is not one of the words of the format." "Write `high`, `med` or `low`." text("verdict: pass\nconfidence: medium\n");
    "continued_line": "A finding continues on the next line." "Write each finding on one line." text("verdict: fail\nblocker:\n  no rate limit\n");
    "criterion_name": "A criterion is not named as it was asked for." "Use the names of the request, letter by letter." said("`**Dated**` or `dated: every entry has a date`, where `Dated` was asked for");
    "derived_verdict": "No line states the verdict; it was derived from what is listed." "State the verdict." text("confidence: high\nblocker: no rate limit\n");
    "fenced": "The verdict is in a fenced block." "Write it without a fence around it." text("```\nVERDICT:GO\nSCOPE:docs\n```\n");
    "finding_style": "A finding is not written in the style of the format." "Write findings as `- warn: what is wrong`." text("=== PAIR REVIEW START: a.md :: style ===\n* **warn**: a long title\n## Result: WARN\n=== PAIR REVIEW END: a.md :: style ===\n");
    "header_value": "A row is on the line of its section." "Write each row on a line of its own." text("VERDICT:CONDITIONAL\nSCOPE:login\nISSUES:M|coupling|src/a.rs|knows too much\n");
    "heading_style": "A heading is not written in the style of the format." "Write `### Summary`, `### Findings` and `### Suggested Revision`." text("=== PAIR REVIEW START: a.md :: style ===\n## Summary:\nFine.\n## Result: PASS\n=== PAIR REVIEW END: a.md :: style ===\n");
    "in_heading": "A disposition is on the line of its heading." "Write it on the line below the heading." text("## [B4]\n### Disposition: GO-ACCEPTED\n");
    "json_comment": "A comment stands in JSON." "Write no comments into JSON." text("{\"verdict\": \"approve\" // fine\n}\n");
    "key_style": "A key has marks around it, or is in the wrong case." "Write keys plain, at the start of the line: `verdict:`." text("**Verdict:** pass\nconfidence: high\n");
    "legacy_token": "The verdict uses an older word." "Write a word of the format, such as `pass`, `fail` or `warn`." text("verdict: WARNING\nconfidence: high\n");
    "letter_case": "A word is not in the case of the format." "Write it in that case: `verdict: fail`, `VERDICT:GO`, `## Result: PASS`." text("verdict: FAIL\nblocker: no rate limit\n");
    "line_end_in_string": "A string of JSON goes on in the next line." "Write a line end in a string as `\\n`." text("{\"verdict\": \"approve\", \"summary\": \"one\ntwo\"}\n");
    "line_order": "The lines are not in the order of the format." "Begin with the verdict." text("confidence: high\nverdict: pass\n");
    "listed_row": "A row is written as an item of a list." "Write each row on a line of its own, with nothing in front of it." text("## [B7]\n### Consensus\n- M|naming|src/cache.rs:12|two names\n");
    "lone_item": "A list is written as one value." "Write `blockers:` with one `- ` line for each finding, or `blockers: []`." text("```yaml\nverdict: fail\nblockers: no rate limit\n```\n");
    "marked_token": "A disposition has marks around it." "Write the word plain." text("## [B4]\n### Disposition\n**GO-ACCEPTED**\n");
    "mixed_indent": "Lines are not indented as YAML requires." "Indent all items of a list, and all keys of a block, by the same number of spaces." text("```yaml\nverdict: pass\n  confidence: high\n```\n");
    "multiple_blocks": "The same verdict is in more than one block." "Write one block." text("```yaml\nverdict: pass\n```\n```yaml\nverdict: pass\n```\n");
    "no_criteria": "The review passes but names no criterion." "List every criterion under `criteria_results`." text("{\"passed\": true, \"feedback\": \"fine\"}\n");
    "prose_around": "There is text around the verdict." "Write nothing but the verdict." text("Here it is.\n\n```yaml\nverdict: pass\nconfidence: high\n```\n");
    "quoted_answer": "The whole answer is quoted." "Write it without `>` in front of its lines." text("> verdict: pass\n> confidence: high\n");
    "quoted_token": "A word is in quotation marks." "Write the word plain." text("verdict: `pass`\nconfidence: high\n");
    "quoted_word": "A word of a pair review is in quotation marks." "Write the word plain." text("=== PAIR REVIEW START: a.md :: style ===\n## Result: \"PASS\"\n=== PAIR REVIEW END: a.md :: style ===\n");
    "raw_character": "A summary contains a character that KDL requires as an escape." "Write it as an escape, such as `\\u{2028}`." text("gate \"fail\"\nreviewer \"qa\" verdict=\"fail\" {\n  blocker \"a\u{2028}b\"\n}\n");
    "repeated_line": "A line is written twice." "Write it once." text("verdict: pass\nverdict: pass\n");
    "result_alias": "The result is not written in the style of the format." "Write `## Result: ` and one word, as the last line of the block." text("=== PAIR REVIEW START: a.md :: style ===\n**Verdict:** PASS\n=== PAIR REVIEW END: a.md :: style ===\n");
    "result_not_last": "The result is not the last line of its block." "End the block with its `## Result:` line." text("=== PAIR REVIEW START: a.md :: style ===\n## Result: PASS\nThanks!\n=== PAIR REVIEW END: a.md :: style ===\n");
    "row_shape": "A row has the columns of another section." "Write `sev|category|location|description` below `ISSUES:`, and `agents|` in front of it below `VERIFIED:`." text("VERDICT:CONDITIONAL\nSCOPE:login\nVERIFIED:\nM|coverage-gap|Spec 3.AC2|no design for it\n");
    "row_style": "A row has marks around it." "Write rows plain: `H|coverage-gap|Spec 3.AC2|no design for it`." text("VERDICT:CONDITIONAL\nSCOPE:login\nISSUES:\n- M|coupling|src/a.rs|knows too much\n");
    "severity_word": "A severity is not one of the words of the format." "Write it as the format has it: `C`, `H`, `M`, `L` in CPF." text("VERDICT:CONDITIONAL\nSCOPE:login\nISSUES:\nMedium|coupling|src/a.rs|knows too much\n");
    "table_row": "Rows of a batch are in a table." "Write `severity|category|location|description`." text("## [B7]\n### Consensus\n| M | naming | src/cache.rs:12 | two names |\n");
    "trailing_comma": "A comma stands behind the last value of JSON." "Write no comma behind the last value." text("{\"verdict\": \"approve\",}\n");
    "token_tail": "Something follows the verdict on its line." "Write one word, and the rest where the format has room for it." text("verdict: fail (2 blockers)\nblocker: no rate limit\n");
    "unfenced": "A block that belongs in a fence has none." "Put it between lines of three backticks." asked(YamlBlock, "verdict: pass\nconfidence: high\nblockers: []\n");
    "unnamed_run": "A run of a batch has no heading." "Write `#### V1` above it." text("## [B4]\n### Raw\nVERDICT:GO\nSCOPE:docs\n");
    "unquoted_scalar": "A text needs quotation marks to be YAML." "Put the text between quotation marks." text("```yaml\nverdict: warn\nadvisories:\n- *one of them\n```\n");
    "word_case": "A word of an older report is in the wrong case." "Write verdicts in capitals (`PASS`), and severities in lower case (`high`)." text("qa_report:\n  verdict: pass\n");
    "wrong_channel": "A verdict file is written as a fenced block, or a block as a verdict file." "Write plain lines into the verdict file, and a fenced block into the message." text("verdict: pass\nconfidence: high\n```yaml\nverdict: pass\n```\n");
    "yaml_list": "Findings of a verdict file are written as a list." "Write one `blocker:` or `advisory:` line for each finding." text("verdict: fail\nblockers:\n- no rate limit\n");
}
