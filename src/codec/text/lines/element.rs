//! Elements of HTML that begin on a line of their own, and where they end: `<verdict>`, `</verdict>`

use super::{Form, Line};
use crate::codec::text::slice::Slice;
use crate::codec::text::tags::{begun_alone, held_in};

impl Line<'_> {
    /// Whether an element of this name ends here.
    pub(in crate::codec) fn ends_element(&self, name: &str) -> bool {
        self.quoted.is_none() && held_in(self.whole.text, name).is_some()
    }
}

/// The name of an element that begins at a line, where the line says nothing more: `<verdict>`. Behind half a sentence it is
/// only spoken of.
pub(in crate::codec) fn begun_element<'a>(lines: &[Line<'a>], at: usize) -> Option<Slice<'a>> {
    let line = lines.get(at).filter(|line| line.form == Form::Text && line.quoted.is_none())?;
    if !(line.text.text.starts_with('<') && line.text.text.ends_with('>')) {
        return None;
    }
    let above = at.checked_sub(1).and_then(|at| lines.get(at));
    let half = |above: &Line<'_>| {
        above.form == Form::Text
            && above.text.text.ends_with(|c: char| c.is_alphanumeric() || c == ',')
    };
    let spoken_of = || !line.text.text.starts_with("</") && above.is_some_and(half);
    begun_alone(line.text).filter(|_| !spoken_of())
}
