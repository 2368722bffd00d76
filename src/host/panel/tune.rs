//! A policy with the parameters that a panel sets.

use super::{ChosenParam, ChosenPolicy, Panel, ParamValue, mistakes};
use crate::ruling::Value;
use crate::{Diagnostic, Diagnostics, Policy, Stage};

impl Panel {
    /// Sets the parameters of its policy for a stage.
    ///
    /// # Errors
    ///
    /// Parameters that the policy does not have, of another type, or outside their range: everything at once, each
    /// with its place in the panel's file.
    pub fn tune(&self, stage: Stage, policy: &mut Policy) -> Result<(), Diagnostics> {
        let Some(chosen) = self.policy(stage) else { return Ok(()) };
        let wrong: Vec<Diagnostic> =
            chosen.params.iter().filter_map(|param| set(policy, chosen, param).err()).collect();
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(Diagnostics::new(vec![self.source.clone()], wrong)),
        }
    }

    /// What is wrong with its policy for a stage, which was looked for: told where the panel names it.
    pub fn at_policy(&self, stage: Stage, wrong: Diagnostics) -> Diagnostics {
        match (self.policy(stage), wrong.items()) {
            (Some(chosen), [only]) if only.labels.is_empty() && wrong.sources().is_empty() => {
                let only = only.clone().label(chosen.at, "named here");
                Diagnostics::new(vec![self.source.clone()], vec![only])
            }
            _ => wrong,
        }
    }
}

fn set(policy: &mut Policy, chosen: &ChosenPolicy, param: &ChosenParam) -> Result<(), Diagnostic> {
    let at = param.at;
    let shown = param.name.replace('_', "-");
    let known = &policy.facts().params;
    let Some((_, now)) = known.iter().find(|(name, _)| *name == param.name) else {
        let known: Vec<String> = known.iter().map(|(name, _)| name.replace('_', "-")).collect();
        return Err(mistakes::unknown_param(at, &chosen.name, &shown, &known));
    };
    let wants = |wanted: &str| mistakes::param_type(at, &shown, wanted);
    let text = match (now, param.values.as_slice()) {
        (Value::Int(_), [ParamValue::Number(number)]) => number.to_string(),
        (Value::Int(_), _) => return Err(wants("a whole number, without quotes")),
        (Value::List(_), values) => {
            let entries: Option<Vec<&str>> = values.iter().map(text_of).collect();
            // Entries are set between commas.
            let entries = entries.filter(|all| !all.iter().any(|entry| entry.contains(',')));
            entries.ok_or_else(|| wants("texts without commas, one after the other"))?.join(",")
        }
        (_, [ParamValue::Text(text)]) => text.clone(),
        (Value::Date(_), _) => return Err(wants("a day, `\"2027-01-31\"`")),
        _ => return Err(wants("one text")),
    };
    policy.set_param(&param.name, &text).map_err(|wrong| match wrong.labels.is_empty() {
        true => wrong.label(at, "set here"),
        false => wrong,
    })
}

fn text_of(value: &ParamValue) -> Option<&str> {
    match value {
        ParamValue::Text(text) => Some(text),
        ParamValue::Number(_) => None,
    }
}
