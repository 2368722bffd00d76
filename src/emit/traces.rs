//! What the policies before the gate saw, for a person: every rule on each verdict and on each seat, and what would
//! change its answer.

use super::explain::entries;
use super::page::{Page, Style};
use super::text::TextOptions;
use super::what_if::ways;
use super::words;
use crate::ir::StageTrace;

/// Every rule of the policies before the gate on each verdict and each seat, and what would change its answer; nothing
/// where there are none.
///
/// ```
/// # use assize::{Docket, Policy, Source, Stage, built_in};
/// # let compile = |stage, name| Policy::compile(stage, name, built_in(stage, name).unwrap());
/// let standard = compile(Stage::Redispatch, "standard")?;
/// let gate = compile(Stage::Gate, "any-blocker")?.with_redispatch(standard)?;
/// let mut docket = Docket::new("task-17");
/// docket.seat("qa");
/// let traces = gate.stage_traces(&docket.close())?;
/// let told = assize::emit::text::stage_traces(&traces, &Default::default());
/// assert!(told.starts_with("redispatch standard on qa; the first rule that holds decides\n"), "{told}");
/// # Ok::<(), assize::Diagnostics>(())
/// ```
pub fn stage_traces(traces: &[StageTrace], options: &TextOptions) -> String {
    let mut page = Page::new(options.color, options.width);
    for trace in traces {
        page.gap();
        let policy = trace.policy();
        let (about, how) = match policy.stage {
            "redispatch" => (trace.cell().seat().to_owned(), "the first rule that holds decides"),
            _ => (words::cell_name(trace.cell()), "the rule with the worst word decides"),
        };
        let heading = format!("{} {} on {about}; {how}", policy.stage, policy.name);
        page.line(Style::Strong, &heading);
        entries(&mut page, policy, trace.rule(), trace.trace());
        let what_ifs = trace.what_ifs();
        if !what_ifs.found.is_empty() || !what_ifs.tried_all {
            page.line(Style::Plain, "    what would change it");
            ways(&mut page, trace.docket(), what_ifs, 6);
        }
    }
    page.finish()
}
