//! Facts of this run, from the command line: `--given phase=3`.

use crate::docket::{Date, Given};
use crate::host::nearest;
use crate::policy::GivenType;
use crate::{Diagnostic, Policy};

/// The value of a fact, of the type that the policy asks for.
pub(super) fn read(policy: &Policy, name: &str, value: &str) -> Result<Given, Diagnostic> {
    let Some((_, wanted)) = policy.givens().find(|(known, _)| *known == name) else {
        let known: Vec<&str> = policy.givens().map(|(name, _)| name).collect();
        return Err(not_asked_for(
            name,
            &known,
            policy.facts().params.iter().any(|(param, _)| param == name),
        ));
    };
    let (given, example) = match wanted {
        GivenType::Int => (value.parse().ok().map(Given::Int), "a whole number, such as 3"),
        GivenType::Bool => (value.parse().ok().map(Given::Bool), "`true` or `false`"),
        GivenType::Text => (Some(Given::Text(value.to_owned())), "a text"),
        GivenType::List => {
            let entries = value.split(',').map(str::trim).filter(|entry| !entry.is_empty());
            (Some(Given::List(entries.map(str::to_owned).collect())), "texts between commas")
        }
        GivenType::Date => (Date::parse(value).map(Given::Date), "a day, such as 2026-11-21"),
    };
    given.ok_or_else(|| {
        Diagnostic::error("assize::cli::given_type")
            .message(format!("`{value}` is not a value for `{name}`"))
            .help(format!("the policy asks for {example}"))
    })
}

/// `--given phse=3`.
fn not_asked_for(name: &str, known: &[&str], is_param: bool) -> Diagnostic {
    let help = match nearest(name, known.iter().copied()) {
        _ if is_param => format!("`{name}` is a parameter: `--set {name}=…`"),
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => {
            "the policy asks for no facts of this run: leave `--given` out".to_owned()
        }
        None => format!("it asks for {}", known.join(", ")),
    };
    Diagnostic::error("assize::cli::not_asked_for")
        .message(format!("the policy does not ask for `{name}`"))
        .help(help)
}
