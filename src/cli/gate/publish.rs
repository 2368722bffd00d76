//! A ruling, or that there is none, where others look for it: the answer, the summary, reports.

use std::io;

use super::super::NO_ANSWER;
use super::super::answer::Format;
use super::super::compacted::Compacted;
use super::super::console::Console;
use super::super::explained::Explanation;
use super::super::judging::{Judging, Ruled};
use super::super::reports::{Kind, no_answer};
use super::super::targets::Targets;
use super::Gate;
use crate::codec::texts_in;
use crate::emit::json::{Beside, Handed};
use crate::emit::kdl::Run;
use crate::emit::text::TextOptions;
use crate::emit::{self, json, report, text};
use crate::report::{Around, Kind as Shape, of_ruling, write};
use crate::{Diagnostic, Diagnostics, Ruling, host};

impl Gate {
    /// Files are written before anything is printed, so that what is printed knows the code
    /// that the process returns.
    pub(super) fn publish(
        &self,
        ruled: &Ruled,
        (judging, targets): (&Judging<'_>, &Targets<'_>),
        console: &Console,
    ) -> u8 {
        let (ruling, shadow) = (&ruled.ruling, ruled.shadow.as_ref());
        let mut code = self.answer.code(ruling);
        let mut failed = Diagnostics::default();
        if targets.wants_summary()
            && let Err(error) =
                targets.put_summary(&emit::kdl::summary_beside(ruling, shadow, &host::now()))
        {
            failed.push(error);
            code = NO_ANSWER;
        }
        if let Err(error) = judging.keep(targets.disk(), ruling, shadow) {
            failed.push(error);
            code = NO_ANSWER;
        }
        let plain = TextOptions { color: false, links: None, ..console.out_options() };
        let put = |out: &mut dyn io::Write| match self.answer().format() {
            Format::Json => self.render(&mut Compacted::new(out), ruled, code, &plain),
            Format::Text => self.render(out, ruled, code, &plain),
        };
        if let Err(error) = targets.put_output(&put) {
            failed.push(error);
            code = NO_ANSWER;
        }
        let report = |kind, out: &mut dyn io::Write, code, options: &TextOptions| {
            self.report(out, (kind, code), (ruled, judging), options)
        };
        let unwritten = targets.put_reports(&|kind, out| report(kind, out, code, &plain));
        if !unwritten.is_empty() {
            failed.extend(unwritten);
            code = NO_ANSWER;
        }
        let other = targets.reports.printed;
        let printed = (!targets.wants_output() && other.is_none()) || !failed.is_empty();
        let options = console.out_options();
        if let Some(kind) = other {
            code = console.answer_with(&|out| report(kind, out, code, &options), code);
        } else if printed {
            code = console.answer_with(&|out| self.render(out, ruled, code, &options), code);
        }
        let untold = match printed || self.answer.tells_harness(ruling) {
            true if self.explain => text::untold_by_explain(ruling),
            true => text::untold_by_ruling(ruling),
            false => ruling.docket().diagnostics().iter().collect(),
        };
        self.answer().report(ruling, untold, console);
        let untrue = ruling.opening().is_some() && code == NO_ANSWER;
        if untrue {
            // What was written before that says that the gate is open. One that cannot be written is taken away.
            let _told = targets.put_reports(&|kind, out| report(kind, out, code, &plain));
        }
        if untrue && targets.wants_summary() {
            // Whoever reads the summary must not see an open gate where the process says no.
            failed.push(not_published());
            let text = emit::kdl::error_summary(&judging.run(), &failed, &host::now());
            failed.extend(targets.put_summary(&text).err());
        }
        console.report(&failed);
        code
    }

    /// Writes a report of some kind.
    fn report(
        &self,
        out: &mut dyn io::Write,
        (kind, code): (Kind, u8),
        (ruled, judging): (&Ruled, &Judging<'_>),
        options: &TextOptions,
    ) -> io::Result<()> {
        let Ruled { ruling, shadow, explanation, .. } = ruled;
        let text = match kind {
            Kind::Text | Kind::Lcov => {
                return self.render_as(out, Format::Text, ruled, code, options);
            }
            Kind::Json => return self.render_as(out, Format::Json, ruled, code, options),
            Kind::Of(shape) => {
                let beside = (shadow.as_ref(), explanation.as_ref());
                ruling_as(shape, (COMMAND, code), ruling, beside, judging)
            }
        };
        out.write_all(text.as_bytes())
    }

    fn render(
        &self,
        out: &mut dyn io::Write,
        ruled: &Ruled,
        code: u8,
        options: &TextOptions,
    ) -> io::Result<()> {
        self.render_as(out, self.answer().format(), ruled, code, options)
    }

    fn render_as(
        &self,
        out: &mut dyn io::Write,
        format: Format,
        ruled: &Ruled,
        code: u8,
        options: &TextOptions,
    ) -> io::Result<()> {
        let Ruled { ruling, shadow, explanation, docket } = ruled;
        let explanation = explanation.as_ref().filter(|_| self.explain);
        match format {
            Format::Text => {
                let options = TextOptions { published: code != NO_ANSWER, ..*options };
                let told = match explanation {
                    Some(explanation) => explanation.text(ruling, &options),
                    None => text::ruling(ruling, &options),
                };
                out.write_all(told.as_bytes())?;
                if self.runs {
                    out.write_all(b"\n")?;
                    out.write_all(text::consensus(ruling, &options).as_bytes())?;
                }
                if let Some(shadow) = shadow {
                    out.write_all(b"\n")?;
                    out.write_all(text::shadow(ruling, shadow, &options).as_bytes())?;
                }
                Ok(())
            }
            Format::Json => {
                let texts = docket.as_deref().map(texts_of).unwrap_or_default();
                let beside = Beside {
                    consensus: self.runs,
                    explained: explanation.map(Explanation::json),
                    shadow: shadow.as_ref(),
                    in_one_line: self.in_one_line,
                    docket: docket.as_deref().map(|json| Handed { json, texts: &texts }),
                };
                json::write_beside(out, ruling, beside, code)
            }
        }
    }
}

/// What tells the texts of a docket in JSON apart from others.
fn texts_of(json: &str) -> String {
    serde_json::from_str(json).map(|docket| texts_in(&docket)).unwrap_or_default()
}

/// `assize gate reports > /dev/full`: the ruling opens, and could not be told.
fn not_published() -> Diagnostic {
    Diagnostic::error("assize::cli::not_published")
        .message("the ruling opens the gate, but it could not be written")
        .help("make room, or name another file, and run again")
}

/// What a report says that it is of; presets are gates, too.
const COMMAND: &str = "assize gate";

/// A ruling in a shape that does not depend on the command; in KDL that is its summary.
pub(in crate::cli) fn ruling_as(
    shape: Shape,
    (command, code): (&'static str, u8),
    ruling: &Ruling,
    (shadow, explanation): (Option<&Ruling>, Option<&Explanation>),
    judging: &Judging<'_>,
) -> String {
    let published = code != NO_ANSWER || ruling.opening().is_none();
    match (shape, published) {
        (Shape::Kdl, false) => {
            no_ruling_as(Kind::Of(shape), &judging.run(), &not_published().into())
        }
        (Shape::Kdl, true) => emit::kdl::summary_beside(ruling, shadow, &host::now()),
        _ => {
            let around = Around {
                command,
                published,
                path: &|name| judging.path_of(name),
                sections: explanation.map_or_else(Vec::new, |own| own.sections(ruling, published)),
            };
            write(shape, &of_ruling(ruling, around))
        }
    }
}

/// How a report says that there is no ruling: in KDL as the summary does.
pub(in crate::cli) fn no_ruling_as(kind: Kind, run: &Run, why: &Diagnostics) -> String {
    match kind {
        Kind::Of(Shape::Kdl) => emit::kdl::error_summary(run, why, &host::now()),
        kind => no_answer(kind, (COMMAND, &run.task), why),
    }
}

/// There is no ruling: whatever an earlier run wrote must not stand as if there were. What
/// cannot be written is one more reason.
pub(in crate::cli) fn record(
    reason: &mut Diagnostics,
    run: &Run,
    told: Option<fn(&Diagnostics) -> String>,
    targets: &Targets<'_>,
    console: &Console,
) {
    if targets.wants_summary()
        && let Err(error) =
            targets.put_summary(&emit::kdl::error_summary(run, reason, &host::now()))
    {
        reason.push(error);
    }
    let text = told.map(|told| told(reason));
    let written = targets.wants_output()
        && match targets.put_output(&|out| {
            out.write_all(text.as_deref().unwrap_or(&in_words(reason)).as_bytes())
        }) {
            Ok(()) => true,
            Err(error) => {
                reason.push(error);
                false
            }
        };
    let unwritten =
        targets.put_reports(&|kind, out| out.write_all(no_ruling_as(kind, run, reason).as_bytes()));
    reason.extend(unwritten);
    if let Some(kind) = targets.reports.printed {
        console.answer(&no_ruling_as(kind, run, reason), NO_ANSWER);
    } else if !written && let Some(told) = told {
        console.answer(&told(reason), NO_ANSWER);
    }
}

pub(in crate::cli) fn in_words(reason: &Diagnostics) -> String {
    report::digest(reason.sources(), &reason.items().iter().collect::<Vec<_>>(), false, 100)
}
