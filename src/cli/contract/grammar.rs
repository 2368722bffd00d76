//! `assize contract FORMAT --grammar`: a grammar with the common rules that it uses, and no others.

use std::collections::VecDeque;

/// What stands between the rules of a format and those of `common.pest`.
const COMMON: &str = "\n// From common.pest.\n\n";

/// A grammar without the common rules that it leaves alone; those that it uses in order of use.
pub(super) fn in_use(whole: &str) -> String {
    let Some((own, common)) = whole.split_once(COMMON) else { return whole.to_owned() };
    let mut unused = rules(common);
    let mut asked: VecDeque<&str> = names(own).collect();
    let mut used = String::new();
    while let Some(name) = asked.pop_front() {
        let Some(at) = unused.iter().position(|(known, _)| *known == name) else { continue };
        let (_, rule) = unused.remove(at);
        used += rule.trim_end();
        used.push('\n');
        asked.extend(names(rule));
    }
    match used.is_empty() {
        true => own.to_owned(),
        false => format!("{own}{COMMON}{used}"),
    }
}

/// Every rule with its name and the comment above it: a line that begins with a letter begins a rule.
fn rules(text: &str) -> Vec<(&str, &str)> {
    let (mut rules, mut name, mut start, mut at) = (Vec::new(), None, 0, 0);
    for line in text.split_inclusive('\n') {
        let begins = line.starts_with(|first: char| first.is_ascii_alphabetic());
        if let Some(before) = name.filter(|_| begins || line.starts_with("///")) {
            rules.push((before, &text[start..at]));
            (name, start) = (None, at);
        }
        if begins {
            name = names(line).next();
        }
        at += line.len();
    }
    rules.extend(name.map(|last| (last, &text[start..])));
    rules
}

/// The names in the rules, in order; what a comment or a literal says is none, or asks for too much at worst.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.starts_with("//"))
        .flat_map(|line| line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')))
        .filter(|name| !name.is_empty())
}
