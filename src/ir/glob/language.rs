//! Patterns as languages of paths: whether every path that fits one of them fits one of some others.
//!
//! Claimed only of patterns that mean the same to everybody: letters, `*` between two `/`, `**` as the first or the last part,
//! `{a,b}`, and brackets with letters and digits. A test holds the claims to the matcher.

use std::collections::BTreeSet;

/// Sets of places that are looked at.
const MOST: usize = 2000;
/// Patterns without `{…}` that one is taken apart into.
const MOST_WAYS: usize = 24;

/// What stands at one place of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    One(BTreeSet<char>),
    /// `*`: any characters but `/`.
    Star,
    /// `**/` at the beginning: nothing, or anything that ends with `/`.
    Folders,
    /// `**` at the end.
    Rest,
}

/// A character that no pattern names.
const OTHER: char = '\u{0}';

/// A pattern in pieces that can be followed character by character.
type Way = Vec<Part>;

/// Whether every path that fits a pattern fits one of some others. False where that is not known.
pub(crate) fn is_within(pattern: &str, others: &[&str]) -> bool {
    if others.contains(&pattern) {
        return true;
    }
    let Some(own) = ways(pattern) else { return false };
    // One that is not understood fits less than it might.
    let others: Vec<Way> = others.iter().filter_map(|other| ways(other)).flatten().collect();
    let mut signs: BTreeSet<char> = BTreeSet::from(['/', OTHER]);
    for part in own.iter().chain(&others).flatten() {
        if let Part::One(set) = part {
            signs.extend(set);
        }
    }
    let start = closed(&others, others.iter().map(|_| 0).enumerate().collect());
    own.iter().all(|way| covers(way, (&others, &start), &signs))
}

/// Places in several patterns: which one, and how far.
type Places = BTreeSet<(usize, usize)>;

/// Whether whatever ends in one pattern ends in one of the others.
fn covers(way: &Way, (others, start): (&[Way], &Places), signs: &BTreeSet<char>) -> bool {
    let one = std::slice::from_ref(way);
    let first = (closed(one, Places::from([(0, 0)])), start.clone());
    let mut seen = BTreeSet::from([first.clone()]);
    let mut todo = vec![first];
    while let Some((own, other)) = todo.pop() {
        if ends(one, &own) && !ends(others, &other) {
            return false;
        }
        for sign in signs {
            let next = (after(one, &own, *sign), after(others, &other, *sign));
            if next.0.is_empty() || !seen.insert(next.clone()) {
                continue;
            }
            if seen.len() > MOST {
                return false;
            }
            todo.push(next);
        }
    }
    true
}

fn ends(ways: &[Way], places: &Places) -> bool {
    places.iter().any(|(way, at)| ways[*way].len() == *at)
}

/// The places behind one character.
fn after(ways: &[Way], places: &Places, sign: char) -> Places {
    let mut next = Places::new();
    for (way, at) in places {
        match ways[*way].get(*at) {
            Some(Part::One(set)) if set.contains(&sign) => drop(next.insert((*way, at + 1))),
            Some(Part::Star) if sign != '/' => drop(next.insert((*way, *at))),
            Some(Part::Folders) => {
                next.insert((*way, *at));
                if sign == '/' {
                    next.insert((*way, at + 1));
                }
            }
            Some(Part::Rest) => drop(next.insert((*way, *at))),
            _ => {}
        }
    }
    closed(ways, next)
}

/// The same, with the places behind what may be nothing. `**/` is nothing only at the very beginning.
fn closed(ways: &[Way], mut places: Places) -> Places {
    let mut todo: Vec<(usize, usize)> = places.iter().copied().collect();
    while let Some((way, at)) = todo.pop() {
        let next = match ways[way].get(at) {
            Some(Part::Star | Part::Rest) => (way, at + 1),
            _ => continue,
        };
        if places.insert(next) {
            todo.push(next);
        }
    }
    places
}

/// The ways to read a pattern; none where one is not understood.
fn ways(pattern: &str) -> Option<Vec<Way>> {
    if pattern.trim() != pattern {
        return None;
    }
    let mut all = Vec::new();
    for text in alternatives(pattern)? {
        let deep = text.strip_prefix("**/");
        all.push(way(deep.unwrap_or(&text), deep.is_some())?);
        // Where it is nothing, the rest stands by itself.
        if let Some(rest) = deep {
            all.push(way(rest, false)?);
        }
    }
    Some(all)
}

fn way(text: &str, deep: bool) -> Option<Way> {
    let (body, rest) = match text {
        "**" => ("", true),
        text => match text.strip_suffix("/**") {
            Some(body) => (body, true),
            None => (text, false),
        },
    };
    let whole = !body.is_empty() || text == "**";
    let plain = body
        .split('/')
        .all(|part| !matches!(part, "." | "..") && (whole && !part.is_empty() || text == "**"));
    if !plain || body.contains("**") {
        return None;
    }
    let mut parts: Way = if deep { vec![Part::Folders] } else { Vec::new() };
    let mut signs = body.chars();
    while let Some(sign) = signs.next() {
        parts.push(match sign {
            '*' => Part::Star,
            '[' => Part::One(class(&mut signs)?),
            c if c.is_ascii_alphanumeric() || "/.-_ @+=~#".contains(c) => {
                Part::One(BTreeSet::from([c]))
            }
            _ => return None,
        });
    }
    if rest {
        if !body.is_empty() {
            parts.push(Part::One(BTreeSet::from(['/'])));
        }
        parts.push(Part::Rest);
    }
    Some(parts)
}

/// `a-z0]`
fn class(signs: &mut std::str::Chars<'_>) -> Option<BTreeSet<char>> {
    let mut set = BTreeSet::new();
    let inside: Vec<char> = signs.by_ref().take_while(|c| *c != ']').collect();
    let mut at = 0;
    while let Some(&first) = inside.get(at) {
        let last = match inside.get(at + 1..at + 3) {
            Some(&['-', last]) => last,
            _ => first,
        };
        let known = |c: char| c.is_ascii_alphanumeric();
        if !known(first) || !known(last) || first > last {
            return None;
        }
        at += if last == first && inside.get(at + 1) != Some(&'-') { 1 } else { 3 };
        set.extend(first..=last);
    }
    (!set.is_empty()).then_some(set)
}

/// The pattern for each choice of what stands in `{…}`; none where there are many, or one in another one.
fn alternatives(pattern: &str) -> Option<Vec<String>> {
    let Some(open) = pattern.find('{') else { return Some(vec![pattern.to_owned()]) };
    let close = open + pattern[open..].find('}')?;
    let inside = &pattern[open + 1..close];
    // What stands in brackets is no choice.
    if inside.contains(['{', '[', ']']) || inside.contains("**") || pattern[..open].contains('[') {
        return None;
    }
    let rest = alternatives(&pattern[close + 1..])?;
    let all = inside
        .split(',')
        .flat_map(|choice| rest.iter().map(move |rest| [&pattern[..open], choice, rest].concat()));
    let all: Vec<String> = all.collect();
    (all.len() <= MOST_WAYS).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::is_within;
    use crate::ir::glob::fits_exactly;

    const PATTERNS: [&str; 26] = [
        "a", "*", "**", "a/*", "a/**", "*/a", "**/a", "**/*", "*a", "a*", "a*b", "*.b", "**/*.b",
        "{a,b}/**", "{b,a}/**", "a/{a,b}", "**/{a,b}", "[ab]/**", "[a-b]*", "a/b/**", "**/a/**",
        "a/*/b", "*/*", "*/**", "{a,b}*", "a.{a,b}",
    ];

    /// Every path of a few characters.
    fn paths(most: usize) -> Vec<String> {
        let mut all = vec![String::new()];
        let mut from = 0;
        for _ in 0..most {
            let end = all.len();
            for at in from..end {
                let longer = "ab/.c".chars().map(|sign| format!("{}{sign}", all[at]));
                all.extend(longer.collect::<Vec<_>>());
            }
            from = end;
        }
        all
    }

    #[test]
    fn what_is_claimed_of_two_patterns_is_so_of_every_path() {
        let paths = paths(5);
        let fit: Vec<Vec<bool>> = PATTERNS
            .iter()
            .map(|pattern| paths.iter().map(|path| fits_exactly(pattern, path)).collect())
            .collect();
        let within = |one: usize, others: &[usize]| {
            (0..paths.len()).all(|at| !fit[one][at] || others.iter().any(|other| fit[*other][at]))
        };
        let (mut claimed, mut missed) = (0, Vec::new());
        for one in 0..PATTERNS.len() {
            for two in 0..PATTERNS.len() {
                for three in two..PATTERNS.len() {
                    let is = is_within(PATTERNS[one], &[PATTERNS[two], PATTERNS[three]]);
                    let so = within(one, &[two, three]);
                    let all = [one, two, three].map(|at| PATTERNS[at]);
                    assert!(
                        !is || so,
                        "{all:?}: {:?}",
                        paths.iter().enumerate().find(|(at, _)| {
                            fit[one][*at] && !fit[two][*at] && !fit[three][*at]
                        })
                    );
                    claimed += usize::from(is);
                    missed.extend((so && !is && two == three).then_some(all));
                }
            }
        }
        assert!(claimed > 300, "{claimed}");
        assert!(missed.is_empty(), "{missed:?}");
    }
}
