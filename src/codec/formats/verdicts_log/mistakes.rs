//! What can be wrong with a log, and with what is to be written into one.

use super::disposition::HELP;
use crate::codec::mistakes::mistake_rows;
use crate::ir::Diagnostic;
#[cfg(feature = "host")]
use crate::ir::Outcome;
use crate::source::Span;

mistake_rows! {
    /// `<!-- ### Disposition` to the end of the log
    pub(super) error "assize::read::endless_comment" endless_comment(at: Span)
        "an HTML comment never ends", at "everything from here on is commented out", "close it with `-->`, or leave the comment out";
    /// ` ```\n## [B2] design\n``` `
    pub(super) warning "assize::read::quoted_batch" quoted_batch(at: Span)
        "the heading of a batch is in a fence or a comment", at "not read", "take it out of there if it is part of the log, or remove it";
    /// `## [1] design | 2026-05-04`
    pub(super) error "assize::read::unread_batch" unread_batch(at: Span)
        "a heading looks like that of a batch and has no number", at "which batch?", "write `## [B1]`, or `## [Design-B1]`, with a number after the `B`";
    /// `## [B1]` twice
    pub(super) error "assize::read::second_batch" second_batch(at: Span, name: &str)
        "there are two batches named `{name}`", at "used before", "give every batch a different number, one higher than the last";
    /// `## `, and the text ends
    pub(super) error "assize::read::truncated" cut_heading(at: Span)
        "the log ends in the middle of a heading", at "cut off", "write the whole log again, with a line end after the last line";
    /// `M|coupling|Cache` as the last line, without a line end
    pub(super) error "assize::read::truncated" cut_line(at: Span)
        "the log may have been cut off", at "no line end, and it may go on", "write the whole log again, with a line end after the last line";
    /// `## Summary` below a batch
    pub(super) advice "assize::read::stray_heading" stray_heading(at: Span)
        "a heading is as deep as that of a batch, and is not the heading of one", at "ends the batch above", "use it for batches alone, `## [B1]`";
    /// `### Disposition` above the first batch, or below `## Summary`
    pub(super) error "assize::read::homeless_row" homeless_row(at: Span)
        "a part of a batch is outside all batches", at "of which batch?", "put it below the heading of its batch, `## [B1]`";
    /// `## [B{seq}] {review-type}`
    pub(super) error "assize::read::template" unfilled_batch(at: Span)
        "the form was handed back without being filled in", at "a number belongs here", "write the batch with its number, its runs and its disposition";
    /// `runs:many`
    pub(super) error "assize::read::no_number" no_number(at: Span, name: &str, value: &str)
        "`{value}` is not a number of {name}", at "cannot be read", "write `runs:3` and `threshold:2/3`";
    /// `agents:1/5`
    pub(super) warning "assize::read::agents_missing" agents_missing(at: Span)
        "not all agents of a batch answered", at "some are missing", "run the others again; until then the batch is at best conditional";
    /// `### Consensus findings`, `### Dispositon`
    pub(super) error "assize::read::misspelt_section" misspelt_section(at: Span, title: &str, meant: &str)
        "`{title}` is not a section of a batch", at "not read", "did you mean `### {meant}`?";
    /// `### Disposition` twice in a batch
    pub(super) warning "assize::read::second_section" second_section(at: Span, title: &str)
        "the batch has the section `{title}` twice", at "written above as well", "write each section once";
    /// `C|missing-contract|Spec 2|...` below `### Findings`
    pub(super) error "assize::read::stray_row" stray_row(at: Span)
        "a serious finding is in a section that no format has", at "is it agreed?", "put it below `### Consensus` or `### Noise`";
    /// `## [B1] design`, and nothing below
    pub(super) error "assize::read::empty_batch" empty_batch(at: Span, name: &str)
        "there is nothing in the batch `{name}`",
        at "nothing follows its heading", "put its runs, its consensus and its disposition below, or take the heading out";
    /// `### Disposition` and nothing above it
    pub(super) warning "assize::read::no_runs" no_runs(at: Span, name: &str)
        "the batch `{name}` does not say what its auditors said", at "at best conditional", "put every auditor's verdict below `### Raw`";
    /// A batch that ends with its consensus
    pub(super) error "assize::read::no_disposition" no_disposition(at: Span, name: &str)
        "the batch `{name}` has no disposition", at "never closed", "{HELP}";
    /// `CONDITIONAL-TRACKED` below a consensus with H
    pub(super) error "assize::read::disposition_disagrees" disagrees(at: Span, derived: &str)
        "the disposition does not follow from the batch, which comes to `{derived}`",
        at "stated", "a C or H that enough auditors report is NO-GO, and an M or L is conditional unless all say GO";
    /// `#### V2` above prose
    pub(super) error "assize::read::unread_run" unread_run(at: Span, name: &str, batch: &str)
        "the run `{name}` of `{batch}` cannot be read", at "no verdict", "put the auditor's verdict here as it came, or run it again";
    /// `#### V1` twice
    pub(super) error "assize::read::second_run" second_run(at: Span, name: &str)
        "the batch has two runs named `{name}`", at "used before", "number the runs of a batch: `V1`, `V2`, `V3`";
    /// `the cache never expires` below `### Consensus`
    pub(super) error "assize::read::no_row" no_row(at: Span)
        "a line of the consensus is not a row", at "how bad, and where?", "write `severity|category|location|description`, with C, H, M or L in front";
    /// `runs:3` above two runs
    pub(super) error "assize::read::other_number_of_runs" other_number_of_runs(at: Span, said: u32, there: usize)
        "the heading says {said} runs, and there are {there}", at "not the number of runs below", "put every run below `### Raw`, the first below `#### V1`";
    /// `runs:3 | threshold:3/3`
    pub(super) warning "assize::read::odd_threshold" odd_threshold(at: Span, usual: u32, runs: u32)
        "the threshold is not three fifths of the runs", at "another threshold than usual", "with {runs} runs it is `threshold:{usual}/{runs}`";
    /// `runs:3 | threshold:2/5`
    pub(super) error "assize::read::wrong_threshold" wrong_threshold(at: Span, usual: u32, runs: u32)
        "this is not a threshold for {runs} runs", at "cannot be", "with {runs} runs, write `threshold:{usual}/{runs}`";
    /// `(freq: 1/3)` below `### Consensus`, `(freq: 3/3)` below `### Noise`
    pub(super) error "assize::read::odd_frequency" odd_frequency(at: Span, needed: u32, runs: u32)
        "the frequency of a row does not fit its section",
        at "counted wrong, or in the wrong section", "what {needed} or more of {runs} runs report is consensus, the rest is noise";
    /// Three runs that do not all say GO, and no `### Consensus`
    pub(super) error "assize::read::no_consensus" no_consensus(at: Span, name: &str)
        "the batch `{name}` does not say what its runs agree on",
        at "has several runs and no `### Consensus`", "write `### Consensus`, with a row for each finding that enough runs report";
    /// Two runs of three report `C|missing-contract|Spec 2`, and the consensus does not
    pub(super) error "assize::read::unlisted_agreement" unlisted(at: Span, times: u32)
        "{times} runs report a finding that the consensus leaves out", at "the first of them", "list it below `### Consensus`";
    /// `GO-ACCEPTED | CONDITIONAL-TRACKED`
    pub(super) error "assize::read::template" unfilled_disposition(at: Span)
        "the form was handed back without being filled in", at "one word belongs here", "{HELP}";
    /// `ACCEPTED` below `### Disposition`
    pub(super) error "assize::read::unknown_disposition" unknown_disposition(at: Span, shown: &str)
        "`{shown}` is not a disposition", at "what became of the batch?", "{HELP}";
    /// `GO-ACCEPTED` and `NO-GO-FIXED` in one batch
    pub(super) error "assize::read::second_disposition" second_disposition(at: Span)
        "a batch has two dispositions that do not agree", at "one of them", "the worse one counts; write one";
    /// `GO-ACCEPTED`, and `NO-GO-FIXED the cache is dropped` below it
    pub(super) warning "assize::read::another_disposition" another_disposition(at: Span)
        "a line below the disposition begins with one that is worse", at "which of the two holds?", "write one disposition, and say in other words what was before";
    /// `GO-ACCEPTED` at the end of the text, without a line end
    pub(super) error "assize::read::cut_off" cut_off(at: Span)
        "the text ends with a disposition and without a line end", at "may have been cut off", "write the line end, or the whole log again";
    /// `verdict: pass` where a log belongs
    #[cfg(feature = "host")]
    pub(super) error "assize::write::not_a_log" not_a_log(at: Span)
        "there is text in the log, and neither a batch nor a title",
        at "this is not a log of verdicts", "name another file, or begin it with a title such as `# Verdicts`";
    /// `NO-GO-FIX`, the last line of a log
    pub(super) error "assize::write::no_line_end" no_line_end(at: Span)
        "the last line of the log has no line end, so that it may have been cut off",
        at "is the line complete?", "finish the last line, end it with a line end, then append again";
    /// Two batches of one name
    #[cfg(feature = "host")]
    pub(super) error "assize::write::several_of_a_name" several(at: Span, name: &str)
        "the log has more than one batch `{name}`", at "the second one", "give each batch a number of its own, then close it";
    /// The same command again
    #[cfg(feature = "host")]
    pub(super) error "assize::write::batch_is_closed" is_closed(at: Span, name: &str, word: &str)
        "the batch `{name}` is closed already, as `{word}`", at "its disposition", "nothing was written; what was decided is not decided again";
    /// `GO-ACCEPTED` for a review that came to NO-GO
    #[cfg(feature = "host")]
    pub(super) error "assize::write::disposition_disagrees" cannot_close(at: Span, name: &str, comes_to: Outcome, word: &str, instead: &str)
        "the batch `{name}` comes to `{comes_to}`, and cannot be closed as `{word}`", at "comes to `{comes_to}`", "{instead}";
    /// Verdicts of a court's criteria as a log
    pub(super) error "assize::write::other_subject" other_subject(at: Span)
        "a log holds batches, or one verdict about the whole change", at "about something else", "write them in another format";
    /// A batch that is called `first`
    pub(super) error "assize::write::no_name" no_name(at: Span, name: &str)
        "`{name}` is not the name of a batch or a run", at "cannot be written", "name batches `B1`, `B2` and runs `V1`, `V2`";
    /// Two verdicts about `B1`
    pub(super) error "assize::write::second_verdict" second_verdict(at: Span, name: &str)
        "there are two verdicts about the batch `{name}`", at "the second", "give every batch a different number";
    /// A category with a `|` in it
    pub(super) error "assize::write::no_line" no_line(at: Span, what: &str)
        "a log cannot hold {what}", at "would be read as something else", "rephrase it, or choose another format";
}
