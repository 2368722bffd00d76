//! What several sums say together: of two in which a number is added and taken away, one without it.

use std::rc::Rc;

use super::Logic;
use super::groups::is_of_a_bench;
use super::numbers::{Bound, Term, common, up};
use crate::engine::eval::Node;
use crate::engine::facts::Id;

/// More sums than these are not put together.
const MOST: usize = 48;
/// No sum is further from 0.
const FAR: i128 = 1 << 100;

impl Logic<'_> {
    /// The sums that follow from some. None where nothing makes all of them true.
    pub(super) fn follows(&self, bounds: &[Bound]) -> Option<Vec<Bound>> {
        // One sum says nothing more, and what few conditions have is not looked for.
        let given: Vec<Bound> =
            bounds.iter().flat_map(lower).chain(self.in_order(bounds)).collect();
        if given.len() < 2 || given.len() > MOST {
            return Some(Vec::new());
        }
        let mut all: Vec<Bound> = given.clone();
        let mut first = 0;
        for _ in 0..2 {
            let end = all.len();
            for one in first..end {
                for other in &given {
                    for term in all[one].terms.clone().iter() {
                        if all.len() > 4 * MOST || !self.pay(1) {
                            return Some(all.split_off(given.len()));
                        }
                        let Some(sum) = without(&all[one], other, &term.node) else { continue };
                        if sum.terms.is_empty() {
                            if sum.low > 0 {
                                return None;
                            }
                        } else if !all.contains(&sum) {
                            all.push(sum);
                        }
                    }
                }
            }
            first = end;
        }
        Some(all.split_off(given.len()))
    }

    /// How the numbers of some sums stand to each other: a smaller share of the same, a part of the same group.
    fn in_order(&self, bounds: &[Bound]) -> Vec<Bound> {
        let mut terms: Vec<&Term> = Vec::new();
        for term in bounds.iter().flat_map(|bound| bound.terms.iter()) {
            if !terms.iter().any(|known| known.node == term.node) {
                terms.push(term);
            }
        }
        let mut all = Vec::new();
        for one in &terms {
            for other in &terms {
                if one.node != other.node && self.is_no_more(&one.node, &other.node) {
                    let own = Term { factor: -1, ..(*one).clone() };
                    let more = Term { factor: 1, ..(*other).clone() };
                    all.push(Bound {
                        terms: Rc::new(vec![own, more]),
                        low: 0,
                        high: i128::MAX / 2,
                    });
                }
            }
        }
        all
    }

    /// Whether one number is never larger than another one.
    fn is_no_more(&self, one: &Node, other: &Node) -> bool {
        match (one, other) {
            (Node::Verb(Id::Quorum, of, less), Node::Verb(Id::Quorum, same, more)) => {
                let ends = |args: &[Node]| self.range(args.first()?);
                let known = ends(less).zip(ends(more));
                of == same && known.is_some_and(|((_, high), (low, _))| high <= low)
            }
            (Node::Verb(Id::Count, part, _), Node::Verb(Id::Count, whole, _)) => {
                self.is_within(part, whole)
            }
            (Node::Verb(Id::Weight, part, _), Node::Verb(Id::Weight, whole, _)) => {
                !is_of_a_bench(part) && !is_of_a_bench(whole) && self.is_within(part, whole)
            }
            _ => false,
        }
    }
}

/// What a sum is at least, and what its opposite is.
fn lower(bound: &Bound) -> impl Iterator<Item = Bound> {
    let high = i128::MAX / 2;
    let least = Bound { terms: Rc::clone(&bound.terms), low: bound.low, high };
    let turned = bound.terms.iter().map(|term| Term { factor: -term.factor, ..term.clone() });
    let most = Bound { terms: Rc::new(turned.collect()), low: -bound.high, high };
    [least, most].into_iter().filter(|sum| sum.low > -FAR)
}

/// Two sums together, so many times each that a number drops out. None where it stands on one side of both.
fn without(one: &Bound, other: &Bound, node: &Node) -> Option<Bound> {
    let factor = |bound: &Bound| {
        let term = bound.terms.iter().find(|term| term.node == *node);
        term.map(|term| term.factor)
    };
    let (a, b) = (factor(one)?, factor(other)?);
    if a.signum() == b.signum() {
        return None;
    }
    let (times_one, times_other) = (b.abs() / common(a, b), a.abs() / common(a, b));
    let mut terms: Vec<Term> = Vec::new();
    for (bound, times) in [(one, times_one), (other, times_other)] {
        for term in bound.terms.iter() {
            let factor = term.factor.checked_mul(times)?;
            match terms.iter_mut().find(|known| known.node == term.node) {
                Some(known) => known.factor = known.factor.checked_add(factor)?,
                None => terms.push(Term { factor, ..term.clone() }),
            }
        }
    }
    terms.retain(|term| term.factor != 0);
    let low = one.low.checked_mul(times_one)?.checked_add(other.low.checked_mul(times_other)?)?;
    let divisor = terms.iter().fold(0, |divisor, term| common(divisor, term.factor)).max(1);
    terms.iter_mut().for_each(|term| term.factor /= divisor);
    let few =
        terms.len() <= 4 && low.abs() < FAR && terms.iter().all(|term| term.factor.abs() < FAR);
    few.then(|| Bound { terms: Rc::new(terms), low: up(low, divisor), high: i128::MAX / 2 })
}
