//! An expression as rhai understood it, in our own words.

use std::cmp::Ordering;

use crate::source::Span;

/// One expression of a policy, with its place in the text.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub(super) kind: ExprKind,
    pub(super) span: Span,
}

impl Expr {
    /// Whether a name stands anywhere in it.
    pub(super) fn names(&self, name: &str) -> bool {
        let any = |parts: &[Self]| parts.iter().any(|part| part.names(name));
        match &self.kind {
            ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Text(_) => false,
            ExprKind::Name(own) => own == name,
            ExprKind::List(parts)
            | ExprKind::And(parts)
            | ExprKind::Or(parts)
            | ExprKind::Template(parts)
            | ExprKind::Opaque(parts) => any(parts),
            ExprKind::Call { args, .. } => any(args),
            ExprKind::Member { of, args, .. } => of.names(name) || args.as_deref().is_some_and(any),
            ExprKind::Not(part) | ExprKind::Negate(part) => part.names(name),
            ExprKind::Binary { left, right, .. } | ExprKind::In { item: left, of: right } => {
                left.names(name) || right.names(name)
            }
            ExprKind::Range { low, high, .. } => low.names(name) || high.names(name),
            // Only in a `fn`, which names nothing from outside.
            ExprKind::Block(_) => false,
            ExprKind::Closure { body, .. } => body.as_deref().is_some_and(|body| body.names(name)),
        }
    }
}

#[derive(Clone, Debug)]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
