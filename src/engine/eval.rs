//! What facts and verbs come to, on a closed docket: the one definition, used by the native
//! evaluation and by rhai alike.

mod seats;
mod subjects;
mod texts;
mod topics;
mod value;
mod verbs;

use std::borrow::Cow;

use super::budget::{Budget, Spent};
use super::facts::{Id, REVIEWER_WORDS};
use super::syntax::Op;
use crate::ir::bits::Bits;
use crate::ir::{Columns, Given, VERDICT_WORDS, Value};

pub(super) use value::{Seats, Val, int};
pub(super) use verbs::{fact, verb};

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Focus {
    /// Everything: a gate.
    Docket,
    /// One verdict, by its cell: an audit.
    Cell(usize),
    /// One seat: a redispatch policy.
    Seat(usize),
}

/// Goes through seats, cells and findings, and has each paid for before it is looked at.
#[derive(Clone, Copy)]
pub(super) struct Visit<'a, 'b> {
    pub(super) columns: &'a Columns,
    pub(super) focus: Focus,
    pub(super) budget: &'b Budget,
}

/// An expression that needs no rhai. Evaluating one has no loops but those over cells and
/// findings, which the budget pays for.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Node {
    Bool(bool),
    Int(i64),
    Text(String),
    List(Vec<String>),
    Fact(Id, Vec<Node>),
    Verb(Id, Box<Node>, Vec<Node>),
    Param(usize),
    Given(usize),
    Let(usize),
    And(Vec<Node>),
    Or(Vec<Node>),
    Not(Box<Node>),
    Binary(Op, Box<Node>, Box<Node>),
    Negate(Box<Node>),
    /// `env in list`, of texts
    InList(Box<Node>, Box<Node>),
    /// `phase in [1, 3]`
    Among(Box<Node>, Vec<Node>),
    /// `phase in 1..5`; whether the last one belongs to it.
    Within(Box<[Node; 3]>, bool),
    /// The value of what stands here belongs into the trace, in this place.
    Operand(usize, Box<Node>),
}

/// Why a native expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EvalError {
    /// `9223372036854775807 + 1`
    Overflow,
    /// A value of another type than was checked: a defect of Assize, never a pass.
    Internal,
    /// The budget of the judging is spent.
    Spent,
}

impl From<Spent> for EvalError {
    fn from(_: Spent) -> Self {
        Self::Spent
    }
}

/// The value of an operand, for the trace. Most are true, false or a number, of which nothing is made.
pub(super) enum Watched<'v, 'a> {
    Bool(bool),
    Int(i64),
    Val(&'v Val<'a>),
}

/// What an expression is evaluated on.
pub(super) struct Env<'e, 'a> {
    pub(super) columns: &'a Columns,
    pub(super) focus: Focus,
    pub(super) params: &'a [(String, Value)],
    pub(super) given: &'a [Given],
    pub(super) lets: &'e [Option<Val<'a>>],
    pub(super) budget: &'e Budget,
}

impl<'e, 'a> Env<'e, 'a> {
    fn visit(&self) -> Visit<'a, 'e> {
        Visit { columns: self.columns, focus: self.focus, budget: self.budget }
    }
}

type Result<'a> = std::result::Result<Val<'a>, EvalError>;

impl Node {
    /// Evaluates; the values of operands are handed to `seen`.
    pub(super) fn eval<'a>(
        &'a self,
        env: &Env<'_, 'a>,
        seen: &mut impl FnMut(usize, Watched<'_, 'a>),
    ) -> Result<'a> {
        Ok(match self {
            Self::Bool(value) => Val::Bool(*value),
            Self::Int(value) => Val::Int(*value),
            Self::Text(text) => Val::Text(Cow::Borrowed(text)),
            Self::List(list) => Val::List(Cow::Borrowed(list)),
            Self::Fact(id, args) => {
                with_values(args, env, seen, |args| fact(env.visit(), *id, args))?
            }
            // Findings that are grouped anew are not grouped before.
            Self::Verb(id, of, args) if id.regroups() && **of == Self::Fact(Id::Topics, vec![]) => {
                with_values(args, env, seen, |args| env.visit().all_topics_under(*id, args))?
            }
            Self::Verb(id, of, args) => {
                let of = of.eval(env, seen)?;
                with_values(args, env, seen, |args| verb(env.visit(), *id, &of, args))?
            }
            Self::Param(place) => Val::from(&env.params.get(*place).ok_or(EvalError::Internal)?.1),
            Self::Given(place) => Val::from(env.given.get(*place).ok_or(EvalError::Internal)?),
            Self::Let(place) => {
                let value = env.lets.get(*place).and_then(Option::as_ref);
                let value = value.ok_or(EvalError::Internal)?;
                env.budget.visit(value.visits(env.columns))?;
                value.clone()
            }
            Self::And(_) | Self::Or(_) | Self::Not(_) => Val::Bool(self.holds(env, seen)?),
            Self::Binary(op, left, right) => {
                binary(*op, &left.eval(env, seen)?, &right.eval(env, seen)?)?
            }
            Self::Negate(part) => match part.eval(env, seen)? {
                Val::Int(value) => Val::Int(value.checked_neg().ok_or(EvalError::Overflow)?),
                _ => return Err(EvalError::Internal),
            },
            Self::InList(item, list) => {
                let item = item.eval(env, seen)?;
                match list.eval(env, seen)? {
                    Val::List(list) => texts::in_list(env.budget, &item, &list)?,
                    _ => return Err(EvalError::Internal),
                }
            }
            Self::Among(item, entries) => {
                let item = item.eval(env, seen)?;
                let entries = entries.iter().map(|entry| entry.eval(env, seen));
                let entries = entries.collect::<std::result::Result<Vec<_>, _>>()?;
                texts::among(env.budget, &item, &entries)?
            }
            Self::Within(parts, closed) => {
                let [item, low, high] = &**parts;
                let item = item.eval(env, seen)?;
                texts::within(&item, &low.eval(env, seen)?, &high.eval(env, seen)?, *closed)?
            }
            Self::Operand(place, part) => {
                let value = part.eval(env, seen)?;
                env.budget.visit(value.visits(env.columns))?;
                seen(*place, Watched::Val(&value));
                value
            }
        })
    }
}

/// Short cuts for what nearly every condition is made of. They come to what `eval` results in,
/// without a [`Val`] on the way.
impl Node {
    /// Evaluates what is true or false.
    pub(super) fn holds<'a>(
        &'a self,
        env: &Env<'_, 'a>,
        seen: &mut impl FnMut(usize, Watched<'_, 'a>),
    ) -> std::result::Result<bool, EvalError> {
        Ok(match self {
            Self::And(parts) => {
                for part in parts {
                    if !part.holds(env, seen)? {
                        return Ok(false);
                    }
                }
                true
            }
            Self::Or(parts) => {
                for part in parts {
                    if part.holds(env, seen)? {
                        return Ok(true);
                    }
                }
                false
            }
            Self::Not(part) => !part.holds(env, seen)?,
            Self::Operand(place, part) => {
                let holds = match part.told_by_columns(env, seen)? {
                    Some(holds) => holds,
                    None => part.holds(env, seen)?,
                };
                seen(*place, Watched::Bool(holds));
                holds
            }
            _ => match self.told_by_columns(env, seen)? {
                Some(holds) => holds,
                None => self.eval(env, seen)?.truth()?,
            },
        })
    }

    /// Whether a group is empty, or two numbers compare, where that is all it asks.
    fn told_by_columns<'a>(
        &'a self,
        env: &Env<'_, 'a>,
        seen: &mut impl FnMut(usize, Watched<'_, 'a>),
    ) -> std::result::Result<Option<bool>, EvalError> {
        match self {
            Self::Verb(id @ (Id::Some | Id::None), of, _) => {
                let Some(group) = of.group(env) else { return Ok(None) };
                env.budget.visit_set(env.columns.rows.len())?;
                Ok(Some(group.is_empty() == (*id == Id::None)))
            }
            Self::Binary(op, left, right) => {
                let (Some(a), Some(b)) = (left.number(env), right.number(env)) else {
                    return Ok(None);
                };
                let Some(holds) = op.holds(a.cmp(&b)) else { return Ok(None) };
                env.budget.visit_set(2 * env.columns.rows.len())?;
                for (side, value) in [(left, a), (right, b)] {
                    if let Self::Operand(place, _) = &**side {
                        seen(*place, Watched::Int(value));
                    }
                }
                Ok(Some(holds))
            }
            _ => Ok(None),
        }
    }

    /// The group of seats that this names, if that is all it does.
    fn group<'a>(&self, env: &Env<'_, 'a>) -> Option<&'a Bits> {
        match self {
            Self::Fact(Id::Group(group), args) if args.is_empty() && env.focus == Focus::Docket => {
                Some(env.columns.named_group(*group))
            }
            _ => None,
        }
    }

    /// The number that this is, if it needs no computing.
    fn number(&self, env: &Env<'_, '_>) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            Self::Param(place) => match env.params.get(*place)?.1 {
                Value::Int(value) => Some(value),
                _ => None,
            },
            Self::Verb(Id::Count, of, _) => Some(int(of.group(env)?.count())),
            Self::Operand(_, part) => part.number(env),
            _ => None,
        }
    }
}

impl Node {
    /// Hands on this expression and all that stand in it, from the outside in.
    pub(super) fn each<'n>(&'n self, hand: &mut dyn FnMut(&'n Self)) {
        hand(self);
        let mut all = |parts: &'n [Self]| parts.iter().for_each(|part| part.each(hand));
        match self {
            Self::Fact(_, parts) | Self::And(parts) | Self::Or(parts) => all(parts),
            Self::Verb(_, of, parts) | Self::Among(of, parts) => {
                all(parts);
                of.each(hand);
            }
            Self::Not(part) | Self::Negate(part) | Self::Operand(_, part) => part.each(hand),
            Self::Binary(_, one, other) | Self::InList(one, other) => {
                one.each(hand);
                other.each(hand);
            }
            Self::Within(parts, _) => all(&**parts),
            Self::Bool(_)
            | Self::Int(_)
            | Self::Text(_)
            | Self::List(_)
            | Self::Param(_)
            | Self::Given(_)
            | Self::Let(_) => {}
        }
    }

    /// The same with something else in the place of each part, one step down. None where one of them is none.
    pub(super) fn with_parts(&self, part: &mut dyn FnMut(&Self) -> Option<Self>) -> Option<Self> {
        let all = |nodes: &[Self], part: &mut dyn FnMut(&Self) -> Option<Self>| {
            nodes.iter().map(part).collect::<Option<Vec<Self>>>()
        };
        Some(match self {
            Self::Fact(id, args) => Self::Fact(*id, all(args, part)?),
            Self::Verb(id, of, args) => {
                let of = Box::new(part(of)?);
                Self::Verb(*id, of, all(args, part)?)
            }
            Self::And(parts) => Self::And(all(parts, part)?),
            Self::Or(parts) => Self::Or(all(parts, part)?),
            Self::Not(inner) => Self::Not(Box::new(part(inner)?)),
            Self::Negate(inner) => Self::Negate(Box::new(part(inner)?)),
            Self::Operand(place, inner) => Self::Operand(*place, Box::new(part(inner)?)),
            Self::Binary(op, left, right) => {
                Self::Binary(*op, Box::new(part(left)?), Box::new(part(right)?))
            }
            Self::InList(item, list) => Self::InList(Box::new(part(item)?), Box::new(part(list)?)),
            Self::Among(item, entries) => {
                let item = Box::new(part(item)?);
                Self::Among(item, all(entries, part)?)
            }
            Self::Within(parts, closed) => {
                let [item, low, high] = &**parts;
                Self::Within(Box::new([part(item)?, part(low)?, part(high)?]), *closed)
            }
            Self::Bool(_)
            | Self::Int(_)
            | Self::Text(_)
            | Self::List(_)
            | Self::Param(_)
            | Self::Given(_)
            | Self::Let(_) => self.clone(),
        })
    }

    /// Whether evaluating it can end in an error: only numbers can, when they grow too large.
    pub(super) fn can_err(&self) -> bool {
        match self {
            Self::Negate(_) => true,
            Self::Binary(op, left, right) => {
                op.is_arithmetic() || left.can_err() || right.can_err()
            }
            Self::Fact(Id::Abs, _) => true,
            Self::InList(item, list) => item.can_err() || list.can_err(),
            Self::Among(item, entries) => item.can_err() || entries.iter().any(Self::can_err),
            Self::Within(parts, _) => parts.iter().any(Self::can_err),
            Self::Fact(_, parts) | Self::And(parts) | Self::Or(parts) => {
                parts.iter().any(Self::can_err)
            }
            Self::Verb(_, of, args) => of.can_err() || args.iter().any(Self::can_err),
            Self::Not(part) | Self::Operand(_, part) => part.can_err(),
            _ => false,
        }
    }
}

/// Hands on the values of arguments, of which there are two at most, without a list of them.
#[inline]
fn with_values<'a>(
    args: &'a [Node],
    env: &Env<'_, 'a>,
    seen: &mut impl FnMut(usize, Watched<'_, 'a>),
    then: impl FnOnce(&[Val<'a>]) -> Result<'a>,
) -> Result<'a> {
    match args {
        [] => then(&[]),
        [one] => then(&[one.eval(env, seen)?]),
        [one, two] => then(&[one.eval(env, seen)?, two.eval(env, seen)?]),
        _ => Err(EvalError::Internal),
    }
}

fn binary<'a>(op: Op, left: &Val<'a>, right: &Val<'a>) -> Result<'a> {
    if let (Val::Int(a), Val::Int(b)) = (left, right) {
        let sum = match op {
            Op::Add => a.checked_add(*b),
            Op::Subtract => a.checked_sub(*b),
            Op::Multiply => a.checked_mul(*b),
            // Neither by 0 nor the least number by -1.
            Op::Divide => a.checked_div(*b),
            Op::Remainder => a.checked_rem(*b),
            _ => return op.holds(a.cmp(b)).map(Val::Bool).ok_or(EvalError::Internal),
        };
        return sum.map(Val::Int).ok_or(EvalError::Overflow);
    }
    let ordering = match (left, right) {
        (Val::Bool(a), Val::Bool(b)) => a.cmp(b),
        (Val::Text(a), Val::Text(b)) => a.cmp(b),
        (Val::Date(a), Val::Date(b)) => a.cmp(b),
        _ => return Err(EvalError::Internal),
    };
    op.holds(ordering).map(Val::Bool).ok_or(EvalError::Internal)
}

/// Words are compared without regard to case, blanks, `-` and `_`.
pub(super) fn same_word(one: &str, other: &str) -> bool {
    fn letters(word: &str) -> impl Iterator<Item = char> {
        let kept = word.chars().filter(|c| !matches!(c, '-' | '_') && !c.is_whitespace());
        kept.flat_map(char::to_lowercase)
    }
    letters(one).eq(letters(other))
}

/// Whether a word is one of these; words of reviewers are compared as [`same_word`] does, and are those of all reviewers
/// and of a team.
pub(super) fn is_word(words: &[&str], own: &[String], text: &str) -> bool {
    if words != REVIEWER_WORDS {
        return words.contains(&text);
    }
    let spoken = VERDICT_WORDS.iter().map(|(word, _)| *word);
    let mut known = words.iter().copied().chain(spoken).chain(own.iter().map(String::as_str));
    known.any(|word| same_word(word, text))
}
