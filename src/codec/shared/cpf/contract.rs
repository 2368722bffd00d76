//! What to tell a reviewer who is to write CPF.

use std::fmt::Write as _;

use super::Dialect;
use super::count::END;
use super::grammar::Rule;
use super::tables::{INSPECTORS, KEYS, PARTIAL, SEVERITIES, WORDS};
use crate::codec::ReadOptions;
use crate::ir::Kind;

/// The text for a prompt, from the tables that the reader uses.
pub(in crate::codec) fn contract(dialect: Dialect, options: &ReadOptions, example: &str) -> String {
    let auditor = dialect == Dialect::Auditor;
    let kind = options.kind.filter(|_| auditor);
    let update = auditor && kind.is_none_or(|kind| kind == Kind::Impl);
    let words = WORDS.iter().map(|(word, _)| *word);
    let words: Vec<_> = words.filter(|word| update || *word != "SPEC-UPDATE-NEEDED").collect();
    let mut out = String::from(
        "Answer in CPF and nothing else: plain lines, no markdown, no fence, no text before or after.\n\n\
         Form (what is in braces is yours to fill in):\n\n",
    );
    for key in KEYS {
        if key.writer.is_some_and(|writer| writer != dialect)
            || kind.is_some_and(|kind| !key.is_for(kind))
        {
            continue;
        }
        let form = match key.rule {
            Rule::VERDICT => format!("{{{}}}", words.join("|")),
            Rule::SCOPE => "{what you looked at}".to_owned(),
            Rule::WAVE_SCOPE => "{range of waves}".to_owned(),
            Rule::SPECS_IN_SCOPE => "{spec-a},{spec-b}".to_owned(),
            _ if key.is_free() => "\n    {free text}".to_owned(),
            _ => format!("\n    {{{}}}", key.columns.join("}|{")),
        };
        let _ = writeln!(out, "    {}:{form}", key.name);
    }
    out.push_str("\nRules:\n");
    let codes: Vec<_> =
        SEVERITIES.iter().map(|(code, s)| format!("{code} ({s})", s = s.as_str())).collect();
    let _ = writeln!(out, "- The verdict is on line 1: one word, no space after the colon.");
    let _ = writeln!(
        out,
        "- sev is one of {}. A C means NO-GO, an H means CONDITIONAL or worse.",
        codes.join(", ")
    );
    out.push_str(
        "- One row per line, fields in this order, no pipe but in the last field, nothing left out.\n\
         - Leave out the key of a section that has nothing in it.\n\
         - No bullets, no bold, no brackets around words.\n\
         - If you cannot do your job, write ERROR as the verdict.\n",
    );
    let _ =
        writeln!(out, "- Write {END} as the last line, so that it shows that nothing is missing.");
    if auditor {
        let _ = writeln!(out, "- Join agents with +: interface+test.");
        if update {
            let _ = writeln!(out, "- SPEC_FEEDBACK only together with SPEC-UPDATE-NEEDED.");
        }
        let _ = writeln!(
            out,
            "- If an inspector did not answer, write PARTIAL:name|reason below NOTES, and ({PARTIAL}) after the verdict."
        );
    } else {
        out.push_str("- Categories, by inspector:\n");
        for (name, kind, categories) in INSPECTORS {
            if options.kind.is_none_or(|asked| asked == *kind) {
                let _ = writeln!(out, "  - {name} ({kind}): {}", categories.join(", "));
            }
        }
    }
    out.push_str("\nExample:\n\n");
    example.lines().chain([END]).for_each(|line| {
        let _ = writeln!(out, "    {line}");
    });
    out
}
