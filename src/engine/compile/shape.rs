//! A statement that is not as its form wants it: which of its words is the wrong one.

use super::{INNER, ITEMS, TAILS, Top, mistakes};
use crate::engine::script::{Item, Kind, Script};
use crate::ir::Stake;
use crate::source::Span;

impl Top<'_> {
    /// Tells that a statement is not like its form, at the first word that is not.
    pub(super) fn misshapen(&mut self, item: &Item, form: &str) {
        let (at, why) = self
            .misfit(item, form)
            .unwrap_or_else(|| (self.span(item), "not understood".to_owned()));
        self.mistake(mistakes::wrong_shape(at, &why, form));
    }

    /// The first word of a statement that does not fit a form, and what belongs there. `CONDITION` in a form
    /// stands for anything up to the word behind it, and `NAME` for one name.
    fn misfit(&self, item: &Item, form: &str) -> Option<(Span, String)> {
        let form = Script::scan(form);
        let (mut at, end) = (item.tokens.start, item.tokens.end);
        for (place, part) in form.tokens.iter().enumerate() {
            let wanted = form.text(*part);
            if wanted == ";" {
                break;
            }
            if at >= end {
                return Some((self.at(end - 1), format!("`{wanted}` is missing behind this")));
            }
            let is_open = part.kind == Kind::Name
                && wanted != "NAME"
                && wanted.chars().all(|c| c.is_ascii_uppercase());
            if is_open {
                let next = form.tokens.get(place + 1).map_or(";", |next| form.text(*next));
                let first = at;
                while at < end && self.word(at) != next {
                    at += 1;
                }
                if at == first {
                    return Some((self.at(at), format!("{wanted} is missing before this")));
                }
                continue;
            }
            let is_keyword = [ITEMS, INNER, TAILS, &["as"]].concat().contains(&wanted);
            let (fits, why) = match part.kind {
                Kind::Text => {
                    (self.kind(at) == Some(Kind::Text), format!("a text belongs here: `{wanted}`"))
                }
                Kind::Name if wanted.parse::<Stake>().is_ok() => {
                    let stake = "`required`, `voting` or `observer` belongs here";
                    (self.word(at).parse::<Stake>().is_ok(), stake.to_owned())
                }
                Kind::Name if !is_keyword => {
                    (self.kind(at) == Some(Kind::Name), "a name belongs here".to_owned())
                }
                _ => (self.word(at) == wanted, format!("`{wanted}` belongs here")),
            };
            if !fits {
                return Some((self.at(at), why));
            }
            at += 1;
        }
        None
    }
}
