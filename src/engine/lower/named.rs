//! What an expression names: seats and findings that an override may lift, states that `.all` may follow.

use super::Names;
use crate::engine::facts::{Id, fact_named, verb_id};
use crate::engine::glob;
use crate::engine::syntax::{Expr, ExprKind};
use crate::ir::open::says_something;

/// Whether a group says which seats or findings it is of, and not only how they stand: all that failed names
/// nobody. Seats are named; findings are told by what they are, or by named seats.
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
                // What is written out may fit all of them.
                Some(id @ (Id::InPath | Id::Mentioning)) => match first.map(|text| &text.kind) {
                    Some(ExprKind::Text(text)) if id == Id::InPath => glob::says_which(text),
                    Some(ExprKind::Text(text)) => says_something(text),
                    _ => true,
                },
                Some(Id::InCategory | Id::Fingerprint | Id::Waived | Id::Unseen) => true,
                Some(Id::By | Id::And) => other() || says_which(names, of),
                Some(Id::Or) => other() && says_which(names, of),
                // What was found before is told by what is new.
                Some(Id::Without) => says_which(names, of) || first.is_some_and(is_unseen),
                Some(Id::Within | Id::ByPath | Id::ReportedBy) | None => false,
                Some(_) => says_which(names, of),
            }
        }
        _ => false,
    }
}

fn is_unseen(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Member { name, .. } if verb_id(name) == Some(Id::Unseen))
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
