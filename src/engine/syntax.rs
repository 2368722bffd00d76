//! An expression as rhai understood it, in our own words.

use std::cmp::Ordering;

use crate::source::Span;

/// One expression of a policy, with its place in the text.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Expr {
    pub(super) kind: ExprKind,
    pub(super) span: Span,
}

impl Expr {
    /// Whether a name stands anywhere in it.
    pub(super) fn names(&self, name: &str) -> bool {
        let mut found = false;
        self.each(&mut |part| found |= matches!(&part.kind, ExprKind::Name(own) if own == name));
        found
    }

    /// Hands on this expression and all that stand in it, from the outside in.
    pub(super) fn each<'e>(&'e self, hand: &mut dyn FnMut(&'e Self)) {
        hand(self);
        let mut all = |parts: &'e [Self]| parts.iter().for_each(|part| part.each(hand));
        match &self.kind {
            ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Text(_) | ExprKind::Name(_) => {}
            ExprKind::List(parts)
            | ExprKind::And(parts)
            | ExprKind::Or(parts)
            | ExprKind::Template(parts)
            | ExprKind::Opaque(parts)
            | ExprKind::Call { args: parts, .. } => all(parts),
            ExprKind::Member { of, args, .. } => {
                of.each(hand);
                args.iter().flatten().for_each(|part| part.each(hand));
            }
            ExprKind::Not(part) | ExprKind::Negate(part) => part.each(hand),
            ExprKind::Binary { left: one, right: other, .. }
            | ExprKind::In { item: one, of: other }
            | ExprKind::Range { low: one, high: other, .. } => {
                one.each(hand);
                other.each(hand);
            }
            ExprKind::Block(body) => body.iter().for_each(|statement| statement.each(hand)),
            ExprKind::Closure { body, .. } => body.iter().for_each(|body| body.each(hand)),
        }
    }
}

impl Statement {
    /// Hands on all expressions that stand in it.
    pub(super) fn each<'e>(&'e self, hand: &mut dyn FnMut(&'e Expr)) {
        let block = |body: &'e [Self], hand: &mut dyn FnMut(&'e Expr)| {
            body.iter().for_each(|statement| statement.each(hand));
        };
        match self {
            Self::Value(value) | Self::Assign { value, .. } => value.each(hand),
            Self::Let { value, .. } | Self::Return(value) => {
                value.iter().for_each(|value| value.each(hand));
            }
            Self::If { condition, then, otherwise } => {
                condition.each(hand);
                block(then, hand);
                block(otherwise, hand);
            }
            Self::Loop { condition, body } => {
                condition.iter().for_each(|condition| condition.each(hand));
                block(body, hand);
            }
            Self::For { over, body, .. } => {
                over.each(hand);
                block(body, hand);
            }
            Self::Switch { of, arms } => {
                of.each(hand);
                arms.iter().flat_map(|(test, value)| [test, value]).for_each(|e| e.each(hand));
            }
            Self::Block(body) => block(body, hand),
            Self::Other(parts) => parts.iter().for_each(|part| part.each(hand)),
        }
    }
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum ExprKind {
    Bool(bool),
    Int(i64),
    Text(String),
    List(Vec<Expr>),
    /// A bare name: a fact, a parameter, a `given`, a `let`, a closure's own parameter.
    Name(String),
    /// `seat("qa")`: a fact with arguments, or a `fn` of the script.
    Call {
        name: String,
        at: Span,
        args: Vec<Expr>,
    },
    /// `failed.some`, `findings.at_least("high")`.
    Member {
        of: Box<Expr>,
        name: String,
        at: Span,
        args: Option<Vec<Expr>>,
    },
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Not(Box<Expr>),
    Binary {
        op: Op,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Negate(Box<Expr>),
    /// `env in ["prod", "test"]`, `phase in 1..5`
    In {
        item: Box<Expr>,
        of: Box<Expr>,
    },
    /// `1..5`, `1..=4`
    Range {
        low: Box<Expr>,
        high: Box<Expr>,
        closed: bool,
    },
    /// `` `${reported.count} of ${expected.count}` ``
    Template(Vec<Expr>),
    /// `|c| c.weight > 1`
    Closure {
        params: Vec<String>,
        body: Option<Box<Expr>>,
    },
    /// What stands in braces, in a `fn`.
    Block(Vec<Statement>),
    /// Something that only rhai can evaluate, and what stands in it.
    Opaque(Vec<Expr>),
}

/// A statement of a `fn`.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Statement {
    /// Its value is that of the block when it stands last.
    Value(Expr),
    Let {
        name: String,
        value: Option<Expr>,
    },
    /// `total += n`
    Assign {
        name: String,
        at: Span,
        op: Option<Op>,
        value: Expr,
    },
    If {
        condition: Expr,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    /// `while`, `loop` and `do`.
    Loop {
        condition: Option<Expr>,
        body: Vec<Statement>,
    },
    For {
        name: String,
        counter: Option<String>,
        over: Expr,
        body: Vec<Statement>,
    },
    Switch {
        of: Expr,
        /// A condition and a value each.
        arms: Vec<(Expr, Expr)>,
    },
    Block(Vec<Statement>),
    Return(Option<Expr>),
    /// `break`, `continue`, `throw`, and whatever rhai has beyond: what stands in it.
    Other(Vec<Expr>),
}

#[cfg(feature = "trial")]
impl Statement {
    /// How many ways it and the statements in it part: at each condition and each arm.
    pub(super) fn ways(&self) -> usize {
        let sum = |all: &[Self]| all.iter().map(Self::ways).sum::<usize>();
        match self {
            Self::If { then, otherwise, .. } => 1 + sum(then) + sum(otherwise),
            Self::Loop { condition, body } => usize::from(condition.is_some()) + sum(body),
            Self::For { body, .. } | Self::Block(body) => sum(body),
            Self::Switch { arms, .. } => arms.len(),
            Self::Value(_)
            | Self::Let { .. }
            | Self::Assign { .. }
            | Self::Return(_)
            | Self::Other(_) => 0,
        }
    }
}

#[cfg(feature = "trial")]
impl Expr {
    /// How many operands it has, if it is an `&&`, an `||` or a `!`.
    pub(super) fn own_operands(&self) -> usize {
        match &self.kind {
            ExprKind::And(parts) | ExprKind::Or(parts) => parts.len(),
            ExprKind::Not(_) => 1,
            _ => 0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Op {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl Op {
    pub(super) fn from_sign(sign: &str) -> Option<Self> {
        Some(match sign {
            "==" => Self::Equal,
            "!=" => Self::NotEqual,
            "<" => Self::Less,
            "<=" => Self::LessEqual,
            ">" => Self::Greater,
            ">=" => Self::GreaterEqual,
            "+" => Self::Add,
            "-" => Self::Subtract,
            "*" => Self::Multiply,
            "/" => Self::Divide,
            "%" => Self::Remainder,
            _ => return None,
        })
    }

    /// Whether a comparison holds for things in this order; none for arithmetic.
    pub(super) fn holds(self, order: Ordering) -> Option<bool> {
        match self {
            Self::Equal => Some(order.is_eq()),
            Self::NotEqual => Some(order.is_ne()),
            Self::Less => Some(order.is_lt()),
            Self::LessEqual => Some(order.is_le()),
            Self::Greater => Some(order.is_gt()),
            Self::GreaterEqual => Some(order.is_ge()),
            _ => None,
        }
    }

    /// The comparison that holds where this one does not.
    pub(super) fn opposite(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::GreaterEqual,
            Self::LessEqual => Self::Greater,
            Self::Greater => Self::LessEqual,
            Self::GreaterEqual => Self::Less,
            other => other,
        }
    }

    pub(super) fn is_arithmetic(self) -> bool {
        self.is_division() || matches!(self, Self::Add | Self::Subtract | Self::Multiply)
    }

    pub(super) fn is_division(self) -> bool {
        matches!(self, Self::Divide | Self::Remainder)
    }

    pub(super) fn is_equality(self) -> bool {
        matches!(self, Self::Equal | Self::NotEqual)
    }
}
