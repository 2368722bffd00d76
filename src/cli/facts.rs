//! Facts of this run, from the command line: `--given phase=3`.

use std::collections::BTreeSet;

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
        GivenType::Seat => {
            let name = Some(value.trim()).filter(|name| !name.is_empty());
            (name.map(Given::from), "the name of a seat")
        }
        GivenType::List | GivenType::Seats => {
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

/// Seats that a fact of this run names and that do not sit, where one that sits is called nearly so: an author by the name
/// `Dev-2` is not the reviewer `dev-2`.
pub(super) fn misnamed(policy: &Policy, docket: &Docket) -> Vec<Diagnostic> {
    let sits: Vec<&str> =
        docket.seats.iter().map(crate::docket::Seat::name).chain(policy.seats()).collect();
    let mut found = Vec::new();
    for (fact, _) in policy.givens().filter(|(_, of)| of.names_seats()) {
        let names = match docket.given.get(fact) {
            Some(Given::Text(name)) => std::slice::from_ref(name),
            Some(Given::List(names)) => names,
            _ => continue,
        };
        for name in names.iter().filter(|name| !sits.contains(&name.as_str())) {
            let near = nearest(name, sits.iter().copied());
            found.extend(near.map(|near| not_that_seat(fact, name, near)));
        }
    }
    let asked = policy.labels();
    let said = docket.seats.iter().flat_map(|seat| seat.labels.keys());
    let unasked: BTreeSet<&String> = said.filter(|said| !asked.contains(&said.as_str())).collect();
    // Owners of paths are told by it as well.
    let unasked = unasked.into_iter().filter(|said| *said != "team");
    found.extend(unasked.map(|said| not_that_label(said, nearest(said, asked.iter().copied()))));
    found
}

/// `seat "dev-2" taem="core"` where the policy asks for the `team` of seats
fn not_that_label(said: &str, near: Option<&str>) -> Diagnostic {
    let code = "assize::seats::not_that_label";
    match near {
        Some(near) => Diagnostic::warning(code)
            .message(format!(
                "the panel says the `{said}` of seats, and the policy asks for their `{near}`"
            ))
            .help(format!("write `{near}=` in the panel, where that is meant")),
        None => Diagnostic::advice(code)
            .message(format!("the policy does not ask for the `{said}` of seats"))
            .help("a panel may say it for other policies; by itself it counts for nothing"),
    }
}

/// `--given author=Dev-2` where `dev-2` sits
fn not_that_seat(fact: &str, name: &str, near: &str) -> Diagnostic {
    Diagnostic::warning("assize::seats::not_that_seat")
        .message(format!("`{fact}` is `{name}`, who does not sit, and `{near}` does"))
        .help(format!(
            "is it `{near}`? Seats are told by their names, to the letter: `--given {fact}={near}`"
        ))
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
