//! Parameters of a policy, set for one run: `--set min_reviewers=2`.

use std::sync::Arc;

use super::{Policy, facts};
use crate::ir::{Date, Diagnostic, Diagnostics, Value};

impl Policy {
    /// The same policy with parameters set for one run, by name and text as [`Policy::set`] takes them. What was compiled is
    /// shared.
    ///
    /// ```
    /// use assize::{Docket, Policy, Source, Stage, built_in};
    /// let text = built_in(Stage::Gate, "any-blocker").unwrap();
    /// let policy = Policy::compile(Stage::Gate, "any-blocker", text)?;
    /// let strict = policy.with([("min_reviewers", "2")])?;
    /// let mut docket = Docket::new("task-17");
    /// docket.seat("qa");
    /// docket.submit("qa", Source::new("qa.md", "verdict: pass\nconfidence: high\n"));
    /// let docket = docket.close();
    /// assert!(policy.judge(&docket)?.opening().is_some());
    /// assert_eq!(strict.judge(&docket)?.rule_name(), "too few reviewers to decide");
    /// assert!(policy.with([("min_reviewers", "0")]).is_err());
    /// # Ok::<(), assize::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Every parameter that is not there, has another type, or is outside its range.
    pub fn with<N: AsRef<str>, V: AsRef<str>>(
        &self,
        params: impl IntoIterator<Item = (N, V)>,
    ) -> Result<Self, Diagnostics> {
        let (mut own, mut wrong) = (self.clone(), Vec::new());
        for (name, value) in params {
            wrong.extend(own.set_param(name.as_ref(), value.as_ref()).err());
        }
        match wrong.is_empty() {
            true => Ok(own),
            false => Err(Diagnostics::new(vec![self.facts.source.clone()], wrong)),
        }
    }

    /// Sets a parameter from text: `min_reviewers` to `2`. Entries of a list stand between commas.
    ///
    /// # Errors
    ///
    /// No such parameter, another type, or outside the range. Nothing is changed then.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), Diagnostics> {
        Ok(self.set_param(name, text)?)
    }

    /// The same, with what is wrong by itself.
    pub(crate) fn set_param(&mut self, name: &str, text: &str) -> Result<(), Diagnostic> {
        let Some(place) = self.facts.params.iter().position(|(known, _)| known == name) else {
            return Err(self.unknown_param(name));
        };
        let Some(param) = self.code.params.iter().find(|param| param.name == name) else {
            return self.set_in_base(name, text, place);
        };
        let value = match param.value {
            Value::Int(_) => match text.trim().parse() {
                Ok(value) => Value::Int(value),
                Err(_) => return Err(param_type(name, text, "a whole number", "2")),
            },
            Value::Date(_) => match Date::parse(text.trim()) {
                Some(day) => Value::Date(day),
                None => return Err(param_type(name, text, "a day", "2027-01-31")),
            },
            Value::List(_) => {
                let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
                Value::List(entries.map(str::to_owned).collect())
            }
            _ => Value::Text(text.to_owned()),
        };
        if let Some(why) = param.misfit(&value) {
            return Err(param_outside(name, &why, &param.doc));
        }
        let before = self.clone();
        Arc::make_mut(&mut self.facts).params[place].1 = value;
        self.set.push((name.to_owned(), text.to_owned()));
        self.seat().map_err(|wrong| {
            *self = before;
            Diagnostic { labels: Vec::new(), ..wrong }
        })
    }

    /// Sets a parameter of a policy that this one extends.
    fn set_in_base(&mut self, name: &str, text: &str, place: usize) -> Result<(), Diagnostic> {
        let before = self.clone();
        let mut value = None;
        for base in &mut Arc::make_mut(&mut self.code).bases {
            if base.facts.params.iter().any(|(known, _)| known == name) {
                base.set_param(name, text)?;
                value = base.facts.params.iter().find(|(known, _)| known == name).cloned();
            }
        }
        if let Some(value) = value {
            Arc::make_mut(&mut self.facts).params[place] = value;
            self.set.push((name.to_owned(), text.to_owned()));
        }
        self.seat().map_err(|wrong| {
            *self = before;
            Diagnostic { labels: Vec::new(), ..wrong }
        })
    }

    fn unknown_param(&self, name: &str) -> Diagnostic {
        let known: Vec<&str> = self.facts.params.iter().map(|(name, _)| name.as_str()).collect();
        let given = self.all_givens().iter().any(|given| given.name == name);
        let help = match (facts::nearest(name, known.iter().copied()), known.is_empty()) {
            _ if given => {
                format!("`{name}` is a fact of this run: on the command line, `--given {name}=…`")
            }
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, true) => format!("`{}` has no parameters", self.facts.name),
            (None, false) => format!("`{}` has {}", self.facts.name, known.join(", ")),
        };
        Diagnostic::error("assize::policy::unknown_param")
            .message(format!("the policy has no parameter `{name}`"))
            .help(help)
    }
}

/// `--set min_reviewers=two`
fn param_type(name: &str, text: &str, of: &str, example: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::param_type")
        .message(format!("`{name}` is {of}, not `{text}`"))
        .help(format!("write `{name}={example}`"))
}

/// `--set min_reviewers=0`
fn param_outside(name: &str, why: &str, doc: &str) -> Diagnostic {
    let help = match doc {
        "" => "the range is in the policy, beside the parameter".to_owned(),
        _ => format!("choose a value in its range; the policy says of `{name}`: {doc}"),
    };
    Diagnostic::error("assize::policy::param_range")
        .message(format!("`{name}` cannot be set to this: {why}"))
        .help(help)
}
