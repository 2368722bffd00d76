//! What a change of `hook { … }` in `assize.kdl` does: which commands are held, and how long.

use crate::cli::hook::HELD;
use crate::emit::visible::visible;
use crate::host::{HookRules, PanelChange};

/// All in which the rules of hooks differ.
pub(super) fn hook_changes(old: &HookRules, new: &HookRules) -> Vec<PanelChange> {
    let mut all = Vec::new();
    let mut say = |says: String, loosens: bool| {
        all.push(PanelChange { says: visible(&says).into_owned(), loosens });
    };
    let [was, is] = [old, new]
        .map(|rules| rules.hold.clone().unwrap_or_else(|| HELD.map(str::to_owned).to_vec()));
    for command in was.iter().filter(|command| !is_held(command, &is)) {
        say(format!("`{command}` is not held any more"), true);
    }
    for command in is.iter().filter(|command| !is_held(command, &was)) {
        say(format!("`{command}` is held now"), false);
    }
    if old.attempts != new.attempts {
        let [was, is] = [old, new].map(|rules| in_words(rules.attempts));
        say(format!("a round sends an agent on {is} times at most; it was {was}"), false);
    }
    if old.wait != new.wait {
        let [was, is] = [old, new].map(|rules| in_words(rules.wait));
        say(format!("a reviewer has {is} seconds; it was {was}"), false);
    }
    all
}

/// Whether a command begins with one that is held.
fn is_held(command: &str, held: &[String]) -> bool {
    let begins = |own: &String| {
        let rest = command.strip_prefix(own.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    held.iter().any(begins)
}

fn in_words(number: Option<u32>) -> String {
    number.map_or_else(|| "as many as by default".to_owned(), |number| number.to_string())
}
