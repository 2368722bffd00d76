//! Names and types of an expression, and what of it can be evaluated natively.

mod arguments;
mod functions;
mod mistakes;
mod named;
mod operators;
mod values;

use super::Stage;
use super::eval::Node;
use super::facts::{Id, Type};
use super::logic::Logic;
use super::policy::{Function, GivenFact, SeatLabel};
use super::syntax::{Expr, ExprKind};
use crate::ir::Diagnostic;
use crate::source::Span;
use functions::Frame;

pub(super) use functions::{Memo, check_function};
pub(super) use mistakes::{not_a_pattern, not_a_seat};
pub(super) use named::{Untold, is_state, says_which, untold};

/// What is known where an expression stands.
pub(super) struct Names<'a> {
    pub(super) stage: Stage,
    pub(super) params: &'a [ParamType],
    pub(super) given: &'a [GivenFact],
    pub(super) labels: &'a [SeatLabel],
    pub(super) lets: &'a [LetType],
    pub(super) functions: &'a [Function],
    /// What calls of them were found to give.
    pub(super) memo: &'a Memo,
    /// Names whose own items are wrong, which was told: nothing is said of their uses.
    pub(super) broken: &'a [String],
    /// Every `let`, also those that stand further below.
    pub(super) all_lets: &'a [String],
    /// The words of a team, that reviewers may have said.
    pub(super) words: &'a [String],
}

impl<'a> Names<'a> {
    /// What conditions say of each other, where they stand.
    pub(super) fn logic(&self) -> Logic<'a> {
        Logic::new(self.params, self.given, self.lets)
    }
}

/// A parameter as the checker sees it.
#[derive(Clone, Debug)]
pub(super) struct ParamType {
    pub(super) name: String,
    pub(super) of: Type,
    /// Its choices, when they are listed.
    pub(super) choices: Option<Vec<String>>,
    /// The least and the greatest number that it can be.
    pub(super) range: Option<(i128, i128)>,
}

/// A `let` as the checker sees it.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct LetType {
    pub(super) name: String,
    pub(super) of: Option<Type>,
    /// What evaluates it, unless only rhai can.
    pub(super) node: Option<Node>,
    /// Whether it names the seats or findings that it is.
    pub(super) says_which: bool,
    /// Whether it chooses seats or subjects by what they are, so that `.all` may follow.
    pub(super) is_state: bool,
    /// The least and the greatest number that it can be.
    pub(super) range: Option<(i128, i128)>,
    /// What becomes of it where no one told what earlier rounds found.
    pub(super) untold: Untold,
}

/// What an expression turned out to be.
#[derive(Clone, Debug, Default)]
pub(super) struct Checked {
    pub(super) of: Option<Type>,
    /// What evaluates it, unless only rhai can.
    pub(super) node: Option<Node>,
    /// Facts of the change that it asks for, and where they stand.
    pub(super) asks: Vec<(Id, Span)>,
    /// Seats that it names.
    pub(super) seats: Vec<String>,
    /// Parameters that name seats.
    pub(super) seat_params: Vec<usize>,
    /// Parameters that are patterns of paths, and where they are used.
    pub(super) pattern_params: Vec<(usize, Span)>,
    pub(super) mistakes: Vec<Diagnostic>,
}

/// What is known of a value: its type, and what evaluates it.
type Value = (Option<Type>, Option<Node>);

/// A name that a closure or a `fn` makes.
#[derive(Clone, Debug)]
struct Local {
    name: String,
    of: Option<Type>,
    /// What it always is, in a `fn`.
    known: Option<Node>,
}

struct Checker<'a> {
    names: &'a Names<'a>,
    /// Parameters of the closures around, with their types; names of the `fn` that is checked.
    locals: Vec<Local>,
    /// The `fn` that is checked.
    frame: Option<Frame>,
    out: Checked,
}

/// Checks an expression.
pub(super) fn check(names: &Names<'_>, expr: &Expr) -> Checked {
    let mut checker = Checker::new(names);
    let (of, node) = checker.value(expr);
    checker.out.of = of;
    checker.out.node = node.filter(|_| checker.out.mistakes.is_empty());
    checker.out
}

impl<'a> Checker<'a> {
    fn new(names: &'a Names<'a>) -> Self {
        Self { names, locals: Vec::new(), frame: None, out: Checked::default() }
    }

    fn mistake(&mut self, mistake: Diagnostic) -> Value {
        self.out.mistakes.push(mistake);
        (None, None)
    }
}

/// The parts of a condition whose values explain it: what is compared, and what is true or
/// false between `&&`, `||` and `!`.
pub(super) fn operands(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::And(parts) | ExprKind::Or(parts) => parts.iter().flat_map(operands).collect(),
        ExprKind::Not(part) => operands(part),
        ExprKind::Binary { op, left, right } if !op.is_arithmetic() => {
            [operands(left), operands(right)].concat()
        }
        ExprKind::In { item, of } => {
            let mut found = operands(item);
            match &of.kind {
                ExprKind::Range { low, high, .. } => {
                    found.extend([operands(low), operands(high)].concat());
                }
                ExprKind::List(entries) => found.extend(entries.iter().flat_map(operands)),
                _ => found.extend(operands(of)),
            }
            found
        }
        ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Text(_) => Vec::new(),
        _ => vec![expr],
    }
}

/// The same tree with its operands marked, in the order of [`operands`].
pub(super) fn with_operands(names: &Names<'_>, expr: &Expr, next: &mut usize) -> Option<Node> {
    let all = |parts: &[Expr], next: &mut usize| -> Option<Vec<Node>> {
        parts.iter().map(|part| with_operands(names, part, next)).collect()
    };
    Some(match &expr.kind {
        ExprKind::And(parts) => Node::And(all(parts, next)?),
        ExprKind::Or(parts) => Node::Or(all(parts, next)?),
        ExprKind::Not(part) => Node::Not(Box::new(with_operands(names, part, next)?)),
        ExprKind::Binary { op, left, right } if !op.is_arithmetic() => {
            let left = with_operands(names, left, next)?;
            Node::Binary(*op, Box::new(left), Box::new(with_operands(names, right, next)?))
        }
        ExprKind::In { item, of } => {
            let item = with_operands(names, item, next)?;
            match &of.kind {
                ExprKind::Range { low, high, closed } => {
                    let low = with_operands(names, low, next)?;
                    let high = with_operands(names, high, next)?;
                    Node::Within(Box::new([item, low, high]), *closed)
                }
                ExprKind::List(entries) => Node::Among(Box::new(item), all(entries, next)?),
                _ => Node::InList(Box::new(item), Box::new(with_operands(names, of, next)?)),
            }
        }
        ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Text(_) => check(names, expr).node?,
        _ => {
            let place = *next;
            *next += 1;
            Node::Operand(place, Box::new(check(names, expr).node?))
        }
    })
}
