//! The repairs that only pair reviews need, or that need other words there.

use crate::codec::repairs::repairs;

repairs! {
    /// `## Result: Pass`, `- Warn: ...`
    LETTER_CASE = "letter_case", "a word is not in its case",
        "read as if it were", "write the result in capitals, and the severity of a finding in lower case";
    /// `## Result: **PASS**`
    BOLD_TOKEN = "bold_token", "a word has marks around it",
        "read without its marks", "write the word plain";
    /// `## Result: "PASS"`
    QUOTED_WORD = "quoted_word", "a word is in quotation marks",
        "read without its marks", "write the word plain";
    /// `## Result: OK`
    LEGACY_TOKEN = "legacy_token", "the result is in an older word",
        "still understood", "write `PASS`, `WARN`, `FAIL` or `ERROR`";
    /// `## Result: WARN (1 nit)`
    TOKEN_TAIL = "token_tail", "something follows the result on its line",
        "not part of the result", "write one word after `## Result:`, and the rest above it";
    /// `**Verdict:** PASS`
    RESULT_ALIAS = "result_alias", "the result is written in another way",
        "says how the review came out", "write `## Result: ` and one word, as the last line of the block";
    /// `## Result: PASS` twice
    REPEATED_LINE = "repeated_line", "the result is stated again",
        "says the same again", "write `## Result:` once, as the last line of the block";
    /// `## Result: PASS`, and a remark below it
    RESULT_NOT_LAST = "result_not_last", "the result is not the last line of its block",
        "comes after the result", "end the block with its `## Result:` line";
    /// `* **warn**: ...`
    FINDING_STYLE = "finding_style", "a finding is written in another way",
        "read as a finding", "write findings as `- warn: what is wrong`";
    /// `- major: ...`
    SEVERITY_WORD = "severity_word", "a severity is in a word of another format",
        "read as what it means there", "write `info`, `warn`, `fail` or `error`";
    /// `## Findings`
    HEADING_STYLE = "heading_style", "a heading is written in another way",
        "read as a section", "write `### Summary`, `### Findings` and `### Suggested Revision`";
}
