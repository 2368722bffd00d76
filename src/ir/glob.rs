//! Paths, and patterns of them: `src/payments/**`.

mod language;

use std::borrow::Cow;

use crate::source::composed;
pub(crate) use language::is_within;

/// A path as a reviewer writes it, with `/` between folders, and without `.` and `..`. One that leaves the root
/// begins with `..`, and fits no pattern of what lies below it.
pub(crate) fn plain_path(path: &str) -> Cow<'_, str> {
    let path = path.trim();
    if path.contains('\\') {
        return Cow::Owned(plain_path(&path.replace('\\', "/")).into_owned());
    }
    let path = path.strip_prefix("./").unwrap_or(path);
    if !path.split('/').any(|part| matches!(part, "." | ".." | "")) {
        return Cow::Borrowed(path);
    }
    let mut parts: Vec<&str> = Vec::new();
    for (place, part) in path.split('/').enumerate() {
        match part {
            "." => {}
            // A path from the root of the machine keeps its first `/`, one to a folder loses its last.
            "" if place > 0 => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, ".." | "")) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    Cow::Owned(parts.join("/"))
}

/// Whether a path fits a pattern: `*` stands for what is between two `/`, `?` for one character of it, `**` for
/// whole folders.
pub(crate) fn fits(pattern: &str, path: &str) -> bool {
    let pattern = plain_path(pattern);
    is_pattern(&pattern) && matches(&pattern, &plain_path(path))
}

/// A path that a pattern fits.
pub(crate) fn path_for(pattern: &str) -> Option<String> {
    let mut path = String::new();
    let mut rest = pattern;
    while let Some(sign) = rest.chars().next() {
        let mut taken = sign.len_utf8();
        match sign {
            '*' if rest.starts_with("**/") => {
                path.push_str("x/");
                taken = 3;
            }
            '*' if rest.starts_with("**") => {
                path.push_str("x/a.rs");
                taken = 2;
            }
            '*' => path.push('a'),
            '?' => path.push('a'),
            '{' => {
                let end = rest.find('}')?;
                let first = rest[1..end].split(',').next()?;
                path.push_str(&path_for(first).unwrap_or_else(|| first.to_owned()));
                taken = end + 1;
            }
            other => path.push(other),
        }
        rest = &rest[taken..];
    }
    fits_exactly(pattern, &path).then_some(path)
}

/// The library goes by bytes, where `?` and `[…]` mean a character. So each character that takes several is put as one
/// that neither text has.
fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, path) = (&*composed(pattern), &*composed(path));
    let one = pattern.contains(['?', '[']) && !path.is_ascii();
    match one.then(|| in_single_bytes(pattern, path)).flatten() {
        Some((pattern, path)) => fast_glob::glob_match(&pattern, &path),
        None => fast_glob::glob_match(pattern, path),
    }
}

/// Both texts with a byte for each character. None where a bracket names such a character, for those have an order; or
/// where there are more of them than bytes to spare.
fn in_single_bytes(pattern: &str, path: &str) -> Option<(String, String)> {
    let in_bracket = pattern.split('[').skip(1).any(|class| {
        let class = class.split(']').next().unwrap_or_default();
        !class.is_ascii()
    });
    if in_bracket {
        return None;
    }
    let spare = |c: &char| !pattern.contains(*c) && !path.contains(*c);
    let mut spare = ('\u{1}'..='\u{1f}').filter(spare);
    // What the pattern does not name is all alike to it.
    let other = spare.next()?;
    let mut named = std::collections::BTreeMap::new();
    for c in pattern.chars().filter(|c| !c.is_ascii()) {
        if let std::collections::btree_map::Entry::Vacant(unnamed) = named.entry(c) {
            unnamed.insert(spare.next()?);
        }
    }
    let put = |text: &str| -> String {
        let one = |c: char| if c.is_ascii() { c } else { *named.get(&c).unwrap_or(&other) };
        text.chars().map(one).collect()
    };
    Some((put(pattern), put(path)))
}

/// Paths that no one has: a pattern that fits one of them fits whatever there is.
const ODD: [&str; 6] = [
    "qzxwv",
    "qzxwv/jkvq",
    "QZXWV/JKVQ.XQJ",
    "90817/26354.47",
    ".qzx/_jkv-q.xq/~90",
    "ab1/ei2/ou3/nst.qxj",
];

/// Whether a path of the change fits a pattern: to the letter, for it is a path as git has it.
pub(crate) fn fits_exactly(pattern: &str, path: &str) -> bool {
    let pattern = plain_path(pattern);
    is_pattern(&pattern) && matches(&pattern, path)
}

/// Whether a pattern says which paths it is about: not all of them, and not all but some.
pub(crate) fn says_which(pattern: &str) -> bool {
    let negated = pattern.trim_start().starts_with('!');
    !negated && is_pattern(pattern) && !ODD.iter().any(|path| fits(pattern, path))
}

/// Why a pattern fits no path of a change, whatever it is; none where it may fit one.
#[cfg(feature = "host")]
pub(crate) fn never_fits(pattern: &str) -> Option<&'static str> {
    let bare = pattern.trim_start_matches('!');
    match () {
        () if pattern.contains('\\') => Some("folders are parted by `/`"),
        () if !is_pattern(pattern) => Some("a bracket in it is not closed"),
        () if bare.starts_with('/') => Some("a path begins without a `/`"),
        () if bare.ends_with('/') => {
            Some("a path is that of a file; write `/**` for all that lies in a folder")
        }
        () if bare.split('/').any(|part| matches!(part, "." | ".." | "")) => {
            Some("a path has no `.`, no `..` and no `//` in it")
        }
        () => None,
    }
}

/// Whether a pattern can fit something, and is understood in one way.
pub(crate) fn is_pattern(pattern: &str) -> bool {
    !pattern.trim().is_empty() && fast_glob::validate(pattern).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{fits, fits_exactly, is_pattern, says_which};

    #[test]
    fn patterns_fit_as_they_do_in_gitignore_files() {
        for (pattern, path, holds) in [
            ("src/payments/**", "src/payments/card/charge.rs", true),
            ("src/payments/**", "src/payments.rs", false),
            ("src/payments/**", ".\\src\\payments\\a.rs", true),
            ("**/*.md", "README.md", true),
            ("docs/*.md", "docs/a/b.md", false),
            ("migrations/**", "db/migrations/1.sql", false),
            ("**/migrations/**", "db/migrations/1.sql", true),
            ("*.{ts,tsx}", "a.tsx", true),
            ("src/tls/**", "src/tls/../pay/a.rs", false),
            ("src/pay/**", "src/tls/.././pay//a.rs", true),
            ("src/**", "../src/a.rs", false),
            ("src/**", "src/../../src/a.rs", false),
            ("", "a", false),
            ("src/?.rs", "src/é.rs", true),
            ("src/?.rs", "src/漢.rs", true),
            ("src/?.rs", "src/é漢.rs", false),
            ("src/??.rs", "src/é.rs", false),
            ("src/é?.rs", "src/é漢.rs", true),
            ("src/é?.rs", "src/è漢.rs", false),
            ("src/[!a].rs", "src/漢.rs", true),
            ("src/[a-z].rs", "src/é.rs", false),
            ("**/?/*.rs", "é/漢/a.rs", true),
        ] {
            assert_eq!(fits(pattern, path), holds, "{pattern} {path}");
        }
        for (pattern, says) in [
            ("**/*.md", true),
            ("src/**", true),
            ("*.lock", true),
            ("**", false),
            (" !src/**", false),
            ("{**,src}", false),
            ("*[a-z]*/**", false),
            ("**/*.*", false),
        ] {
            assert_eq!(says_which(pattern), says, "{pattern}");
        }
        assert!(fits_exactly("./docs/**", "docs/a.md"));
        for exact in [" docs/a.md", "docs\\a.md", "./docs/a.md"] {
            assert!(fits("docs/**", exact) && !fits_exactly("docs/**", exact), "{exact}");
        }
        assert!(!is_pattern("src/{a") && !is_pattern(" ") && is_pattern("src/**"));
    }
}
