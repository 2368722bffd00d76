//! A review for a person.

use std::fmt::Write as _;

use super::compare::Fate;
use super::mistakes::code;
use super::reviewed::Reviewed;
use crate::emit::text::{self, TextOptions};
use crate::emit::visible::visible;
use crate::ir::Outcome;

/// A list shows so many entries.
const MOST: usize = 20;

/// The code of a file that is no one's, and has no trace of a verdict.
pub const LEFT_OUT: &str = "assize::sdd::no_inspector";

impl Reviewed {
    /// Its outcome, why, who was missing, what became of the issues, what waits for a decision, and what was
    /// recorded.
    pub fn text(&self, options: &TextOptions) -> String {
        let mut out = text::ruling(&self.ruling, options);
        if self.consensus {
            section(&mut out, &text::consensus(&self.ruling, options));
        }
        section(&mut out, &self.absent());
        section(&mut out, &self.issues());
        section(&mut out, &self.decisions());
        section(&mut out, &self.feedback());
        section(&mut out, &self.record());
        out
    }

    fn absent(&self) -> String {
        let mut lines = Vec::new();
        if self.derived {
            lines.push("AUDITOR_UNAVAILABLE|lead-derived verdict".to_owned());
        }
        lines.extend(self.lost.iter().map(super::Lost::tag));
        let mut out = list("not everybody was read", &lines);
        let told = self.ruling.docket().diagnostics().iter();
        let left_out = told.filter(|told| told.code == LEFT_OUT).map(|told| told.message.clone());
        out.push_str(&list("left out", &left_out.collect::<Vec<_>>()));
        out
    }

    fn issues(&self) -> String {
        let all = || self.comparisons.iter().flat_map(|one| &one.issues);
        let count = |is: &dyn Fn(&Fate) -> bool| all().filter(|issue| is(&issue.fate)).count();
        let mut out = String::new();
        let nothing = |one: &super::Comparison| one.extras.is_empty() && one.unexplained.is_empty();
        if all().next().is_none() && self.comparisons.iter().all(nothing) {
            return out;
        }
        let _ = writeln!(
            out,
            "issues of the inspectors: {} verified, {} removed, {} resolved, {} dropped",
            count(&|fate| matches!(fate, Fate::Verified { .. })),
            count(&|fate| matches!(fate, Fate::Removed { .. })),
            count(&|fate| matches!(fate, Fate::Resolved { .. })),
            count(&|fate| *fate == Fate::Dropped),
        );
        let mut lines = Vec::new();
        for one in &self.comparisons {
            let row = |severity, category: &str, place: &str, what: &str| {
                format!("{}|{category}|{place}|{what}", code(severity))
            };
            let issue = |what: &str, issue: &super::Issue| {
                let row = row(issue.severity, &issue.category, &issue.location, &issue.text);
                format!("{what}  {}: {row}", issue.inspector)
            };
            lines.extend(one.dropped().map(|found| issue("dropped", found)));
            lines.extend(one.unexplained.iter().map(|said| {
                let what = match said.readable {
                    true => "and lists nothing that explains it",
                    false if said.says == Outcome::Hold => "for it may say anything",
                    false => "and cannot be read",
                };
                format!("unexplained  {}: comes to {}, {what}", said.inspector, said.says)
            }));
            lines.extend(one.softened().map(|found| issue("softened", found)));
            lines.extend(one.extras.iter().map(|extra| {
                let what = if extra.unchecked { "unchecked" } else { "invented" };
                let row = row(extra.severity, &extra.category, &extra.location, &extra.text);
                format!("{what}  {}: {row}", one.auditor)
            }));
        }
        entries(&mut out, &lines);
        out
    }

    fn decisions(&self) -> String {
        let line = |one: &super::Decision| {
            let what = match (one.proposal.blocks, one.decided) {
                (true, true) => "decided",
                (true, false) => "BLOCKS the next phase",
                (false, _) => "blocks nothing",
            };
            let proposal = &one.proposal;
            format!("{} {}: {} ({what})", proposal.level, proposal.target, proposal.text)
        };
        list("decisions to write down", &self.proposals.iter().map(line).collect::<Vec<_>>())
    }

    fn feedback(&self) -> String {
        let line = |defect: &super::Defect| {
            let again = defect.sends_back.join(", ");
            format!("{} of {}: {} (again: {again})", defect.phase, defect.spec, defect.text)
        };
        list("defects of the specification", &self.defects.iter().map(line).collect::<Vec<_>>())
    }

    fn record(&self) -> String {
        let (counters, limits) = (self.counters, self.limits);
        let mut out = format!("next: {}, {}\n", self.next.action, visible(&self.next.reason));
        let _ = writeln!(
            out,
            "sent back: {} of {} as NO-GO, {} of {} to the specification, {} of {} together",
            counters.retry_count,
            limits.no_go,
            counters.spec_update_count,
            limits.spec_update,
            counters.aggregate(),
            limits.aggregate
        );
        let disposition = match self.batch.disposition {
            Some(disposition) => disposition.as_str(),
            None => "none yet: nobody has mended anything",
        };
        let _ = match &self.recorded {
            Some((name, log)) => writeln!(out, "recorded as {name} in {}", visible(log)),
            None => writeln!(out, "not recorded"),
        };
        let _ = writeln!(out, "disposition: {disposition}");
        let tracked = self.batch.tracked.iter().map(super::Row::line).collect::<Vec<_>>();
        out.push_str(&list("tracked", &tracked));
        if let Some((since, rows)) = &self.batch.resolved {
            out.push_str(&list(&format!("resolved since {since}"), rows));
        }
        out
    }
}

fn section(out: &mut String, text: &str) {
    if !text.is_empty() {
        out.push('\n');
        out.push_str(text);
    }
}

fn list(title: &str, lines: &[String]) -> String {
    let mut out = String::new();
    if !lines.is_empty() {
        let _ = writeln!(out, "{}", visible(title));
        entries(&mut out, lines);
    }
    out
}

fn entries(out: &mut String, lines: &[String]) {
    for line in lines.iter().take(MOST) {
        let _ = writeln!(out, "  {}", visible(line));
    }
    if let Some(more) = lines.len().checked_sub(MOST).filter(|more| *more > 0) {
        let _ = writeln!(out, "  and {more} more");
    }
}
