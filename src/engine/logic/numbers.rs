//! Numbers in conditions: the range of each, and comparisons as sums between two ends.

use std::rc::Rc;

use super::Logic;
use crate::engine::eval::Node;
use crate::engine::facts::Id;
use crate::engine::syntax::Op;
use crate::ir::{Date, Given};

/// The least and the greatest number that there is. Days and texts are in order as numbers are.
const ALL: (i128, i128) = (i64::MIN as i128, i64::MAX as i128);
/// Rounds, cells, findings and lines are counted in as much.
const MOST: i128 = u32::MAX as i128;

/// A sum that lies between two ends: `in_favour.count - failed.count` is 1 at least.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bound {
    pub(super) terms: Rc<Vec<Term>>,
    pub(super) low: i128,
    pub(super) high: i128,
}

/// One number of a sum, so many times.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Term {
    pub(super) node: Node,
    pub(super) factor: i128,
    /// What the number can be at all.
    pub(super) range: (i128, i128),
}

impl Term {
    /// What it can add to the sum, where the number lies in a range.
    pub(super) fn span(&self, (low, high): (i128, i128)) -> (i128, i128) {
        let ends = (self.factor.saturating_mul(low), self.factor.saturating_mul(high));
        (ends.0.min(ends.1), ends.0.max(ends.1))
    }
}

impl Bound {
    /// The numbers that are added, or taken away.
    pub(super) fn with_sign(&self, sign: i128) -> Vec<&Node> {
        let terms = self.terms.iter().filter(|term| term.factor.signum() == sign);
        terms.map(|term| &term.node).collect()
    }

    /// Whether the other one is about the same sum, or about its opposite.
    pub(super) fn sign_of(&self, other: &Self) -> Option<i128> {
        let like = |sign: i128| {
            self.terms.len() == other.terms.len()
                && self.terms.iter().all(|own| {
                    let mut theirs = other.terms.iter();
                    theirs.any(|term| term.factor == sign * own.factor && term.node == own.node)
                })
        };
        [1, -1].into_iter().find(|sign| like(*sign))
    }
}

/// A sum and a number.
struct Sum {
    terms: Vec<(Node, i128)>,
    rest: i128,
}

impl Sum {
    fn number(rest: i128) -> Option<Self> {
        Some(Self { terms: Vec::new(), rest })
    }

    fn times(mut self, factor: i128) -> Option<Self> {
        for term in &mut self.terms {
            term.1 = fits(term.1.checked_mul(factor)?)?;
        }
        self.rest = fits(self.rest.checked_mul(factor)?)?;
        Some(self)
    }

    fn plus(mut self, other: Self) -> Option<Self> {
        for (node, factor) in other.terms {
            match self.terms.iter_mut().find(|(known, _)| *known == node) {
                Some((_, own)) => *own = fits(*own + factor)?,
                None => self.terms.push((node, factor)),
            }
        }
        self.terms.retain(|(_, factor)| *factor != 0);
        self.rest = fits(self.rest + other.rest)?;
        Some(self)
    }
}

impl Logic<'_> {
    /// What a comparison of numbers says of a sum. None where a number is too large to be one.
    pub(super) fn bound(&self, op: Op, left: &Node, right: &Node) -> Option<Bound> {
        let whole = self.sum(left)?.plus(self.sum(right)?.times(-1)?)?;
        let (low, high) = match op {
            Op::Equal => (0, 0),
            Op::Less => (i128::MIN / 2, -1),
            Op::LessEqual => (i128::MIN / 2, 0),
            Op::Greater => (1, i128::MAX / 2),
            Op::GreaterEqual => (0, i128::MAX / 2),
            _ => return None,
        };
        let (low, high) = (low - whole.rest, high - whole.rest);
        let divisor =
            whole.terms.iter().fold(0, |divisor, (_, factor)| common(divisor, *factor)).max(1);
        let terms = whole.terms.into_iter().map(|(node, factor)| {
            let range = self.range(&node).unwrap_or(ALL);
            Term { factor: factor / divisor, range, node }
        });
        let (low, high) = (up(low, divisor), high.div_euclid(divisor));
        Some(Bound { terms: Rc::new(terms.collect()), low, high })
    }

    fn sum(&self, node: &Node) -> Option<Sum> {
        self.pay(1).then_some(())?;
        match node {
            Node::Int(value) => Sum::number((*value).into()),
            Node::Negate(inner) => self.sum(inner)?.times(-1),
            Node::Binary(Op::Add, left, right) => self.sum(left)?.plus(self.sum(right)?),
            Node::Binary(Op::Subtract, left, right) => {
                self.sum(left)?.plus(self.sum(right)?.times(-1)?)
            }
            Node::Binary(Op::Multiply, left, right) => {
                let (left, right) = (self.sum(left)?, self.sum(right)?);
                match (left.terms.is_empty(), right.terms.is_empty()) {
                    (true, _) => right.times(left.rest),
                    (_, true) => left.times(right.rest),
                    _ => Some(Sum { terms: vec![(node.clone(), 1)], rest: 0 }),
                }
            }
            Node::Fact(Id::Day, args) => match &args[..] {
                [Node::Text(day)] => {
                    let first = Date::parse("1970-01-01")?;
                    Sum::number(first.days_until(Date::parse(day)?).into())
                }
                _ => None,
            },
            _ => Some(Sum { terms: vec![(node.clone(), 1)], rest: 0 }),
        }
    }

    /// The least and the greatest value that a number can have; none where it may be too large to be one.
    pub(in crate::engine) fn range(&self, node: &Node) -> Option<(i128, i128)> {
        let found = match node {
            Node::Int(value) => Some((i128::from(*value), i128::from(*value))),
            Node::Operand(_, inner) => self.range(inner),
            Node::Negate(inner) => self.range(inner).map(|(low, high)| (-high, -low)),
            Node::Param(place) => self.params.get(*place)?.range,
            Node::Let(place) => self.lets.get(*place)?.range,
            Node::Given(place) => {
                let number = |given: &Given| match given {
                    Given::Int(number) => Some(i128::from(*number)),
                    _ => None,
                };
                let among = self.given.get(*place)?.among.iter().map(number);
                let among: Vec<i128> = among.collect::<Option<_>>()?;
                among.iter().copied().min().zip(among.iter().copied().max())
            }
            Node::Fact(Id::Min | Id::Max | Id::Abs, args) => self.extreme(node, args),
            Node::Fact(Id::Round, _) => Some((1, MOST)),
            Node::Fact(Id::Tried | Id::Unclaimed | Id::LinesChanged, _) => Some((0, ALL.1)),
            Node::Verb(Id::Count, of, _) => Some((0, self.most(of).unwrap_or(MOST))),
            Node::Verb(Id::Quorum, ..) => Some((0, MOST)),
            Node::Verb(Id::Weight | Id::Len, ..) => Some((0, ALL.1)),
            Node::Binary(op, left, right) => {
                let ((a, b), (c, d)) = (self.range(left)?, self.range(right)?);
                match op {
                    Op::Add => Some((a + c, b + d)),
                    Op::Subtract => Some((a - d, b - c)),
                    Op::Multiply => {
                        let ends = [a * c, a * d, b * c, b * d];
                        ends.iter().copied().min().zip(ends.iter().copied().max())
                    }
                    _ => None,
                }
            }
            _ => None,
        }?;
        (found.0 >= ALL.0 && found.1 <= ALL.1).then_some(found)
    }

    /// `max(1, reported.count)`: at least 1, whatever the other one is.
    fn extreme(&self, node: &Node, args: &[Node]) -> Option<(i128, i128)> {
        let of = |arg: &Node| self.range(arg).unwrap_or(ALL);
        match (node, args) {
            (Node::Fact(Id::Min, _), [a, b]) => {
                let ((a, b), (c, d)) = (of(a), of(b));
                Some((a.min(c), b.min(d)))
            }
            (Node::Fact(Id::Max, _), [a, b]) => {
                let ((a, b), (c, d)) = (of(a), of(b));
                Some((a.max(c), b.max(d)))
            }
            (Node::Fact(Id::Abs, _), [one]) => {
                let (low, high) = of(one);
                let least = if low <= 0 && high >= 0 { 0 } else { low.abs().min(high.abs()) };
                Some((least, low.abs().max(high.abs())))
            }
            _ => None,
        }
    }
}

fn fits(value: i128) -> Option<i128> {
    (ALL.0..=ALL.1).contains(&value).then_some(value)
}

/// The greatest number that divides both.
pub(super) fn common(mut one: i128, mut other: i128) -> i128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one.abs()
}

/// The quotient, rounded up.
pub(super) fn up(value: i128, divisor: i128) -> i128 {
    -(-value).div_euclid(divisor)
}
