//! Conditions that can only come out one way, as far as can be seen without a docket.

use crate::engine::eval::Node;
use crate::engine::facts::Id;
use crate::engine::lower::Names;
use crate::engine::syntax::Op;
use crate::ir::Date;

/// What a condition comes to whatever the docket, and whatever a parameter may be set to. None when that
/// depends on them, or cannot be seen.
pub(in crate::engine) fn constant(node: &Node, names: &Names<'_>) -> Option<bool> {
    match node {
        Node::Bool(value) => Some(*value),
        Node::Operand(_, inner) => constant(inner, names),
        Node::Let(place) => names.lets.get(*place)?.constant,
        Node::Among(item, entries) => among(item, entries, names),
        Node::InList(item, list) => match (item.as_ref(), list.as_ref()) {
            (Node::Text(text), Node::List(list)) => Some(list.contains(text)),
            _ => None,
        },
        Node::Not(inner) => constant(inner, names).map(|value| !value),
        Node::And(parts) => joined(parts, names, true),
        Node::Or(parts) => joined(parts, names, false),
        Node::Within(parts, closed) => within(&parts[0], &parts[1], &parts[2], *closed, names),
        Node::Binary(op, left, right) if left == right && op.is_equality() => {
            Some(*op == Op::Equal)
        }
        Node::Binary(op, left, right) => compared(*op, left, right, names),
        _ => None,
    }
}

/// `a && b`, where `neutral` is true, or `a || b`: one that is the other constant decides, and so do two
/// that deny each other.
fn joined(parts: &[Node], names: &Names<'_>, neutral: bool) -> Option<bool> {
    let known: Vec<Option<bool>> = parts.iter().map(|part| constant(part, names)).collect();
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
fn compared(op: Op, left: &Node, right: &Node, names: &Names<'_>) -> Option<bool> {
    if let (Node::Text(left), Node::Text(right)) = (left, right) {
        return op.holds(left.cmp(right)).filter(|_| op.is_equality());
    }
    if let (Some(left), Some(right)) = (day(left), day(right)) {
        return op.holds(left.cmp(&right));
    }
    let ((low, high), (least, most)) = (range(left, names)?, range(right, names)?);
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
        _ => None,
    }
}

/// `1 in [1, 2]`
fn among(item: &Node, entries: &[Node], names: &Names<'_>) -> Option<bool> {
    let each = || entries.iter().map(|entry| compared(Op::Equal, item, entry, names));
    if each().any(|known| known == Some(true)) {
        return Some(true);
    }
    each().all(|known| known == Some(false)).then_some(false)
}

/// `day("2026-01-01")`, written out.
fn day(node: &Node) -> Option<Date> {
    match node {
        Node::Operand(_, inner) => day(inner),
        Node::Fact(Id::Day, args) => match args.as_slice() {
            [Node::Text(day)] => Date::parse(day),
            _ => None,
        },
        _ => None,
    }
}

/// `round in 0..9`
fn within(item: &Node, low: &Node, high: &Node, closed: bool, names: &Names<'_>) -> Option<bool> {
    let above = compared(Op::GreaterEqual, item, low, names);
    let below = compared(if closed { Op::LessEqual } else { Op::Less }, item, high, names);
    match (above, below) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// `max(1, reported.count)`: at least 1, whatever the other one is.
fn extreme(node: &Node, args: &[Node], names: &Names<'_>) -> Option<(i128, i128)> {
    let any = (i128::from(i64::MIN), i128::from(i64::MAX));
    let of = |arg: &Node| range(arg, names).unwrap_or(any);
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

/// The least and the greatest value that a number can have; none where it may be too large to be one.
pub(in crate::engine) fn range(node: &Node, names: &Names<'_>) -> Option<(i128, i128)> {
    // Rounds, cells and findings are counted in as much.
    let most = i128::from(u32::MAX);
    let found = match node {
        Node::Int(value) => Some((i128::from(*value), i128::from(*value))),
        Node::Operand(_, inner) => range(inner, names),
        Node::Negate(inner) => range(inner, names).map(|(low, high)| (-high, -low)),
        Node::Param(place) => names.params.get(*place)?.range,
        Node::Let(place) => names.lets.get(*place)?.range,
        Node::Fact(Id::Min | Id::Max | Id::Abs, args) => extreme(node, args, names),
        Node::Fact(Id::Round, _) => Some((1, most)),
        Node::Verb(Id::Count | Id::Quorum, ..) => Some((0, most)),
        Node::Verb(Id::Weight, ..) => Some((0, i128::from(i64::MAX))),
        Node::Binary(op, left, right) => {
            let ((a, b), (c, d)) = (range(left, names)?, range(right, names)?);
            match op {
                Op::Add => Some((a + c, b + d)),
                Op::Subtract => Some((a - d, b - c)),
                Op::Multiply => {
                    let all = [
                        a.checked_mul(c)?,
                        a.checked_mul(d)?,
                        b.checked_mul(c)?,
                        b.checked_mul(d)?,
                    ];
                    Some((*all.iter().min()?, *all.iter().max()?))
                }
                _ => None,
            }
        }
        _ => None,
    }?;
    let fits = |value: i128| i64::try_from(value).is_ok();
    (fits(found.0) && fits(found.1)).then_some(found)
}
