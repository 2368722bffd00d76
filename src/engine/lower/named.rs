//! What an expression names: seats and findings that an override may lift, states that `.all` may follow.

use super::Names;
use crate::engine::facts::{Id, fact_named, verb_id};
use crate::engine::syntax::{Expr, ExprKind};
use crate::ir::glob;

/// Whether a group says which seats or findings it is of, and not only how they stand: all that failed names
/// no one. Seats are named; findings are told by what they are, or by named seats.
pub(in crate::engine) fn says_which(names: &Names<'_>, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(name) => {
            let earlier = names.lets.iter().find(|earlier| earlier.name == *name);
            earlier.is_some_and(|earlier| earlier.says_which)
        }
        ExprKind::Call { name, .. } => fact_named(names.stage, name)
            .is_some_and(|entry| matches!(entry.id, Id::Seat | Id::Seats)),
        ExprKind::Member { of, name, args, .. } => {
            let first = args.as_deref().and_then(<[Expr]>::first);
            let other = || first.is_some_and(|other| says_which(names, other));
            match verb_id(name) {
                // A pattern may fit all of them, and so may a text that stands in many.
                Some(Id::InPath) => first.is_some_and(|text| all(names, text, glob::says_which)),
                Some(Id::Mentioning) => first.is_some_and(|text| all(names, text, is_telling)),
                Some(Id::InCategory | Id::Fingerprint | Id::Waived | Id::Unseen | Id::Seen) => true,
                Some(Id::By | Id::And) => other() || says_which(names, of),
                Some(Id::Or) => other() && says_which(names, of),
                // What was found before is all that is not new; what is not of the change lies elsewhere.
                Some(Id::Without) => {
                    says_which(names, of) || first.is_some_and(|other| is_part_of(other, of))
                }
                Some(Id::Within | Id::ByPath | Id::ReportedBy) | None => false,
                Some(_) => says_which(names, of),
            }
        }
        _ => false,
    }
}

/// `findings.unseen`, `findings.in_change`; `failed.blockers.unseen` behind `failed.blockers`
fn is_part_of(expr: &Expr, whole: &Expr) -> bool {
    let ExprKind::Member { of, name, .. } = &expr.kind else { return false };
    let findings = matches!(&of.kind, ExprKind::Name(name) if name == "findings");
    matches!(verb_id(name), Some(Id::Unseen | Id::InChange)) && (findings || is_same(of, whole))
}

/// Whether two chains of names say the same.
fn is_same(one: &Expr, other: &Expr) -> bool {
    match (&one.kind, &other.kind) {
        (ExprKind::Name(one), ExprKind::Name(other)) => one == other,
        (
            ExprKind::Member { of: one, name, args: None, .. },
            ExprKind::Member { of: other, name: other_name, args: None, .. },
        ) => name == other_name && is_same(one, other),
        _ => false,
    }
}

/// Whether a text is known to be fit, also where a parameter says it: whichever it may be.
fn all(names: &Names<'_>, text: &Expr, fit: fn(&str) -> bool) -> bool {
    match &text.kind {
        ExprKind::Text(text) => fit(text),
        ExprKind::Name(name) => {
            let choices = names.params.iter().find(|param| param.name == *name);
            let choices = choices.and_then(|param| param.choices.as_ref());
            choices.is_some_and(|choices| choices.iter().all(|text| fit(text)))
        }
        _ => false,
    }
}

/// Whether a text tells one finding from another: more than a syllable.
fn is_telling(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphanumeric()).count() >= 3
}

/// What becomes of a group where no one told what earlier rounds found: everything is new then, and nothing was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::engine) struct Untold {
    /// It may hold more than it should.
    pub(in crate::engine) grows: bool,
    shrinks: bool,
}

/// What becomes of a group where no one told what earlier rounds found.
pub(in crate::engine) fn untold(names: &Names<'_>, expr: &Expr) -> Untold {
    match &expr.kind {
        ExprKind::Name(name) => {
            let earlier = names.lets.iter().find(|earlier| earlier.name == *name);
            earlier.map(|earlier| earlier.untold).unwrap_or_default()
        }
        ExprKind::Member { of, name, args, .. } => {
            let (id, of) = (verb_id(name), untold(names, of));
            let args = args.iter().flatten().map(|arg| untold(names, arg)).map(|arg| match id {
                Some(Id::Without) => Untold { grows: arg.shrinks, shrinks: arg.grows },
                _ => arg,
            });
            let own = Untold { grows: id == Some(Id::Unseen), shrinks: id == Some(Id::Seen) };
            args.chain([of]).fold(own, |one, other| Untold {
                grows: one.grows || other.grows,
                shrinks: one.shrinks || other.shrinks,
            })
        }
        _ => Untold::default(),
    }
}

/// Whether a group chooses by what its members are: `.all` may follow, and asks for all that stand before it.
pub(in crate::engine) fn is_state(names: &Names<'_>, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(name) => match names.lets.iter().find(|earlier| earlier.name == *name) {
            Some(earlier) => earlier.is_state,
            None => fact_named(names.stage, name).is_some_and(|entry| entry.id.chooses()),
        },
        ExprKind::Member { name, .. } => verb_id(name).is_some_and(Id::chooses),
        _ => false,
    }
}
