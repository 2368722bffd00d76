//! What can be wrong with a log, and with what is to be written into one.

use super::disposition::HELP;
use crate::ir::Diagnostic;
#[cfg(feature = "host")]
use crate::ir::Outcome;
use crate::source::Span;

/// A row is its shortest example, its level and code, what it is about, then message, label and help.
macro_rules! mistakes {
    ($($(#[$meta:meta])* $level:ident $code:literal $name:ident($($what:ident: $type:ty),*)
        $message:literal, $label:literal, $help:literal;)*) => {
        $($(#[$meta])*
        pub(super) fn $name(at: Span $(, $what: $type)*) -> Diagnostic {
            let text = std::fmt::format;
            Diagnostic::$level($code)
                .message(text(format_args!($message)))
                .label(at, text(format_args!($label)))
                .help(text(format_args!($help)))
        })*
    };
}

mistakes! {
    /// `<!-- ### Disposition` to the end of the log
    error "assize::read::endless_comment" endless_comment()
        "an HTML comment never ends", "everything from here on is commented out", "close it with `-->`, or leave the comment out";
    /// ` ```\n## [B2] design\n``` `
    warning "assize::read::quoted_batch" quoted_batch()
        "the heading of a batch is in a fence or a comment", "not read", "take it out of there if it is part of the log, or remove it";
    /// `## [1] design | 2026-05-04`
    error "assize::read::unread_batch" unread_batch()
        "a heading looks like that of a batch and has no number", "which batch?", "write `## [B1]`, or `## [Design-B1]`, with a number after the `B`";
    /// `## [B1]` twice
    error "assize::read::second_batch" second_batch(name: &str)
        "there are two batches named `{name}`", "used before", "give every batch a different number, one higher than the last";
    /// `## `, and the text ends
    error "assize::read::truncated" cut_heading()
        "the log ends in the middle of a heading", "cut off", "write the whole log again, with a line end after the last line";
    /// `M|coupling|Cache` as the last line, without a line end
    error "assize::read::truncated" cut_line()
        "the log may have been cut off", "no line end, and it may go on", "write the whole log again, with a line end after the last line";
    /// `## Summary` below a batch
    advice "assize::read::stray_heading" stray_heading()
        "a heading is as deep as that of a batch, and is not the heading of one", "ends the batch above", "use it for batches alone, `## [B1]`";
    /// `### Disposition` above the first batch, or below `## Summary`
    error "assize::read::homeless_row" homeless_row()
        "a part of a batch is outside all batches", "of which batch?", "put it below the heading of its batch, `## [B1]`";
    /// `## [B{seq}] {review-type}`
    error "assize::read::template" unfilled_batch()
        "the form was handed back without being filled in", "a number belongs here", "write the batch with its number, its runs and its disposition";

    /// `runs:many`
    error "assize::read::no_number" no_number(name: &str, value: &str)
        "`{value}` is not a number of {name}", "cannot be read", "write `runs:3` and `threshold:2/3`";
    /// `agents:1/5`
    warning "assize::read::agents_missing" agents_missing()
        "not all agents of a batch answered", "some are missing", "run the others again; until then the batch is at best conditional";
    /// `### Consensus findings`, `### Dispositon`
    error "assize::read::misspelt_section" misspelt_section(title: &str, meant: &str)
        "`{title}` is not a section of a batch", "not read", "did you mean `### {meant}`?";
    /// `### Disposition` twice in a batch
    warning "assize::read::second_section" second_section(title: &str)
        "the batch has the section `{title}` twice", "written above as well", "write each section once";
    /// `C|missing-contract|Spec 2|...` below `### Findings`
    error "assize::read::stray_row" stray_row()
        "a serious finding is in a section that no format has", "is it agreed?", "put it below `### Consensus` or `### Noise`";
    /// `## [B1] design`, and nothing below
    error "assize::read::empty_batch" empty_batch(name: &str)
        "there is nothing in the batch `{name}`", "nothing follows its heading", "put its runs, its consensus and its disposition below, or take the heading out";
    /// `### Disposition` and nothing above it
    warning "assize::read::no_runs" no_runs(name: &str)
        "the batch `{name}` does not say what its auditors said", "at best conditional", "put every auditor's verdict below `### Raw`";
    /// A batch that ends with its consensus
    error "assize::read::no_disposition" no_disposition(name: &str)
        "the batch `{name}` has no disposition", "never closed", "{HELP}";
    /// `CONDITIONAL-TRACKED` below a consensus with H
    error "assize::read::disposition_disagrees" disagrees(derived: &str)
        "the disposition does not follow from the batch, which comes to `{derived}`", "stated",
        "a C or H that enough auditors report is NO-GO, and an M or L is conditional unless all say GO";

    /// `#### V2` above prose
    error "assize::read::unread_run" unread_run(name: &str, batch: &str)
        "the run `{name}` of `{batch}` cannot be read", "no verdict", "put the auditor's verdict here as it came, or run it again";
    /// `#### V1` twice
    error "assize::read::second_run" second_run(name: &str)
        "the batch has two runs named `{name}`", "used before", "number the runs of a batch: `V1`, `V2`, `V3`";

    /// `the cache never expires` below `### Consensus`
    error "assize::read::no_row" no_row()
        "a line of the consensus is not a row", "how bad, and where?", "write `severity|category|location|description`, with C, H, M or L in front";
    /// `runs:3` above two runs
    error "assize::read::other_number_of_runs" other_number_of_runs(said: u32, there: usize)
        "the heading says {said} runs, and there are {there}", "not the number of runs below", "put every run below `### Raw`, the first below `#### V1`";
    /// `runs:3 | threshold:3/3`
    warning "assize::read::odd_threshold" odd_threshold(usual: u32, runs: u32)
        "the threshold is not three fifths of the runs", "another threshold than usual", "with {runs} runs it is `threshold:{usual}/{runs}`";
    /// `runs:3 | threshold:2/5`
    error "assize::read::wrong_threshold" wrong_threshold(usual: u32, runs: u32)
        "this is not a threshold for {runs} runs", "cannot be", "with {runs} runs, write `threshold:{usual}/{runs}`";
    /// `(freq: 1/3)` below `### Consensus`, `(freq: 3/3)` below `### Noise`
    error "assize::read::odd_frequency" odd_frequency(needed: u32, runs: u32)
        "the frequency of a row does not fit its section", "counted wrong, or in the wrong section",
        "what {needed} or more of {runs} runs report is consensus, the rest is noise";
    /// Three runs that do not all say GO, and no `### Consensus`
    error "assize::read::no_consensus" no_consensus(name: &str)
        "the batch `{name}` does not say what its runs agree on", "has several runs and no `### Consensus`",
        "write `### Consensus`, with a row for each finding that enough runs report";
    /// Two runs of three report `C|missing-contract|Spec 2`, and the consensus does not
    error "assize::read::unlisted_agreement" unlisted(times: u32)
        "{times} runs report a finding that the consensus leaves out", "the first of them", "list it below `### Consensus`";

    /// `GO-ACCEPTED | CONDITIONAL-TRACKED`
    error "assize::read::template" unfilled_disposition()
        "the form was handed back without being filled in", "one word belongs here", "{HELP}";
    /// `ACCEPTED` below `### Disposition`
    error "assize::read::unknown_disposition" unknown_disposition(shown: &str)
        "`{shown}` is not a disposition", "what became of the batch?", "{HELP}";
    /// `GO-ACCEPTED` and `NO-GO-FIXED` in one batch
    error "assize::read::second_disposition" second_disposition()
        "a batch has two dispositions that do not agree", "one of them", "the worse one counts; write one";
    /// `GO-ACCEPTED`, and `NO-GO-FIXED the cache is dropped` below it
    warning "assize::read::another_disposition" another_disposition()
        "a line below the disposition begins with one that is worse", "which of the two holds?", "write one disposition, and say in other words what was before";
    /// `GO-ACCEPTED` at the end of the text, without a line end
    error "assize::read::cut_off" cut_off()
        "the text ends with a disposition and without a line end", "may have been cut off", "write the line end, or the whole log again";

    /// `verdict: pass` where a log belongs
    #[cfg(feature = "host")]
    error "assize::write::not_a_log" not_a_log()
        "there is text in the log, and neither a batch nor a title", "this is not a log of verdicts", "name another file, or begin it with a title such as `# Verdicts`";
    /// `NO-GO-FIX`, the last line of a log
    error "assize::write::no_line_end" no_line_end()
        "the last line of the log has no line end, so that it may have been cut off", "is the line complete?", "finish the last line, end it with a line end, then append again";
    /// Two batches of one name
    #[cfg(feature = "host")]
    error "assize::write::several_of_a_name" several(name: &str)
        "the log has more than one batch `{name}`", "the second one", "give each batch a number of its own, then close it";
    /// The same command again
    #[cfg(feature = "host")]
    error "assize::write::batch_is_closed" is_closed(name: &str, word: &str)
        "the batch `{name}` is closed already, as `{word}`", "its disposition", "nothing was written; what was decided is not decided again";
    /// `GO-ACCEPTED` for a review that came to NO-GO
    #[cfg(feature = "host")]
    error "assize::write::disposition_disagrees" cannot_close(name: &str, comes_to: Outcome, word: &str, instead: &str)
        "the batch `{name}` comes to `{comes_to}`, and cannot be closed as `{word}`", "comes to `{comes_to}`", "{instead}";
    /// Verdicts of a court's criteria as a log
    error "assize::write::other_subject" other_subject()
        "a log holds batches, or one verdict about the whole change", "about something else", "write them in another format";
    /// A batch that is called `first`
    error "assize::write::no_name" no_name(name: &str)
        "`{name}` is not the name of a batch or a run", "cannot be written", "name batches `B1`, `B2` and runs `V1`, `V2`";
    /// Two verdicts about `B1`
    error "assize::write::second_verdict" second_verdict(name: &str)
        "there are two verdicts about the batch `{name}`", "the second", "give every batch a different number";
    /// A category with a `|` in it
    error "assize::write::no_line" no_line(what: &str)
        "a log cannot hold {what}", "would be read as something else", "rephrase it, or choose another format";
}
