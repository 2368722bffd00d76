//! What can be wrong with a review of a pair, and with what is to be written as one.

use crate::codec::mistakes::mistake_rows;
use crate::ir::Diagnostic;
use crate::source::Span;

mistake_rows! {
    /// Two blocks for one pair
    pub(in crate::codec) error "assize::read::duplicate_pair" duplicate_pair(at: Span)
        "there is more than one review of this note and gate", at "was reviewed above", "write one block for each pair";
    /// A block for a pair that was not asked for
    pub(in crate::codec) error "assize::read::unexpected_pair" unexpected_pair(at: Span)
        "nobody asked for a review of this note and gate", at "not one of the pairs that were expected", "write one block for each pair that was asked for, spelt as it was asked for";

    /// `## Result: ERROR`, in the `strict` profile
    pub(in crate::codec) error "assize::read::errored" errored(word: Span)
        "the reviewer could not do its job", word "says so", "see what it says, and ask it again";

    /// A verdict file, to be written as a pair review
    pub(in crate::codec) error "assize::write::no_pair" no_pair(at: Span)
        "the verdict is not about a note and a gate", at "about something else", "choose another format";
    /// A verdict that states nothing
    pub(in crate::codec) error "assize::write::no_result" no_result(at: Span)
        "the verdict has no result to write", at "states nothing", "ask for the review again";
    /// What only the `lenient` profile took for a pass
    pub(in crate::codec) error "assize::write::inferred_result" inferred_result(at: Span)
        "the result was inferred, and would be written as if it had been stated", at "inferred from this", "read the text with `standard`, or ask for the review again";

    /// A start line in a block that has not ended
    pub(in crate::codec) error "assize::read::nested_start" nested_start(before: Span, at: Span)
        "a review begins inside another one", at "begins here", before "this one has not ended", "end each block with its own `=== PAIR REVIEW END: note :: gate ===` line";
    /// An end line without a start line
    pub(in crate::codec) error "assize::read::end_without_start" end_without_start(at: Span)
        "a review that never began ends here", at "no review is open here", "begin each block with `=== PAIR REVIEW START: note :: gate ===`";
    /// An end line that names another pair
    pub(in crate::codec) error "assize::read::end_mismatch" end_mismatch(start: Span, at: Span)
        "a review ends under another name than it began", at "names another pair", start "began here", "copy note and gate from the start line";
    /// A start line, and its end line right below
    pub(in crate::codec) error "assize::read::empty_body" empty_body(at: Span)
        "a review is empty", at "nothing between this line and its end", "write what was found, and a `## Result:` line";
    /// A start line, and the end of the text
    pub(in crate::codec) error "assize::read::unterminated_block" unterminated_block(start: Span)
        "the text ends inside a review, so it was cut off", start "never ends", "write the whole answer again, each block with its end line";
    /// `=== PAIR REV`, and the end of the text
    pub(in crate::codec) error "assize::read::truncated" cut_off(at: Span)
        "the text ends in the middle of a sentinel line", at "cut off", "write the whole answer again, with a line end after the last line";
    /// `=== Pair Review Start: a.md :: style ===`
    pub(in crate::codec) error "assize::read::odd_sentinel" odd_sentinel(at: Span)
        "a line is almost the start or the end of a review", at "not read as one", "write it exactly as `=== PAIR REVIEW START: note :: gate ===`, or quote it with `> `";
    /// `<!--` above a start line
    pub(in crate::codec) error "assize::read::hidden_sentinel" hidden_sentinel(at: Span, comment: Span)
        "a review begins or ends inside an HTML comment", at "said, or hidden?", comment "the comment begins here", "take the comment out, or close it with `-->` before this line";
    /// A start line that is indented by four blanks
    pub(in crate::codec) error "assize::read::sentinel_like_code" sentinel_like_code(at: Span)
        "a review begins or ends in a line that is indented like quoted code", at "said, or quoted?", "write the line without spaces in front of it";
    /// `=== PAIR REVIEW START: a.md :: style ===` behind U+2028
    pub(in crate::codec) error "assize::read::odd_break" odd_break(at: Span)
        "a line contains a character that some programs show as a new line", at "another line for them, and part of this one for others", "end lines with a line feed";
    /// `so it goes`, asked to be read as pair reviews
    pub(in crate::codec) error "assize::read::no_block" no_block(at: Span)
        "the text contains no pair review", at "no `=== PAIR REVIEW START:` line of its own here or below", "write one block for each note and gate; `assize contract pair-review` shows how";
    /// A block for `<note> :: <gate>` beside a filled one
    pub(in crate::codec) warning "assize::read::template_block" template_block(at: Span)
        "the form was handed back beside the answer", at "not read", "write nothing but the filled-in blocks";
    /// `Example:` above a block
    pub(in crate::codec) warning "assize::read::introduced_block" introduced_block(at: Span)
        "a line introduces this review as an example, or as what another said", at "not read", "write the review without that line above it, if it is yours";
    /// `<!-- so` to the end of the text
    pub(in crate::codec) error "assize::read::endless_comment" endless_comment(at: Span)
        "an HTML comment never ends", at "everything from here on is commented out", "close it with `-->`";

    /// `- Severity: odd - it comes late`, among the findings
    pub(in crate::codec) warning "assize::read::unknown_severity" unknown_severity(word: Span)
        "the severity of a finding is not known, so the finding counts as `fail`", word "not a severity", "begin it with `- info:`, `- warn:`, `- fail:` or `- error:`";

    /// `## Result: PASS|WARN|FAIL|ERROR`
    pub(in crate::codec) error "assize::read::template" template(at: Span)
        "the form was handed back without being filled in", at "one word belongs here", "write `PASS`, `WARN`, `FAIL` or `ERROR`";
    /// `## Result:`, and nothing below
    pub(in crate::codec) error "assize::read::unknown_word" empty_result(at: Span)
        "the result is empty", at "a word is missing", "write `## Result: PASS`, `WARN`, `FAIL` or `ERROR`";
    /// `## Result: PASS (FAIL)`
    pub(in crate::codec) error "assize::read::two_words" two_words(word: Span, tail: Span)
        "the result says two things at once", word "this does not stop the work", tail "this does", "write one word after `## Result:`";
    /// `## Result: PASS (but do not merge)`
    pub(in crate::codec) error "assize::read::two_words" condition(word: Span, tail: Span)
        "the result is a pass under a condition", word "stated", tail "limits it", "write one word after `## Result:`, and what is missing as `- warn:` or `- fail:` items";
    /// `## Result: PASS (1 nit)`
    pub(in crate::codec) warning "assize::read::pass_with_tail" pass_with_tail(word: Span, tail: Span)
        "a pass with something after it counts as `warn`", word "read as `warn`", tail "read as a finding", "write `## Result: PASS` alone, and the rest as `- warn:` items";

    /// A block without a `## Result:` line
    pub(in crate::codec) error "assize::read::no_result" unstated(at: Span)
        "the block has no result", at "nothing in it is a `## Result:` line", "end the block with `## Result: PASS`, `WARN`, `FAIL` or `ERROR`; what is quoted does not count";
    /// `so <!--`, and the comment goes on in the next line
    pub(in crate::codec) error "assize::read::half_quoted" half_quoted(at: Span, doubt: Span)
        "programs differ in what is quoted here, so the result may be a quotation", at "stated, or quoted?", doubt "begins or ends a quotation in the middle", "begin comments at the start of a line, and close a fence where it was opened";
    /// `## Result: UNKNOWN`, in the `strict` profile
    pub(in crate::codec) error "assize::read::unknown_word" undecided(at: Span)
        "the review was not decided", at "says so", "write `PASS`, `WARN`, `FAIL` or `ERROR`";
    /// `flagging as pass`, in the `lenient` profile
    pub(in crate::codec) warning "assize::read::inferred" inferred(at: Span, step: &'static str)
        "the result was inferred from {step}", at "only the `lenient` profile takes this for the result", "ask for a `## Result:` line; until then it counts for a policy that allows it";

    /// Blocks of two reviewers
    pub(in crate::codec) error "assize::write::two_reviewers" two_reviewers(at: Span)
        "the verdicts are of more than one reviewer", at "another reviewer than the first", "write the verdicts of each reviewer into a separate text";
    /// A summary with a line `### Findings`
    pub(in crate::codec) error "assize::write::changes_structure" changes_structure(at: Span, line: &str)
        "`{line}` would begin or end something where it is written", at "contains this line", "quote the line with `> `, or put it into a fence if it is a heading";
    /// A summary with a line `- fail: ...`
    pub(in crate::codec) error "assize::write::reads_otherwise" reads_otherwise(at: Span)
        "written as a pair review, this would be read as something else", at "would be read differently", "leave out lines that look like findings, results or quotations";
}
