//! The repairs of CPF, in its own words.

use crate::codec::repairs::repairs;

repairs! {
    /// `## VERDICT: GO`
    KEY_STYLE = "key_style", "a key has marks around it, or something after it",
        "read without that", "write keys plain, with nothing but the value after the colon: `VERDICT:GO`";
    /// `VERDICT:go`
    LETTER_CASE = "letter_case", "a word is not in capitals",
        "read as if it were", "write the words of CPF in capitals: `GO`, `CONDITIONAL`, `NO-GO`";
    /// `VERDICT:**GO**`
    BOLD_TOKEN = "bold_token", "a word has marks around it",
        "read without its marks", "write the word plain: `VERDICT:GO`";
    /// `VERDICT:NO-GO - two criticals`
    TOKEN_TAIL = "token_tail", "something follows the verdict on its line",
        "read as a note", "write the word alone, and the rest below `NOTES:`";
    /// `SCOPE:checkout` above `VERDICT:GO`
    LINE_ORDER = "line_order", "the verdict is not on the first line",
        "belongs on the first line", "begin with `VERDICT:`";
    /// Rows without a `VERDICT:` line.
    DERIVED_VERDICT = "derived_verdict", "there are findings but no `VERDICT:` line",
        "at best `CONDITIONAL`, or what the findings come to", "begin with `VERDICT:`";
    /// `Critical|coverage-gap|Spec 3|no design`
    SEVERITY_WORD = "severity_word", "a severity is not written as its code",
        "read as its code", "write `C`, `H`, `M` or `L`";
    /// `- H | coverage-gap | Spec 3 | no design`
    ROW_STYLE = "row_style", "a row has marks around it",
        "read without its marks", "write rows plain: `H|coverage-gap|Spec 3.AC2|no design for it`";
    /// `H|coverage-gap|Spec 3|no design` below `VERIFIED:`
    ROW_SHAPE = "row_shape", "a row has the columns of another section",
        "its columns are clear anyway", "write `sev|category|location|description` below `ISSUES:`, and `agents|` in front of it below `VERIFIED:`";
    /// `ISSUES:H|coverage-gap|Spec 3|no design`
    HEADER_VALUE = "header_value", "a row is on the line of its section",
        "read as if it stood below", "write each row on a line of its own";
}
