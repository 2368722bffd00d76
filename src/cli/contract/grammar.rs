//! `assize contract FORMAT --grammar`: a grammar with the rules of other files that it uses, and no others.

use std::collections::BTreeSet;

/// What stands in front of the rules of another file, before its name.
const FROM: &str = "\n// From ";

/// A grammar without the rules of other files that it leaves alone.
pub(super) fn in_use(whole: &str) -> String {
    let mut files = whole.split(FROM);
    let mut printed = files.next().unwrap_or_default().to_owned();
    let others: Vec<(&str, Vec<(&str, &str)>)> = files
        .filter_map(|file| file.split_once('\n'))
        .map(|(name, text)| (name, rules(text)))
        .collect();
    let mut used = BTreeSet::new();
    let mut asked: Vec<&str> = names(&printed).collect();
    while let Some(name) = asked.pop() {
        let defined = others.iter().flat_map(|(_, rules)| rules).find(|(known, _)| *known == name);
        if let Some((known, rule)) = defined.filter(|(known, _)| used.insert(*known)) {
            asked.extend(names(rule).filter(|name| name != known));
        }
    }
    for (file, rules) in &others {
        let kept: Vec<_> = rules.iter().filter(|(name, _)| used.contains(name)).collect();
        if !kept.is_empty() {
            printed += &format!("{FROM}{file}\n\n");
            kept.iter().for_each(|(_, rule)| printed += &format!("{}\n", rule.trim()));
        }
    }
    printed
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
