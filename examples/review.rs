//! The outcome of a text that is read as a review, and its reasons: `review review.md`

#![expect(clippy::print_stdout, reason = "it prints a table")]
#![expect(clippy::disallowed_methods, reason = "it reads the files that it is given")]

use std::{env, fs};

use assize::{Decoded, Outcome, ReadOptions, Source, Span, read};

fn main() -> std::io::Result<()> {
    let mut options = ReadOptions::default();
    for name in env::args_os().skip(1) {
        // `--label=評価`: a name of a dialect.
        if let Some(label) = name.to_str().and_then(|name| name.strip_prefix("--label=")) {
            options.lexicon.add_label(label);
            continue;
        }
        let source = Source::new(name.to_string_lossy(), fs::read(&name)?);
        let decoded = read(&source, &options);
        println!("{}", word_of(&decoded));
        print_why(&decoded);
    }
    Ok(())
}

/// What a gate makes of it.
fn word_of(decoded: &Decoded) -> &'static str {
    let Some(verdict) = decoded.verdicts.first() else { return "unreadable" };
    match verdict.effective() {
        Some(Outcome::Pass | Outcome::Warn) => "open",
        Some(Outcome::Fail) => "fail",
        _ => "hold",
    }
}

fn print_why(decoded: &Decoded) {
    let said = |span: Span| decoded.text(span).replace(['\n', '\r'], " ");
    if let Some(cause) = decoded.unreadable {
        println!("  {}", cause.as_str());
    }
    for verdict in decoded.verdicts.iter().chain(&decoded.fragments) {
        if let Some(stated) = verdict.stated {
            println!(
                "  stated {}: {} at {}",
                stated.outcome.as_str(),
                said(stated.word),
                stated.word.start
            );
        }
        for remark in &verdict.remarks {
            println!("  {} {}: {}", remark.kind.as_str(), remark.says.as_str(), said(remark.span));
        }
        let placed = verdict.findings.iter().filter(|finding| finding.location.is_some());
        println!(
            "  {} findings with a place, {} lines unclaimed",
            placed.count(),
            verdict.unclaimed
        );
    }
}
