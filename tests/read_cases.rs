//! Reading, by example: `tests/cases/read/FORMAT/STATEMENT/` holds a text as a reviewer wrote
//! it and, in `expected.txt`, everything that reading made of it.
//!
//! A file `profile` selects another profile than `standard`, a file `limit` another limit.
//! `cargo test --test read_cases -- --bless` rewrites the expectations.

#![expect(clippy::disallowed_methods, reason = "cases are files")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use assize::{
    Decoded, Diagnostic, Evidence, Finding, Location, Outcome, Profile, ReadOptions, Source, Span,
    Verdict, read,
};
use libtest_mimic::{Arguments, Failed, Trial};
use similar::TextDiff;

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/read");
const CODEC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/codec");

fn main() {
    let bless = std::env::args().any(|arg| arg == "--bless");
    let arguments = Arguments::from_iter(std::env::args().filter(|arg| arg != "--bless"));
    let mut trials = Vec::new();
    for format in entries(Path::new(CASES)) {
        for case in entries(&format) {
            let name = format!("{}::{}", stem(&format), stem(&case));
            trials.push(Trial::test(name, move || run(&case, bless)));
        }
    }
    trials.push(Trial::test("every_diagnostic_code_has_a_case", move || match bless {
        true => Ok(()),
        false => every_code_has_a_case(),
    }));
    trials.push(Trial::test("every_recovery_has_a_case", move || match bless {
        true => Ok(()),
        false => every_recovery_has_a_case(),
    }));
    libtest_mimic::run(&arguments, trials).exit();
}

fn run(case: &Path, bless: bool) -> Result<(), Failed> {
    let mut options = ReadOptions::default();
    let mut sources = Vec::new();
    for file in entries(case) {
        let bytes = fs::read(&file)?;
        let text = || String::from_utf8_lossy(&bytes).trim().to_owned();
        match stem(&file).as_str() {
            "expected.txt" => {}
            "profile" => options.profile = profile(&text())?,
            "limit" => options.limit = text().parse()?,
            "words" => options.words.extend(text().lines().filter_map(word)),
            name => sources.push(Source::new(name, bytes)),
        }
    }
    let [source] = &sources[..] else { return Err("a case has one source".into()) };
    let actual = show(&read(source, &options));
    let expected_file = case.join("expected.txt");
    if bless {
        return Ok(fs::write(expected_file, actual)?);
    }
    let expected = fs::read_to_string(expected_file).unwrap_or_default();
    if actual == expected {
        return Ok(());
    }
    let diff = TextDiff::from_lines(&expected, &actual).unified_diff().to_string();
    Err(format!("{}\n{diff}", case.display()).into())
}

fn profile(name: &str) -> Result<Profile, Failed> {
    let all = [Profile::Strict, Profile::Standard, Profile::Lenient];
    all.into_iter().find(|p| p.as_str() == name).ok_or_else(|| "no such profile".into())
}

/// `approved pass`
fn word(line: &str) -> Option<(String, Outcome)> {
    let (word, outcome) = line.split_once(' ')?;
    let outcome = Outcome::WORST_FIRST.into_iter().find(|o| o.as_str() == outcome)?;
    Some((word.to_owned(), outcome))
}

fn show(decoded: &Decoded) -> String {
    let source = decoded.source().cloned().unwrap_or_else(|| Source::new("", ""));
    let mut out = String::new();
    let format = decoded.format.map_or("none", |format| format.as_str());
    let _ = writeln!(out, "format: {format} ({})", decoded.why);
    if let Some(cause) = decoded.unreadable {
        let fail = if decoded.says_fail { ", says fail" } else { "" };
        let _ = writeln!(out, "unreadable: {cause}{fail}");
    }
    for verdict in &decoded.verdicts {
        show_verdict(&mut out, verdict, &source);
    }
    for recovery in &decoded.recoveries {
        let _ = writeln!(out, "recovery: {} {}", recovery.name, quote(&source, recovery.span));
    }
    for diagnostic in &decoded.diagnostics {
        show_diagnostic(&mut out, diagnostic, &source);
    }
    out
}

fn show_verdict(out: &mut String, verdict: &Verdict, source: &Source) {
    let outcome = |outcome: Option<Outcome>| outcome.map_or("none", Outcome::as_str);
    let _ = match verdict.stated {
        Some(stated) => writeln!(out, "stated: {} {}", stated.outcome, quote(source, stated.word)),
        None => writeln!(out, "stated: none"),
    };
    let _ = writeln!(out, "derived: {}", outcome(verdict.derived));
    let contradictory = if verdict.contradictory { ", contradictory" } else { "" };
    let _ = writeln!(out, "effective: {}{contradictory}", outcome(verdict.effective()));
    let confidence = verdict.confidence.map_or("none", |confidence| confidence.as_str());
    let _ = writeln!(out, "confidence: {confidence}");
    for finding in &verdict.findings {
        show_finding(out, finding, source);
    }
    let _ = match verdict.evidence {
        Some(Evidence::Path(span)) => writeln!(out, "evidence path: {}", quote(source, span)),
        Some(Evidence::Inline(span)) => writeln!(out, "evidence: {}", quote(source, span)),
        None => Ok(()),
    };
    let _ = writeln!(out, "span: {}", place(source, verdict.span));
}

fn show_finding(out: &mut String, finding: &Finding, source: &Source) {
    let _ = writeln!(out, "{}: {}", finding.kind, quote(source, finding.text));
    let _ = writeln!(out, "  span: {}", place(source, finding.span));
    if let Some(Location { text, path, lines }) = &finding.location {
        let path = path.map(|path| source.slice(path)).unwrap_or_default();
        let lines: Vec<_> = lines.iter().map(|l| format!("{}-{}", l.first, l.last)).collect();
        let _ = writeln!(out, "  at: {}, path {path}, lines {lines:?}", quote(source, *text));
    }
}

fn show_diagnostic(out: &mut String, diagnostic: &Diagnostic, source: &Source) {
    let level = format!("{:?}", diagnostic.level).to_lowercase();
    let _ = writeln!(out, "\n{level} {}", diagnostic.code);
    let _ = writeln!(out, "  {}", diagnostic.message);
    for label in &diagnostic.labels {
        let _ = writeln!(out, "  {}: {}", quote(source, label.span), label.text);
    }
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(out, "  help: {help}");
    }
}

/// The text of a span and where it stands; the middle of a long one is left out.
fn quote(source: &Source, span: Span) -> String {
    let text: String = source.slice(span).escape_debug().collect();
    let count = text.chars().count();
    let shown = if count <= 80 {
        text
    } else {
        let (head, tail) = (text.chars().take(50), text.chars().skip(count - 20));
        head.chain(" … ".chars()).chain(tail).collect()
    };
    format!("`{shown}` {}", place(source, span))
}

fn place(source: &Source, span: Span) -> String {
    let (from, to) = (source.line_column(span.start), source.line_column(span.end));
    format!("{}:{}-{}:{}", from.line, from.column, to.line, to.column)
}

/// Every diagnostic code that the readers can give stands in some `expected.txt`. The codes
/// of recoveries are made from their names, and those are looked for by name.
fn every_code_has_a_case() -> Result<(), Failed> {
    const PREFIX: &str = "assize::read::";
    let (expected, code) = (all_expected(), all_code());
    let quoted = format!("\"{PREFIX}");
    let tails = code.split(&quoted).skip(1).filter_map(|rest| rest.split('"').next());
    let missing: Vec<_> = tails
        .filter(|name| !name.is_empty() && !UNREACHABLE.contains(name))
        .filter(|name| !expected.contains(&format!(" {PREFIX}{name}\n")))
        .collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no case for {missing:?}").into()) }
}

/// Only a host that limits pest sees this; `tests/linear.rs` does.
const UNREACHABLE: [&str; 1] = ["gave_up"];

fn every_recovery_has_a_case() -> Result<(), Failed> {
    let expected = all_expected();
    let code = all_code();
    let names = code.lines().filter_map(|line| {
        let (id, rest) = line.trim().split_once(" = \"")?;
        let constant = id.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        constant.then(|| rest.split('"').next().unwrap_or(""))
    });
    let missing: Vec<_> =
        names.filter(|name| !expected.contains(&format!("recovery: {name} "))).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no case for {missing:?}").into()) }
}

fn all_expected() -> String {
    let cases = entries(Path::new(CASES)).into_iter().flat_map(|format| entries(&format));
    cases.filter_map(|case| fs::read_to_string(case.join("expected.txt")).ok()).collect()
}

fn all_code() -> String {
    let files = entries(Path::new(CODEC))
        .into_iter()
        .flat_map(|entry| if entry.is_dir() { entries(&entry) } else { vec![entry] });
    files.filter_map(|file| fs::read_to_string(file).ok()).collect()
}

/// What a folder holds, by name.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .map(|entries| entries.filter_map(Result::ok).map(|entry| entry.path()).collect())
        .unwrap_or_default();
    found.sort();
    found
}

fn stem(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
