//! Facts of this run, from the command line: `--given phase=3`.

use crate::docket::{Date, Given};
use crate::host::nearest;
use crate::policy::GivenType;
use crate::{Diagnostic, Diagnostics, Docket, Policy};

/// The value of a fact, of the type that the policy asks for.
pub(super) fn read(policy: &Policy, name: &str, value: &str) -> Result<Given, Diagnostic> {
    let wanted = policy.givens().find(|(known, _)| *known == name);
    let (_, wanted) = wanted.ok_or_else(|| unknown(policy, name))?;
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

/// Holds the facts of a docket that was handed over whole against a policy. A host may tell what this
/// policy does not ask for, but not by a name that can be mistaken for one that it asks for.
pub(super) fn check_told(policy: &Policy, docket: &Docket) -> Result<(), Diagnostics> {
    let told = |name: &str| docket.given.contains_key(name);
    let silent: Vec<&str> = policy.givens().map(|(name, _)| name).filter(|n| !told(n)).collect();
    let is_param = |name: &str| policy.facts().params.iter().any(|(param, _)| param == name);
    let mistaken = |name: &&String| {
        let asked = policy.givens().any(|(known, _)| known == name.as_str());
        !asked && (is_param(name) || nearest(name, silent.iter().copied()).is_some())
    };
    let wrong = docket.given.keys().filter(mistaken).map(|name| unknown(policy, name));
    let wrong: Vec<Diagnostic> = wrong.collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.into()) }
}

fn unknown(policy: &Policy, name: &str) -> Diagnostic {
    let known: Vec<&str> = policy.givens().map(|(name, _)| name).collect();
    let is_param = policy.facts().params.iter().any(|(param, _)| param == name);
    not_asked_for(name, &known, is_param)
}

/// `--given phse=3`.
fn not_asked_for(name: &str, known: &[&str], is_param: bool) -> Diagnostic {
    let help = match nearest(name, known.iter().copied()) {
        _ if is_param => format!("`{name}` is a parameter: `--set {name}=…`"),
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => {
            "the policy asks for no facts of this run: leave it out".to_owned()
        }
        None => format!("it asks for {}", known.join(", ")),
    };
    Diagnostic::error("assize::cli::not_asked_for")
        .message(format!("the policy does not ask for `{name}`"))
        .help(help)
}
