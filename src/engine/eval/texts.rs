//! What of rhai itself is in the fact table: texts, numbers, `in`.

use super::{EvalError, Result, Val, int};
use crate::engine::budget::Budget;
use crate::engine::facts::Id;

/// A verb of a text, which the budget has paid for.
pub(super) fn text_verb<'a>(budget: &Budget, id: Id, text: &str, args: &[Val<'_>]) -> Result<'a> {
    Ok(match (id, args) {
        (Id::Len, []) => Val::Int(int(text.chars().count())),
        (Id::StartsWith, [Val::Text(part)]) => Val::Bool(text.starts_with(part.as_ref())),
        (Id::EndsWith, [Val::Text(part)]) => Val::Bool(text.ends_with(part.as_ref())),
        (Id::Contains, [Val::Text(part)]) => {
            budget.visit(part.len() as u64)?;
            Val::Bool(text.contains(part.as_ref()))
        }
        _ => return Err(EvalError::Internal),
    })
}

/// `min`, `max` and `abs`.
pub(super) fn number<'a>(id: Id, args: &[Val<'_>]) -> Result<'a> {
    Ok(Val::Int(match (id, args) {
        (Id::Min, [Val::Int(a), Val::Int(b)]) => *a.min(b),
        (Id::Max, [Val::Int(a), Val::Int(b)]) => *a.max(b),
        (Id::Abs, [Val::Int(a)]) => a.checked_abs().ok_or(EvalError::Overflow)?,
        _ => return Err(EvalError::Internal),
    }))
}

/// `phase in 1..5`
pub(super) fn within<'a>(
    item: &Val<'_>,
    low: &Val<'_>,
    high: &Val<'_>,
    closed: bool,
) -> Result<'a> {
    match (item, low, high) {
        (Val::Int(item), Val::Int(low), Val::Int(high)) => {
            Ok(Val::Bool(low <= item && if closed { item <= high } else { item < high }))
        }
        _ => Err(EvalError::Internal),
    }
}

/// `phase in [1, 3]`
pub(super) fn among<'a>(budget: &Budget, item: &Val<'_>, entries: &[Val<'_>]) -> Result<'a> {
    budget.visit(entries.len() as u64)?;
    Ok(Val::Bool(entries.contains(item)))
}

/// `env in ["prod", "test"]`
pub(super) fn in_list<'a>(budget: &Budget, item: &Val<'_>, list: &[String]) -> Result<'a> {
    let Val::Text(text) = item else { return Err(EvalError::Internal) };
    budget.visit(list.len() as u64)?;
    Ok(Val::Bool(list.iter().any(|entry| entry == text.as_ref())))
}
