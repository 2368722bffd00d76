//! Made-up dockets in words, and as a line of `cases.kdl`.
//!
//! ```
//! use assize::emit::made::in_words;
//! use assize::trial::{VerifyOptions, verify};
//! use assize::{Policy, Stage};
//! let text = "rule \"a pass is enough\" when passed.count == 1 then pass; rule \"not yet\" otherwise hold;";
//! let found = verify(&Policy::compile(Stage::Gate, "ours", text)?, &VerifyOptions::default())?;
//! let better = found.violations.iter().filter_map(|found| found.witness.as_ref()).next();
//! assert!(better.is_some_and(|witness| in_words(&witness.docket).contains("passes")));
//! # Ok::<(), assize::Diagnostics>(())
//! ```

use std::fmt::Write as _;

use crate::ir::{
    Confidence, FindingKind, Given, MadeAnswer, MadeDocket, MadeEntry, MadeFinding, MadeState,
    Outcome, Subject,
};

/// A docket in words: `security fails and lists a blocker; ann and ben pass; phase is 3`.
pub fn in_words(docket: &MadeDocket) -> String {
    let mut alike: Vec<(Vec<&str>, &[MadeAnswer])> = Vec::new();
    for seat in &docket.seats {
        match alike.iter_mut().find(|(_, answers)| *answers == seat.answers) {
            Some((names, _)) => names.push(&seat.name),
            None => alike.push((vec![&seat.name], &seat.answers)),
        }
    }
    // Who does not simply pass is told first.
    alike.sort_by_key(|(_, answers)| {
        answers
            .iter()
            .all(|answer| says(answer) == Some(Outcome::Pass) && answer.findings().is_empty())
    });
    let mut parts: Vec<String> = alike
        .iter()
        .map(|(names, answers)| {
            let many = names.len() > 1;
            let own = answers.iter().zip(&docket.subjects).map(|(answer, subject)| {
                let about = match (subject, answer) {
                    (_, MadeAnswer::Is(_)) | (Subject::Change, _) => String::new(),
                    (subject, _) => format!(" {subject}"),
                };
                answer_in_words(answer, many, &about)
            });
            format!("{} {}", listed(names), own.collect::<Vec<_>>().join(" and "))
        })
        .collect();
    let world = &docket.world;
    let told = |(name, value): &(String, Given)| format!("{name} is {}", given(value));
    parts.extend(world.given.iter().map(told));
    if let Some(paths) = &world.changed {
        parts.push(match paths.as_slice() {
            [] => "the change touches nothing".to_owned(),
            paths => {
                let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
                format!("the change touches {}", listed(&paths))
            }
        });
    }
    if let Some(lines) = world.lines_changed {
        parts.push(format!("{lines} lines changed"));
    }
    if world.round > 1 {
        parts.push(format!("it is round {}", world.round));
    }
    if !world.attempts.is_empty() {
        parts.extend(tried(&world.attempts));
    }
    if let Some(until) = world.waived_until {
        parts.push(format!("`waived/**` is waived until {until}"));
    }
    parts.join("; ")
}

/// `ann had 2 times respawn and once nudge`
fn tried(attempts: &[(String, String)]) -> Vec<String> {
    let mut counted: Vec<((&str, &str), usize)> = Vec::new();
    for (seat, action) in attempts {
        match counted.iter_mut().find(|(known, _)| *known == (seat, action)) {
            Some((_, count)) => *count += 1,
            None => counted.push(((seat, action), 1)),
        }
    }
    let told = counted.into_iter().map(|((seat, action), count)| match count {
        1 => format!("`{action}` was tried on {seat} once"),
        count => format!("`{action}` was tried on {seat} {count} times"),
    });
    told.collect()
}

fn says(answer: &MadeAnswer) -> Option<Outcome> {
    match answer {
        MadeAnswer::Says { outcome, .. } => Some(*outcome),
        MadeAnswer::Is(_) => None,
    }
}

/// `fails` or `fail`, and what it lists.
fn answer_in_words(answer: &MadeAnswer, many: bool, about: &str) -> String {
    let (is, s) = if many { ("are", "") } else { ("is", "s") };
    let MadeAnswer::Says { outcome, confidence, word, doubted, entries, findings } = answer else {
        let MadeAnswer::Is(state) = answer else { return String::new() };
        return match state {
            MadeState::Awaiting => format!("{is} still at work"),
            MadeState::Garbled => "cannot be read, but for a fail".to_owned(),
            MadeState::Unreadable => "cannot be read".to_owned(),
            state => format!("{is} {state}"),
        };
    };
    let mut text = match (word, outcome) {
        (Some(word), _) => format!("say{s} `{word}`{about}"),
        (None, Outcome::Pass) => format!("pass{}{about}", if many { "" } else { "es" }),
        (None, outcome) => format!("{outcome}{s}{about}"),
    };
    match confidence {
        Confidence::High => {}
        Confidence::Med => text.push_str(", fairly sure,"),
        Confidence::Low => text.push_str(", unsure,"),
    }
    if *doubted {
        let _ = write!(text, " and den{} it beside", if many { "y" } else { "ies" });
    }
    for entry in entries {
        text.push_str(&match entry {
            MadeEntry::SpecFeedback => format!(" and find{s} a defect of the specification"),
            MadeEntry::Unresolved => format!(" and leave{s} a conflict open"),
            MadeEntry::Contradictory => format!(" and contradict{s} itself"),
        });
    }
    if !findings.is_empty() {
        let found: Vec<String> = findings.iter().map(finding_in_words).collect();
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        let _ = write!(text, " and list{s} {}", listed(&found));
    }
    text.trim_end_matches(',').to_owned()
}

/// `a critical blocker in secrets at src/a.rs:7`
fn finding_in_words(finding: &MadeFinding) -> String {
    let mut text = match (finding.severity, finding.kind) {
        (Some(severity), kind) => format!("{severity} {kind}"),
        (None, kind) => kind.to_string(),
    };
    if let Some(category) = &finding.category {
        let _ = write!(text, " of `{category}`");
    }
    if let Some(path) = &finding.path {
        let _ = write!(text, " in {path}");
    }
    if let Some(fingerprint) = finding.supposed_fingerprint() {
        let _ = write!(text, " with the fingerprint `{fingerprint}`");
    }
    let article = if text.starts_with(['a', 'i']) { "an" } else { "a" };
    format!("{article} {text}")
}

/// `ann, ben and cleo`
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn given(value: &Given) -> String {
    match value {
        Given::Text(text) => format!("`{text}`"),
        Given::List(entries) if entries.is_empty() => "empty".to_owned(),
        value => value.to_string(),
    }
}

/// The docket as a case, for `cases.kdl` beside its policy: what must come out, and by which rule.
pub fn case_text(docket: &MadeDocket, name: &str, outcome: Outcome, rule: Option<&str>) -> String {
    case_with(docket, name, None, (outcome, rule))
}

/// The same, where a parameter of the policy is set: its name and its value.
pub(crate) fn case_with(
    docket: &MadeDocket,
    name: &str,
    set: Option<(&str, &str)>,
    (outcome, rule): (Outcome, Option<&str>),
) -> String {
    let mut out = format!("case {} {{\n", quoted(name));
    if let Some((param, value)) = set {
        let is_number = value.parse::<i64>().is_ok();
        let value = if is_number { value.to_owned() } else { quoted(value) };
        let _ = writeln!(out, "    set {} {value}", quoted(param));
    }
    // Who leaves one out answers nothing about it.
    for subject in docket.subjects.iter().filter(|subject| **subject != Subject::Change) {
        let _ = writeln!(out, "    criterion {}", quoted(&subject.to_string()));
    }
    for (name, value) in &docket.world.given {
        let values = match value {
            Given::Int(number) => number.to_string(),
            Given::Bool(truth) => format!("#{truth}"),
            Given::List(entries) => {
                entries.iter().map(|entry| quoted(entry)).collect::<Vec<_>>().join(" ")
            }
            value => quoted(&value.to_string()),
        };
        let _ = writeln!(out, "    given {} {values}", quoted(name));
    }
    if let Some(paths) = &docket.world.changed {
        let paths: Vec<String> = paths.iter().map(|path| quoted(path)).collect();
        let _ = writeln!(out, "    changed {}", paths.join(" "));
    }
    if let Some(lines) = docket.world.lines_changed {
        let _ = writeln!(out, "    lines-changed {lines}");
    }
    for (path, owner) in docket.world.owners.iter().flatten() {
        let _ = writeln!(out, "    owners {} {}", quoted(path), quoted(owner));
    }
    if docket.world.round > 1 {
        let _ = writeln!(out, "    round {}", docket.world.round);
    }
    for (seat, action) in &docket.world.attempts {
        let _ = writeln!(out, "    attempt {} {}", quoted(seat), quoted(action));
    }
    if let Some(until) = docket.world.waived_until {
        let _ = writeln!(
            out,
            "    waiver \"W-1\" path=\"waived/**\" owner=\"dana\" reason=\"goes with version 3\" until=\"{until}\""
        );
    }
    for seat in &docket.seats {
        let mut how = String::new();
        if let Some(stake) = seat.stake {
            let _ = write!(how, " stake=\"{stake}\"");
        }
        if let Some(weight) = seat.weight {
            let _ = write!(how, " weight={weight}");
        }
        for (_, name, said) in docket.world.labels.iter().filter(|said| said.0 == seat.name) {
            let _ = write!(how, " {}={}", name.replace('_', "-"), quoted(said));
        }
        for (answer, subject) in seat.answers.iter().zip(&docket.subjects) {
            let about = match subject {
                Subject::Change => String::new(),
                subject => format!(" criterion={}", quoted(&subject.to_string())),
            };
            cell_text(&mut out, &seat.name, answer, &format!("{about}{how}"));
        }
    }
    let rule = rule.map(|rule| format!(" rule={}", quoted(rule))).unwrap_or_default();
    let _ = writeln!(out, "    expect \"{outcome}\"{rule}\n}}");
    out
}

fn cell_text(out: &mut String, seat: &str, answer: &MadeAnswer, how: &str) {
    let MadeAnswer::Says { outcome, confidence, word, doubted, findings, .. } = answer else {
        let MadeAnswer::Is(state) = answer else { return };
        let state = if *state == MadeState::Garbled { MadeState::Unreadable } else { *state };
        let why = if state == MadeState::Missing { "" } else { " why=\"made up\"" };
        let _ = writeln!(out, "    seat {} state=\"{state}\"{why}{how}", quoted(seat));
        return;
    };
    let sure = match confidence {
        Confidence::High => String::new(),
        confidence => format!(" confidence=\"{confidence}\""),
    };
    let word = word.as_ref().map(|word| format!(" word={}", quoted(word))).unwrap_or_default();
    let doubted = if *doubted { " doubted=#true" } else { "" };
    let _ = write!(out, "    seat {} \"{outcome}\"{word}{sure}{doubted}{how}", quoted(seat));
    if findings.is_empty() {
        out.push('\n');
        return;
    }
    out.push_str(" {\n");
    for finding in findings {
        let kind = match finding.kind {
            FindingKind::Blocker => "blocker",
            FindingKind::Advisory => "advisory",
        };
        let _ = write!(out, "        {kind} {}", quoted(&finding.text));
        if let Some(path) = &finding.path {
            let _ = write!(out, " at={}", quoted(&format!("{path}:{}", finding.line)));
        }
        if let Some(severity) = finding.severity {
            let _ = write!(out, " severity=\"{severity}\"");
        }
        if let Some(category) = &finding.category {
            let _ = write!(out, " category={}", quoted(category));
        }
        out.push('\n');
    }
    out.push_str("    }\n");
}

/// A text as KDL writes it.
fn quoted(text: &str) -> String {
    format!("{text:?}")
}
