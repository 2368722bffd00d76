//! An expression as rhai understood it, in our own words.

use std::cmp::Ordering;

use crate::source::Span;

/// One expression of a policy, with its place in the text.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub(super) kind: ExprKind,
    pub(super) span: Span,
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
    /// `` `${reported.count} of ${expected.count}` ``
    Template(Vec<Expr>),
    /// `|c| c.weight > 1`
    Closure {
        params: Vec<String>,
        body: Option<Box<Expr>>,
    },
    /// Something that only rhai can evaluate, and what stands in it.
    Opaque(Vec<Expr>),
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
            Self::Add | Self::Subtract | Self::Multiply => None,
        }
    }

    pub(super) fn is_arithmetic(self) -> bool {
        matches!(self, Self::Add | Self::Subtract | Self::Multiply)
    }

    pub(super) fn is_equality(self) -> bool {
        matches!(self, Self::Equal | Self::NotEqual)
    }
}
