//! Why something was never tried: by what conditions say about each other, else by what the cases show.

use super::{Coverage, Missing};

impl Coverage {
    pub(super) fn why_rule(&self, rule: usize, missing: Missing) -> String {
        let condition = self.policy.own_rule(rule).and_then(|facts| facts.condition.as_deref());
        match (missing, condition) {
            (Missing::Decides, _) => self.why_not_decided(rule),
            (Missing::True, None) => "another rule holds in every case".to_owned(),
            (_, None) => "no other rule holds in any case".to_owned(),
            (Missing::True, Some(_)) if self.branches.always[rule] == Some(false) => {
                "no docket can have it".to_owned()
            }
            (Missing::True, Some(condition)) => self.why_not_true(rule, condition),
            (_, Some(_)) if self.branches.always[rule] == Some(true) => {
                "every docket has it".to_owned()
            }
            (_, Some(condition)) => format!("every case has `{condition}`"),
        }
    }

    fn why_not_decided(&self, rule: usize) -> String {
        if let Some(other) = &self.branches.shadowed[rule] {
            return format!("whenever it holds, `{other}` holds too");
        }
        let instead = &self.rules[rule].instead;
        let names: Vec<String> = instead.keys().map(|name| format!("`{name}`")).collect();
        format!("where it holds, {} decides", listed(&names, "or"))
    }

    /// Which sides of an `&&` no case has, or that none has all of them.
    fn why_not_true(&self, rule: usize, condition: &str) -> String {
        let branches = self.branches.all.iter().zip(&self.operands);
        let needed: Vec<_> =
            branches.filter(|(branch, _)| branch.rule == Some(rule) && branch.needed).collect();
        let never = needed.iter().filter(|(_, tried)| tried.held == 0);
        let never: Vec<String> = never.map(|(branch, _)| format!("`{}`", branch.text)).collect();
        match (needed.is_empty(), never.is_empty()) {
            (true, _) => format!("no case has `{condition}`"),
            (false, false) => format!("no case has {}", listed(&never, "or")),
            (false, true) => {
                let all = needed.iter().map(|(branch, _)| format!("`{}`", branch.text));
                let all: Vec<String> = all.collect();
                format!("no case has {} at once", listed(&all, "and"))
            }
        }
    }

    pub(super) fn why_operand(&self, place: usize, missing: Missing) -> String {
        let branch = &self.branches.all[place];
        match (missing, branch.always) {
            (Missing::Value, _) => "it has no value by itself".to_owned(),
            (Missing::True, Some(false)) => "no docket can have it".to_owned(),
            (Missing::True, _) => format!("no case has `{}`", branch.text),
            (_, Some(true)) => "every docket has it".to_owned(),
            (..) => format!("every case has `{}`", branch.text),
        }
    }
}

/// `a, b or c`
fn listed(names: &[String], last: &str) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [before @ .., end] => format!("{} {last} {end}", before.join(", ")),
    }
}
