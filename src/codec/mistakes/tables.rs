//! Codes of CPF and of logs of verdicts.

use super::{Code, asked, table, text};
use crate::ir::Format::CpfInspector;

table! {
    // CPF.
    Warning "empty_field": "A field of a row is empty."
        "Fill every field." text("VERDICT:CONDITIONAL\nSCOPE:docs\nISSUES:\nM||docs/a.md|knows too much\n");
    Advice "empty_section": "There is nothing below the key of a section."
        "Leave out the key of a section that has nothing in it." text("VERDICT:GO\nSCOPE:docs\nISSUES:\n");
    Error "endless_quote": "A fence or a comment never ends, so the text may have been cut off."
        "Close it, or write the whole text again." text("VERDICT:GO\nSCOPE:docs\n```\n");
    Error "errored": "The reviewer says that it could not do its job."
        "Find out why, and ask it again." text("VERDICT:ERROR\nSCOPE:docs\n");
    Warning "errored_with_rows": "The reviewer could not finish, and found something before it stopped."
        "Look at what it found, and ask it again." text("VERDICT:ERROR\nSCOPE:docs\nISSUES:\nL|coupling|src/a.rs|knows too much\n");
    Error "fail_without_row": "The verdict is `NO-GO`, and no row says why."
        "List what was found, one row each." text("VERDICT:NO-GO\nSCOPE:docs\n");
    Warning "go_with_tail": "Something follows a `GO`, so it counts as `CONDITIONAL`."
        "Write `VERDICT:GO` alone, and the rest below `NOTES:`." text("VERDICT:GO - one nit\nSCOPE:docs\n");
    Error "look_alike": "Where the severity of a row belongs, something looks like one of `C`, `H`, `M` and `L`, and is not written as one."
        "Write `C|category|location|description`, with plain pipes." text("VERDICT:GO\nSCOPE:login\nISSUES:\nC security-gap src/login.rs:9 any password opens the door\n");
    Error "malformed_row": "A line is not a row of its section, so the verdict is at best `CONDITIONAL`."
        "Write the row with the columns of its section." text("VERDICT:GO\nSCOPE:login\nISSUES:\nthe door is open\n");
    Warning "missing_spec_feedback": "The specification must change, but no row says how."
        "Add `SPEC_FEEDBACK:` with rows of `phase|spec|description`." text("VERDICT:SPEC-UPDATE-NEEDED\nSCOPE:docs\n");
    Error "more_rows": "There are more rows than the text counts."
        "Count the rows again." text("VERDICT:GO\nSCOPE:docs\nISSUE_COUNT:0\nISSUES:\nL|coupling|docs/b.md|knows too much\n");
    Advice "no_findings": "A line of a section says that there is nothing to list; it is kept as a note."
        "Leave out the key of a section that has nothing in it." text("VERDICT:GO\nSCOPE:docs\nISSUES:\nnone\n");
    Error "odd_break": "A line is hidden after a line break that not every program shows."
        "End lines with a line feed." text("VERDICT:GO\u{2028}VERDICT:NO-GO\n");
    Warning "partial": "Not everything was looked at, so the verdict is at best `CONDITIONAL`."
        "Ask again whoever did not answer, or go on knowing what is missing." text("VERDICT:GO (partial coverage)\nSCOPE:docs\n");
    Error "quoted_line": "A line of CPF is in a fence or a comment."
        "Take it out if it is part of the verdict, or remove it." text("VERDICT:GO\nSCOPE:docs\nISSUES:\n```\nC|security-gap|src/login.rs:9|any password\n```\n");
    Error "quoted_verdict": "The only verdict is indented like code, or is in the notes."
        "Write `VERDICT:` on line 1, at the start of the line." text("    VERDICT:GO\n");
    Warning "repeated_section": "A section appears more than once; its rows are read together."
        "Write each section once, with all its rows below it." text("VERDICT:GO\nSCOPE:docs\nISSUES:\nISSUES:\n");
    Error "rows_are_missing": "There are fewer rows than the text counts, so it was cut off."
        "Write the whole text again." text("VERDICT:GO\nSCOPE:docs\nISSUE_COUNT:3\nISSUES:\n");
    Error "rows_are_worse": "A row is worse than the stated verdict allows."
        "State the verdict that the row comes to, or rate the finding again." text("VERDICT:GO\nSCOPE:docs\nISSUES:\nC|security-gap|src/login.rs:9|any password\n");
    Warning "section_of_another_kind": "A key belongs to the other kind of CPF; it is read anyway."
        "Leave it out, or read the text as the other format." text("VERDICT:GO\nSCOPE:login\nVERIFIED:\nISSUES:\n");
    Error "short_row": "A row has too few fields, so the verdict is at best `NO-GO`."
        "Write every field, with a pipe between each two." text("VERDICT:GO\nSCOPE:docs\nISSUES:\nC|any password opens the door\n");
    Warning "spec_feedback_without_update": "The specification is said to have a defect, but not to need a change."
        "State `VERDICT:SPEC-UPDATE-NEEDED`, or leave out `SPEC_FEEDBACK:`." text("VERDICT:GO\nSCOPE:docs\nSPEC_FEEDBACK:\nspecifications|checkout|AC1 cannot be tested\n");
    Error "stray_row": "A row is where no row belongs."
        "Move it below the section that it belongs to." text("## [B7]\n### Remarks\nH|naming|Spec 4|two names\n");
    Error "text_behind_end": "The text goes on after its end mark."
        "Write `END` once, as the last line." text("VERDICT:GO\nSCOPE:docs\nEND\nand one more thing\n");
    Advice "unknown_category": "A row has a category that reviewers of this kind are not known to use."
        "Use one category for one thing, so that findings can be counted." text("VERDICT:GO\nSCOPE:docs\nISSUES:\nL|naming|src/a.rs|two names\n");
    Advice "unknown_key": "A key does not belong to the format; it is kept, and decides nothing."
        "Use the keys of the format." text("VERDICT:GO\nSCOPE:docs\nOWNER: Kim\n");
    Warning "unknown_level": "A decision says neither `CODIFY` nor `PROPOSE`."
        "Write `CODIFY` for what is to be applied, `PROPOSE` for what a person decides." text("VERDICT:GO\nSCOPE:docs\nSTEERING:\nLATER|tech.md|remove it\n");
    Warning "unknown_line": "A line does not belong to the format; it is kept as a note."
        "Write free text where the format has room for it: below `NOTES:` or `evidence:`." text("VERDICT:GO\nSCOPE:docs\nAll is well.\n");
    Warning "unknown_phase": "A defect is said to be neither in the specifications nor in the design."
        "Write `specifications` or `design`; when unsure, `specifications`." text("VERDICT:SPEC-UPDATE-NEEDED\nSCOPE:checkout\nSPEC_FEEDBACK:\ntests|checkout|AC1 cannot be tested\n");
    Warning "wave_outside_wave": "A key belongs to the review of a wave, and this is not one."
        "Leave it out, or write `SCOPE:wave-scoped-cross-check`." text("VERDICT:GO\nSCOPE:login\nWAVE_SCOPE:1..2\n");
    Warning "word_of_another_kind": "A verdict or a decision is in a word of the other kind of CPF."
        "Use the words of this kind." asked(CpfInspector, "VERDICT:SPEC-UPDATE-NEEDED\nSCOPE:docs\n");
    Error "worse_verdict": "A second `VERDICT:` line is worse than the first, and stands."
        "Keep one `VERDICT:` line, on line 1." text("VERDICT:GO\nVERDICT:NO-GO\n");

    // Logs of verdicts.
    Warning "agents_missing": "Not all agents of a batch answered."
        "Run the others again; until then the batch is at best conditional." text("## [B3] agents:1/5\n");
    Error "cut_off": "The text ends with a disposition and without a line end, so it may have been cut off."
        "Write the line end, or the whole log again." text("## [B4]\n### Disposition\nGO-ACCEPTED");
    Error "disposition_disagrees": "The disposition does not follow from what the batch reports."
        "A C or H that enough auditors report is NO-GO, and an M or L is conditional unless all say GO." text("## [B4]\nC:1\n### Disposition\nGO-ACCEPTED\n");
    Error "empty_batch": "There is nothing below the heading of a batch."
        "Put its runs, its consensus and its disposition below it, or take the heading out." text("## [B1]\n");
    Error "homeless_row": "A part of a batch is outside all batches."
        "Put it below the heading of its batch, `## [B1]`." text("### Disposition\nGO-ACCEPTED\n## [B1]\n");
    Error "no_consensus": "A batch does not say what its runs agree on."
        "Write `### Consensus`, with a row for each finding that enough runs report." text("## [B1] threshold:2/3\n");
    Error "no_disposition": "A batch has no disposition."
        "Write what became of the batch below `### Disposition`." text("## [B1]\n### Raw\n#### V1\nVERDICT:GO\nSCOPE:docs\n");
    Error "no_number": "The heading of a batch has something else where a number belongs."
        "Write `runs:3` and `threshold:2/3`." text("## [B1] runs:many\n");
    Error "no_row": "A line of the consensus is not a row."
        "Write `severity|category|location|description`, with C, H, M or L in front." text("## [B7]\n### Consensus\nall is well\n");
    Warning "no_runs": "A batch does not say what its auditors said."
        "Put every auditor's verdict below `### Raw`." text("## [B5]\n### Disposition\nGO-ACCEPTED\n");
    Error "odd_frequency": "A row is in a section that does not fit how many runs report it."
        "What enough runs report is consensus, the rest is noise." text("## [B7] runs:3 threshold:2/3\n### Noise\nH|naming|Spec 4|two names (freq: 2/3)\n");
    Warning "another_disposition": "A line below the disposition begins with one that is worse."
        "Write one disposition, and say in other words what was before." text("## [B1]\n### Disposition\nGO-ACCEPTED\nNO-GO-FIXED the cache is dropped\n");
    Warning "odd_threshold": "The threshold is not three fifths of the runs."
        "With 3 runs it is `threshold:2/3`." text("## [B7] threshold:3/3\n");
    Error "other_number_of_runs": "The heading gives a different number of runs than there are."
        "Put every run below `### Raw`, the first below `#### V1`." text("## [B7] runs:3\n");
    Warning "quoted_batch": "The heading of a batch is in a fence or a comment, and is not read."
        "Take the heading out of it if it belongs to the log, or remove it." text("## [B1]\n<!--\n## [B2]\n-->\n");
    Error "second_batch": "Two batches have the same name."
        "Give every batch a different number, one higher than the last." text("## [B4]\n## [B4]\n");
    Error "second_disposition": "A batch has two dispositions that do not agree."
        "The worse one counts; write one." text("## [B1]\n### Disposition\nGO-ACCEPTED\nNO-GO-FIXED\n");
    Error "second_run": "Two runs of a batch have the same name."
        "Number the runs of a batch: `V1`, `V2`, `V3`." text("## [B1]\n### Raw\n#### V1\n#### V1\n");
    Warning "second_section": "A batch has the same section twice."
        "Write each section once." text("## [B1]\n### Disposition\n### Disposition\n");
    Advice "stray_heading": "A heading as deep as that of a batch is not one, and ends the batch above."
        "Use this depth for batches alone: `## [B1]`." text("## [B1]\n## History\n");
    Error "unknown_disposition": "The disposition is not a known word."
        "Write one of the words that `assize contract verdicts-log` lists." text("## [B1]\n### Disposition\nshipped\n");
    Error "unlisted_agreement": "Enough runs report a finding that the consensus leaves out."
        "List it below `### Consensus`." text("## [B1]\n### Raw\n#### V1\nVERDICT:NO-GO\nSCOPE:cache\nISSUES:\nH|missing-contract|Spec 2.AC1|nothing said\n#### V2\nVERDICT:NO-GO\nSCOPE:cache\nISSUES:\nH|missing-contract|Spec 2.AC1|nothing said\n### Consensus\n");
    Error "unread_batch": "A heading looks like that of a batch and has no number."
        "Write `## [B1]`, or `## [Design-B1]`, with a number after the `B`." text("## [B4]\n## [1]\n");
    Error "unread_run": "A run of a batch cannot be read."
        "Put the auditor's verdict here as it came, or run it again." text("## [B1]\n### Raw\n#### V1\n");
    Error "wrong_threshold": "The threshold cannot be met by the runs there are."
        "With 3 runs, write `threshold:2/3`." text("## [B7] threshold:4/3\n");
    Error "misspelt_section": "The heading of a section looks misspelt; the section is not read."
        "Write it as the help says." text("## [B7]\n### Consenus\n");
}
