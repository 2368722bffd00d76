//! Reading, by example: `tests/cases/read/FORMAT/STATEMENT/` holds a text as a reviewer wrote
//! it and, in `expected.txt`, everything that reading made of it.
//!
//! Files beside it choose how to read: `profile`, `limit`, `pieces`, `words` (`approved pass`),
//! `severities` (`blocking high`), `as` (a format), `formats`
//! (the only ones that are read), `kind` (`impl`), `pairs` (`note :: gate`, the
//! expected ones), `criteria` (a line each, the expected ones). A file `tried` shows the formats that were tried in vain, and `needs-shapes`
//! leaves a case to builds with KDL.
//! `cargo test --test cases -- read:: --bless` rewrites the expectations.

#![expect(clippy::disallowed_methods, reason = "cases are files")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use assize::codec::{Example, codes};
use assize::verdict::{Evidence, Finding, Lines, Location, Severity, Subject};
use assize::{Decoded, Diagnostic, Outcome, ReadOptions, Source, Span, Verdict, read, source};
use libtest_mimic::{Failed, Trial};

use crate::folders::{as_expected, entries, file_name};

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/read");
const CODEC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/codec");

pub(crate) fn trials(bless: bool) -> Vec<Trial> {
    let mut trials = Vec::new();
    for format in entries(Path::new(CASES)) {
        // Without KDL every summary is `format_not_read`: tests/properties/summary.rs.
        if !cfg!(feature = "kdl") && file_name(&format) == "verdict-summary" {
            continue;
        }
        // Without KDL there are no shapes.
        let fits = |case: &PathBuf| cfg!(feature = "kdl") || !case.join("needs-shapes").exists();
        for case in entries(&format).into_iter().filter(fits) {
            let name = format!("read::{}::{}", file_name(&format), file_name(&case));
            trials.push(Trial::test(name, move || run(&case, bless)));
        }
    }
    trials.push(Trial::test("read::every_diagnostic_code_has_a_case", move || match bless {
        true => Ok(()),
        false => every_code_has_a_case(),
    }));
    trials.push(Trial::test("read::every_recovery_has_a_case", move || match bless {
        true => Ok(()),
        false => every_recovery_has_a_case(),
    }));
    trials.push(Trial::test(
        "read::every_diagnostic_code_is_in_the_table",
        codes_are_those_of_the_source,
    ));
    trials.push(Trial::test(
        "read::every_code_of_the_table_is_given_for_its_example",
        examples_give_their_code,
    ));
    trials
}

fn run(case: &Path, bless: bool) -> Result<(), Failed> {
    let mut options = ReadOptions::default();
    let (mut sources, mut tried) = (Vec::new(), false);
    for file in entries(case) {
        let bytes = fs::read(&file)?;
        let text = || String::from_utf8_lossy(&bytes).trim().to_owned();
        match file_name(&file).as_str() {
            "expected.txt" | "needs-shapes" => {}
            "profile" => options.profile = text().parse()?,
            "limit" => options.limit = text().parse()?,
            "pieces" => options.pieces = text().parse()?,
            "words" => {
                let words = text();
                options =
                    words.lines().filter_map(word).fold(options, |o, (w, means)| o.word(w, means));
            }
            "severities" => {
                let words = text();
                let found = words.lines().filter_map(severity);
                options = found.fold(options, |o, (word, severity)| o.severity(word, severity));
            }
            "as" => options.format = Some(text().parse()?),
            "formats" => {
                options.formats = text().lines().filter_map(|name| name.parse().ok()).collect();
            }
            "kind" => options.kind = Some(text().parse()?),
            "pairs" => options.expected.extend(text().lines().filter_map(pair)),
            "criteria" => options.expected.extend(text().lines().map(criterion)),
            "tried" => tried = true,
            name => sources.push(Source::new(name, bytes)),
        }
    }
    let [source] = &sources[..] else { return Err("a case has one source".into()) };
    let decoded = read(source, &options);
    let mut actual = show(&decoded);
    if tried {
        show_tried(&mut actual, &decoded);
    }
    as_expected(&case.join("expected.txt"), &actual, bless)
}

/// `approved pass`
fn word(line: &str) -> Option<(String, Outcome)> {
    let (word, outcome) = line.split_once(' ')?;
    Some((word.to_owned(), outcome.parse().ok()?))
}

/// `blocking high`
fn severity(line: &str) -> Option<(String, Severity)> {
    let (word, severity) = line.split_once(' ')?;
    Some((word.to_owned(), severity.parse().ok()?))
}

/// `note :: gate`
fn pair(line: &str) -> Option<Subject> {
    let (note, gate) = line.split_once(" :: ")?;
    Some(Subject::Pair { note: note.to_owned(), gate: gate.to_owned() })
}

fn criterion(line: &str) -> Subject {
    Subject::Criterion(line.to_owned())
}

fn show(decoded: &Decoded) -> String {
    let sources = &decoded.sources;
    let mut out = String::new();
    let format = decoded.format.map_or("none", |format| format.as_str());
    let _ = writeln!(out, "format: {format} ({})", decoded.why);
    if let Some(cause) = decoded.unreadable {
        let fail = if decoded.says_fail { ", says fail" } else { "" };
        let _ = writeln!(out, "unreadable: {cause}{fail}");
    }
    if let Some(pointer) = decoded.pointer {
        let _ = writeln!(out, "points to: {}", quote(sources, pointer.path));
        if let Some(stated) = pointer.stated {
            let _ =
                writeln!(out, "  beside it: {} {}", stated.outcome, quote(sources, stated.word));
        }
    }
    for verdict in &decoded.verdicts {
        show_verdict(&mut out, verdict, sources);
    }
    for verdict in &decoded.fragments {
        let _ = writeln!(out, "fragment:");
        show_verdict(&mut out, verdict, sources);
    }
    if decoded.fragments.is_empty() {
        for remark in &decoded.remarks {
            let text = quote(sources, remark.text);
            let _ = writeln!(out, "remark: {} says {} {text}", remark.kind, remark.says);
        }
    }
    for subject in &decoded.missing {
        let _ = writeln!(out, "missing: {}", name(subject));
    }
    for recovery in &decoded.recoveries {
        let _ = writeln!(out, "recovery: {} {}", recovery.name, quote(sources, recovery.span));
    }
    for diagnostic in &decoded.diagnostics {
        show_diagnostic(&mut out, diagnostic, sources);
    }
    out
}

fn show_tried(out: &mut String, decoded: &Decoded) {
    for tried in &decoded.tried {
        let at = place(&decoded.sources, tried.at);
        let _ = writeln!(out, "tried {}: {} ({at})", tried.format, tried.why);
    }
}

fn name(subject: &Subject) -> String {
    match subject {
        Subject::Pair { note, gate } => format!("{note} :: {gate}"),
        Subject::Criterion(id) => format!("criterion {id}"),
        Subject::Batch { batch, run } => format!("{batch} {}", run.as_deref().unwrap_or("")),
        Subject::Reviewer(name) => format!("reviewer {name}"),
        _ => "the change".to_owned(),
    }
}

fn show_verdict(out: &mut String, verdict: &Verdict, sources: &[Source]) {
    let outcome = |outcome: Option<Outcome>| outcome.map_or("none", Outcome::as_str);
    if verdict.subject != Subject::Change {
        let _ = writeln!(out, "subject: {}", name(&verdict.subject));
    }
    let _ = match verdict.stated {
        Some(stated) => writeln!(out, "stated: {} {}", stated.outcome, quote(sources, stated.word)),
        None => writeln!(out, "stated: none"),
    };
    let _ = writeln!(out, "derived: {}", outcome(verdict.derived));
    let contradictory = if verdict.contradictory { ", contradictory" } else { "" };
    if let Some(cause) = verdict.gave_up {
        let _ = writeln!(out, "gave up: {cause}");
    }
    let inferred = if verdict.inferred { ", inferred" } else { "" };
    let doubted = if verdict.doubted() { ", doubted" } else { "" };
    let _ = writeln!(
        out,
        "effective: {}{contradictory}{inferred}{doubted}",
        outcome(verdict.effective())
    );
    for remark in &verdict.remarks {
        let at = place(sources, remark.span);
        let text = quote(sources, remark.text);
        let _ = writeln!(out, "remark: {} says {} {text} ({at})", remark.kind, remark.says);
    }
    if verdict.unclaimed > 0 {
        let _ = writeln!(out, "unclaimed: {}", verdict.unclaimed);
    }
    let confidence = verdict.confidence.map_or("none", |confidence| confidence.as_str());
    let _ = writeln!(out, "confidence: {confidence}");
    if let Some(kind) = &verdict.kind {
        let _ = writeln!(out, "kind: {kind}");
    }
    let mut one = |name: &str, span: Option<Span>| {
        if let Some(span) = span {
            let _ = writeln!(out, "{name}: {}", quote(sources, span));
        }
    };
    one("reviewer", verdict.reviewer);
    one("action", verdict.action);
    one("scope", verdict.scope);
    one("summary", verdict.summary);
    for finding in &verdict.findings {
        show_finding(out, finding, sources);
    }
    let told = |spans: &[Span]| -> Vec<String> {
        spans.iter().map(|&span| source::text_of(sources, span).escape_debug().collect()).collect()
    };
    for criterion in &verdict.criteria {
        let name = quote(sources, criterion.name);
        let _ = writeln!(out, "criterion: {name}: {}", outcome(criterion.outcome));
        if let Some(text) = criterion.text {
            let _ = writeln!(out, "  says: {}", quote(sources, text));
        }
    }
    for removed in &verdict.removed {
        let _ = writeln!(
            out,
            "removed: {}",
            told(&[removed.agent, removed.reason, removed.text]).join(" | ")
        );
    }
    for resolved in &verdict.resolved {
        let agents = told(&resolved.agents).join("+");
        let _ = writeln!(
            out,
            "resolved: {agents} | {}",
            told(&[resolved.resolution, resolved.text]).join(" | ")
        );
    }
    for steering in &verdict.steering {
        let _ = writeln!(
            out,
            "steering: {}",
            told(&[steering.level, steering.target, steering.text]).join(" | ")
        );
    }
    for feedback in &verdict.spec_feedback {
        let _ = writeln!(
            out,
            "spec feedback: {}",
            told(&[feedback.phase, feedback.spec, feedback.text]).join(" | ")
        );
    }
    for note in &verdict.notes {
        let _ = writeln!(out, "note: {}", quote(sources, *note));
    }
    if let Some(revision) = verdict.revision {
        let _ = writeln!(out, "revision: {}", quote(sources, revision));
    }
    for member in &verdict.members {
        let _ = writeln!(out, "member: {}", told(&[member.name, member.text]).join(" = "));
    }
    for tag in &verdict.tags {
        let _ = writeln!(out, "tag: {}", quote(sources, *tag));
    }
    let _ = match verdict.evidence {
        Some(Evidence::Path(span)) => writeln!(out, "evidence path: {}", quote(sources, span)),
        Some(Evidence::Inline(span)) => writeln!(out, "evidence: {}", quote(sources, span)),
        None => Ok(()),
    };
    let _ = writeln!(out, "span: {}", place(sources, verdict.span));
}

fn show_finding(out: &mut String, finding: &Finding, sources: &[Source]) {
    let _ = writeln!(out, "{}: {}", finding.kind, quote(sources, finding.text));
    let _ = writeln!(out, "  span: {}", place(sources, finding.span));
    if let Some(severity) = finding.severity {
        let _ = writeln!(out, "  severity: {severity}");
    }
    let mut one = |name: &str, span: Option<Span>| {
        if let Some(span) = span {
            let _ = writeln!(out, "  {name}: {}", quote(sources, span));
        }
    };
    one("category", finding.category);
    one("advice", finding.advice);
    for agent in &finding.agents {
        one("agent", Some(*agent));
    }
    let Some(Location { text, path, lines, also }) = &finding.location else { return };
    let ranges = |lines: &[Lines]| -> Vec<String> {
        lines.iter().map(|l| format!("{}-{}", l.first, l.last)).collect()
    };
    let named = path.map(|path| source::text_of(sources, path)).unwrap_or_default();
    let _ =
        writeln!(out, "  at: {}, path {named}, lines {:?}", quote(sources, *text), ranges(lines));
    for more in also {
        let path = source::text_of(sources, more.path);
        let _ = writeln!(out, "  also at: {path}, lines {:?}", ranges(&more.lines));
    }
}

fn show_diagnostic(out: &mut String, diagnostic: &Diagnostic, sources: &[Source]) {
    let level = format!("{:?}", diagnostic.level).to_lowercase();
    let _ = writeln!(out, "\n{level} {}", diagnostic.code);
    let _ = writeln!(out, "  {}", diagnostic.message);
    for label in &diagnostic.labels {
        let _ = writeln!(out, "  {}: {}", quote(sources, label.span), label.text);
    }
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(out, "  help: {help}");
    }
}

/// The text of a span and where it stands; the middle of a long one is left out.
fn quote(sources: &[Source], span: Span) -> String {
    let text: String = source::text_of(sources, span).escape_debug().collect();
    let count = text.chars().count();
    let shown = if count <= 80 {
        text
    } else {
        let (head, tail) = (text.chars().take(50), text.chars().skip(count - 20));
        head.chain(" … ".chars()).chain(tail).collect()
    };
    format!("`{shown}` {}", place(sources, span))
}

/// Where a span stands in the text that a person can open.
fn place(sources: &[Source], span: Span) -> String {
    let span = source::outermost(sources, span);
    let Some(source) = sources.get(span.source.0 as usize) else { return "nowhere".to_owned() };
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

/// Only a host that limits pest sees the one (`tests/linear.rs` does), and only a build without KDL
/// the other (`tests/properties/formats.rs` does).
const UNREACHABLE: [&str; 2] = ["gave_up", "format_not_read"];

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

/// The names in the source: texts that begin with `assize::read::`, and rows of `repairs!`.
fn codes_are_those_of_the_source() -> Result<(), Failed> {
    let mut source = BTreeMap::new();
    for (file, text) in code_files(Path::new(CODEC)) {
        if file.contains("/mistakes/") {
            continue;
        }
        let literals =
            text.split("\"assize::read::").skip(1).filter_map(|rest| rest.split('"').next());
        source
            .extend(literals.filter(|name| !name.is_empty()).map(|name| (name.to_owned(), false)));
        let tables =
            text.split("\nrepairs! {\n").skip(1).filter_map(|rest| rest.split("\n}").next());
        let rows = tables.flat_map(|table| table.split(" = \"").skip(1));
        source.extend(rows.filter_map(|row| Some((row.split('"').next()?.to_owned(), true))));
    }
    let table: BTreeMap<_, _> =
        codes().iter().map(|code| (code.name().to_owned(), code.repair)).collect();
    let of = |one: &BTreeMap<String, bool>, other: &BTreeMap<String, bool>| -> Vec<String> {
        one.iter()
            .filter(|(name, kind)| other.get(*name) != Some(kind))
            .map(|(name, _)| name.clone())
            .collect()
    };
    let (lacks, gone) = (of(&source, &table), of(&table, &source));
    if table.len() != codes().len() {
        return Err("a code is in the table twice".into());
    }
    match source.len() > 200 && lacks.is_empty() && gone.is_empty() {
        true => Ok(()),
        false => Err(format!("the table lacks {lacks:?}, and the source {gone:?}").into()),
    }
}

/// Each example is read as it stands; the codes that no short text gives alone are named here.
fn examples_give_their_code() -> Result<(), Failed> {
    let (mut wrong, mut in_words) = (Vec::new(), Vec::new());
    for code in codes() {
        let (format, text) = match code.example {
            Example::Text(text) => (None, text),
            Example::As(format, text) => (Some(format), text),
            Example::Words(_) => {
                in_words.push(code.name());
                continue;
            }
            _ => return Err("an unknown kind of example".into()),
        };
        let mut options = ReadOptions::default();
        options.format = format;
        let decoded = read(&Source::new("qa.md", text), &options);
        let given = |wanted: &str| decoded.diagnostics.iter().find(|told| told.code == wanted);
        // A summary, and a record that a shape is read by.
        let summary = given("assize::read::format_not_read").is_some();
        let needs_kdl = summary || code.name() == "not_counted";
        match given(code.code) {
            _ if needs_kdl && cfg!(not(feature = "kdl")) => {}
            Some(told) if told.level == code.level => {}
            Some(told) => wrong.push(format!("{} is a {}", code.name(), told.level)),
            None => {
                let given: Vec<_> = decoded.diagnostics.iter().map(|told| &told.code).collect();
                wrong.push(format!("{} gives {given:?}", code.name()));
            }
        }
    }
    if in_words != WITHOUT_TEXT {
        wrong.push(format!("without a text: {in_words:?}"));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// These need options, a host, a build or a long text.
const WITHOUT_TEXT: [&str; 19] = [
    "ambiguous_criterion",
    "block_budget",
    "criterion_name",
    "deep_json",
    "format_not_read",
    "format_refused",
    "gave_up",
    "inferred",
    "left_out",
    "merge_with_gaps",
    "missing_criteria",
    "recovery_forbidden",
    "too_deep",
    "too_large",
    "too_many_remarks",
    "too_many_structures",
    "too_much",
    "unexpected_pair",
    "unknown_criterion",
];

fn all_expected() -> String {
    let cases = entries(Path::new(CASES)).into_iter().flat_map(|format| entries(&format));
    cases.filter_map(|case| fs::read_to_string(case.join("expected.txt")).ok()).collect()
}

fn all_code() -> String {
    code_files(Path::new(CODEC)).into_iter().map(|(_, text)| text).collect()
}

/// Every file of Rust below a folder, with its name.
fn code_files(folder: &Path) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for entry in entries(folder) {
        match entry.is_dir() {
            true => files.extend(code_files(&entry)),
            false => files.extend(
                fs::read_to_string(&entry).ok().map(|text| (entry.display().to_string(), text)),
            ),
        }
    }
    files
}
