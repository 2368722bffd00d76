//! Conditions that can only come out one way, as far as can be seen without a docket.

use crate::engine::eval::Node;
use crate::engine::facts::Id;
use crate::engine::policy::{Param, ParamRange};
use crate::engine::syntax::Op;
use crate::ir::Value;

/// What a condition comes to whatever the docket, and whatever a parameter may be set to. None when that
/// depends on them, or cannot be seen.
pub(in crate::engine) fn constant(node: &Node, params: &[Param]) -> Option<bool> {
    match node {
        Node::Bool(value) => Some(*value),
        Node::Operand(_, inner) => constant(inner, params),
        Node::Not(inner) => constant(inner, params).map(|value| !value),
        Node::And(parts) => joined(parts, params, true),
        Node::Or(parts) => joined(parts, params, false),
        Node::Binary(op, left, right) if left == right && op.is_equality() => {
            Some(*op == Op::Equal)
        }
        Node::Binary(op, left, right) => compared(*op, left, right, params),
        _ => None,
    }
}

/// `a && b`, where `neutral` is true, or `a || b`: one that is the other constant decides, and so do two
/// that deny each other.
fn joined(parts: &[Node], params: &[Param], neutral: bool) -> Option<bool> {
    let known: Vec<Option<bool>> = parts.iter().map(|part| constant(part, params)).collect();
    let mut pairs = parts
        .iter()
        .enumerate()
        .flat_map(|(at, one)| parts[..at].iter().map(move |two| (one, two)));
    if known.contains(&Some(!neutral)) || pairs.any(|(one, two)| denies(one, two)) {
        return Some(!neutral);
    }
    known.iter().all(|value| *value == Some(neutral)).then_some(neutral)
}

/// `failed.some` and `failed.none`, `passed.all` and `!passed.all`
fn denies(one: &Node, two: &Node) -> bool {
    match (one, two) {
        (Node::Not(inner), other) | (other, Node::Not(inner)) => **inner == *other,
        (Node::Verb(a, of, _), Node::Verb(b, other, _)) => {
            of == other && matches!((a, b), (Id::Some, Id::None) | (Id::None, Id::Some))
        }
        _ => false,
    }
}

/// A comparison whose sides are numbers in known ranges, or texts.
fn compared(op: Op, left: &Node, right: &Node, params: &[Param]) -> Option<bool> {
    if let (Node::Text(left), Node::Text(right)) = (left, right) {
        return op.holds(left.cmp(right)).filter(|_| op.is_equality());
    }
    let ((low, high), (least, most)) = (range(left, params)?, range(right, params)?);
    // How the two stand to each other, where that is the same for all their values.
    let always = |yes: bool, no: bool| yes.then_some(true).or(no.then_some(false));
    let equal = low == high && least == most && low == least;
    let apart = high < least || most < low;
    match op {
        Op::Equal => always(equal, apart),
        Op::NotEqual => always(apart, equal),
        Op::Less => always(high < least, low >= most),
        Op::LessEqual => always(high <= least, low > most),
        Op::Greater => always(low > most, high <= least),
        Op::GreaterEqual => always(low >= most, high < least),
        Op::Add | Op::Subtract | Op::Multiply => None,
    }
}

/// The least and the greatest value that a number can have; none where it may be too large to be one.
fn range(node: &Node, params: &[Param]) -> Option<(i128, i128)> {
    // Rounds, cells and findings are counted in as much.
    let most = i128::from(u32::MAX);
    let found = match node {
        Node::Int(value) => Some((i128::from(*value), i128::from(*value))),
        Node::Operand(_, inner) => range(inner, params),
        Node::Negate(inner) => range(inner, params).map(|(low, high)| (-high, -low)),
        Node::Param(place) => match params.get(*place)? {
            Param { range: ParamRange::Between(low, high), value: Value::Int(_), .. } => {
                Some((i128::from(*low), i128::from(*high)))
            }
            _ => None,
        },
        Node::Fact(Id::Round, _) => Some((1, most)),
        Node::Verb(Id::Count | Id::Quorum, ..) => Some((0, most)),
        Node::Verb(Id::Weight, ..) => Some((0, i128::from(i64::MAX))),
        Node::Binary(op, left, right) => {
            let ((a, b), (c, d)) = (range(left, params)?, range(right, params)?);
            match op {
                Op::Add => Some((a + c, b + d)),
                Op::Subtract => Some((a - d, b - c)),
                _ => None,
            }
        }
        _ => None,
    }?;
    let fits = |value: i128| i64::try_from(value).is_ok();
    (fits(found.0) && fits(found.1)).then_some(found)
}
