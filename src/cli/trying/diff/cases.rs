//! The dockets on which policies differ, as cases.

use std::fmt::Write as _;
use std::path::Path;

use super::super::told::ruled;
use super::Compared;
use super::shown::change;
use crate::emit::made::case_with;
use crate::host::{Writer, write_new};
use crate::{Diagnostic, Stage};

/// Writes the plainest docket of each group as a case that keeps what the old policy answers: it fails with the new one until
/// somebody accepts the change. Gives whether there was anything to write.
pub(super) fn write(
    disk: &dyn Writer,
    folder: &Path,
    compared: &[Compared],
) -> Result<bool, Diagnostic> {
    let mut text = String::new();
    // What an audit or a redispatch policy answers is no ruling, which is all that such a case could expect.
    for one in compared.iter().filter(|one| one.found.stage == Stage::Gate) {
        for group in one.found.groups.iter().filter(|group| group.witness.can_be_a_case()) {
            let what = change(group.from.outcome, group.to.outcome);
            let (from, to) = (ruled(&group.from), ruled(&group.to));
            let name = format!("{} {what}: was {from}; is now {to}", one.new);
            let rule = group.from.rule.as_deref().filter(|_| !group.from.refused);
            let _ = writeln!(text, "// now {to}");
            let set = group.set.as_ref().map(|(param, value)| (param.as_str(), value.as_str()));
            text.push_str(&case_with(&group.witness, &name, set, (group.from.outcome, rule)));
        }
    }
    if text.is_empty() {
        return Ok(false);
    }
    write_new(disk, &folder.join("cases.kdl"), text.as_bytes())?;
    Ok(true)
}
