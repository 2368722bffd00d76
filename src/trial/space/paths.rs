//! Paths that patterns can tell apart: one for each set of patterns that a path may fit.

use std::collections::{BTreeMap, BTreeSet};

use super::worlds::elsewhere;
use crate::ir::glob::fits_exactly;

/// Paths that are made for one pattern, and for all of them.
const MOST_OF_ONE: usize = 96;
const MOST: usize = 24;

/// A path for each set of patterns that some path fits which is near to one of them, the plainest first.
pub(super) fn told_apart(patterns: &BTreeSet<String>) -> Vec<String> {
    let chars = in_classes(patterns);
    let near = patterns.iter().flat_map(|pattern| {
        let ways = alternatives(pattern);
        ways.into_iter().flat_map(|way| near(&way, &chars)).take(4 * MOST_OF_ONE)
    });
    let mut cells: BTreeMap<Vec<bool>, String> = BTreeMap::new();
    for path in near.chain(elsewhere(patterns)) {
        let cell: Vec<bool> = patterns.iter().map(|pattern| fits_exactly(pattern, &path)).collect();
        let plainer = |known: &String| (path.len(), &path) < (known.len(), known);
        if !path.is_empty() && cells.get(&cell).is_none_or(plainer) {
            cells.insert(cell, path);
        }
    }
    // What fits none is plainest, then what fits few.
    let mut cells: Vec<(Vec<bool>, String)> = cells.into_iter().collect();
    cells.sort_by_key(|(cell, _)| cell.iter().filter(|fits| **fits).count());
    cells.into_iter().map(|(_, path)| path).take(MOST).collect()
}

/// A pattern without `{…}`, for each choice of what stands there.
fn alternatives(pattern: &str) -> Vec<String> {
    let Some(open) = pattern.find('{') else { return vec![pattern.to_owned()] };
    let (mut depth, mut parts, mut start) = (0_usize, Vec::new(), open + 1);
    for (at, sign) in pattern.char_indices().skip_while(|(at, _)| *at < open) {
        match sign {
            '{' => depth += 1,
            ',' if depth == 1 => {
                parts.push(&pattern[start..at]);
                start = at + 1;
            }
            '}' if depth == 1 => {
                parts.push(&pattern[start..at]);
                let whole = |part: &&str| [&pattern[..open], part, &pattern[at + 1..]].concat();
                let all = parts.iter().map(whole).flat_map(|way| alternatives(&way));
                return all.take(MOST_OF_ONE).collect();
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    vec![pattern.to_owned()]
}

/// The signs that stand in brackets, and those next to them.
fn in_classes(patterns: &BTreeSet<String>) -> BTreeSet<char> {
    let inside = patterns
        .iter()
        .flat_map(|pattern| pattern.split('[').skip(1).filter_map(|rest| rest.split(']').next()));
    let near = |sign: char| {
        let own = u32::from(sign);
        [own.checked_sub(1), Some(own), own.checked_add(1)].into_iter().flatten()
    };
    let signs = inside.flat_map(str::chars).chain(['a']).flat_map(near).filter_map(char::from_u32);
    signs.filter(|sign| sign.is_alphanumeric()).collect()
}

/// Paths that a pattern without `{…}` fits, or nearly fits.
fn near(pattern: &str, chars: &BTreeSet<char>) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut rest = pattern;
    while let Some(sign) = rest.chars().next() {
        let (own, taken): (Vec<String>, usize) = match sign {
            '*' if rest.starts_with("**/") => (owned(&["", "x/", "x/y/"]), 3),
            '*' if rest.starts_with("**") => (owned(&["a", "a.rs", "x/a.rs", "x/y/a"]), 2),
            '*' => (owned(&["a", "b", "", "aa", "a.rs", "x/a"]), 1),
            '?' => (owned(&["a", "b", "", "aa"]), 1),
            '[' => {
                let end = rest.find(']').map_or(rest.len(), |end| end + 1);
                (chars.iter().map(char::to_string).collect(), end)
            }
            other => (vec![other.to_string()], other.len_utf8()),
        };
        let more = all.iter().flat_map(|path| own.iter().map(move |part| format!("{path}{part}")));
        all = more.take(MOST_OF_ONE).collect();
        rest = rest.get(taken..).unwrap_or_default();
    }
    all
}

fn owned(parts: &[&str]) -> Vec<String> {
    parts.iter().map(|part| (*part).to_owned()).collect()
}
