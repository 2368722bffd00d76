//! What becomes better on dockets that are no small ones, and what is not known of it.

use super::{Difference, Differing, PART, over, telling};
use crate::engine::{Policy, Stage};
use crate::ir::Diagnostics;
use crate::trial::progress::Progress;
use crate::trial::space::{Expected, Scope, Space};
use crate::trial::undecided::Edit;

impl Difference {
    /// Looks for something better on larger dockets, and where there is none, says which clauses are not decided.
    pub(super) fn look_further(
        &mut self,
        old: &Policy,
        new: &Policy,
        panel: &[Expected],
        (edits, progress): (&[Edit], &Progress),
    ) -> Result<(), Diagnostics> {
        if self.loosens() {
            return Ok(());
        }
        if self.stage == Stage::Gate {
            self.groups.extend(looser_beside(old, new, panel, (edits, progress))?);
            if !self.loosens() {
                self.groups.extend(set_otherwise(old, new, panel, (edits, progress))?);
            }
        }
        if !self.loosens() {
            let told = |edit: &&Edit| !edit.is_harmless();
            self.undecided = edits.iter().filter(told).map(|edit| edit.told.clone()).collect();
            // Each by itself is harmless, and that says nothing of all together.
            if self.undecided.is_empty() {
                self.undecided = edits.iter().map(|edit| edit.told.clone()).collect();
            }
        }
        self.groups.sort_by_key(Differing::rank);
        Ok(())
    }
}

/// What becomes better on dockets that are large in one way: what is counted, matched or computed may show nowhere else.
pub(super) fn looser_beside(
    old: &Policy,
    new: &Policy,
    panel: &[Expected],
    (edits, progress): (&[Edit], &Progress),
) -> Result<Vec<Differing>, Diagnostics> {
    let says = edits.iter().map(|edit| edit.says.clone());
    let says: Vec<String> = says.chain([old, new].map(Policy::lets_in_words)).collect();
    let words = says.iter().flat_map(|says| says.split(' ')).collect();
    for space in telling(Space::wide(&[old, new], panel, &words), progress) {
        let mut groups = over(old, new, &[space])?.0.groups;
        groups.retain(Differing::loosens);
        if !groups.is_empty() {
            return Ok(groups);
        }
    }
    Ok(Vec::new())
}

/// Where two policies differ once a host sets a parameter, as far as that is to something better: each value of the new one
/// against the same of the old one, or the nearest that it takes.
fn set_otherwise(
    old: &Policy,
    new: &Policy,
    panel: &[Expected],
    more: (&[Edit], &Progress),
) -> Result<Vec<Differing>, Diagnostics> {
    let scope = Scope { seats: 2, subjects: 1, findings: 0 };
    for (name, value, nearest) in old.set_otherwise(new) {
        let (mut was, mut is) = (old.clone(), new.clone());
        if is.set_param(&name, &value).is_err() {
            continue;
        }
        if let Some(nearest) = &nearest
            && was.set_param(&name, nearest).is_err()
        {
            continue;
        }
        let small = Space::some(&[&was, &is], panel, &[scope], PART)?;
        let mut looser = over(&was, &is, &small)?.0.groups;
        looser.retain(Differing::loosens);
        if looser.is_empty() {
            looser = looser_beside(&was, &is, panel, more)?;
        }
        if !looser.is_empty() {
            looser.truncate(1);
            looser.iter_mut().for_each(|group| group.set = Some((name.clone(), value.clone())));
            return Ok(looser);
        }
    }
    Ok(Vec::new())
}
