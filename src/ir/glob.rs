//! Paths, and patterns of them: `src/payments/**`.

use std::borrow::Cow;

/// A path with `/` between folders, and without `./` before it.
pub(crate) fn plain_path(path: &str) -> Cow<'_, str> {
    let path = path.trim();
    if path.contains('\\') {
        return Cow::Owned(plain_path(&path.replace('\\', "/")).into_owned());
    }
    Cow::Borrowed(path.strip_prefix("./").unwrap_or(path))
}

/// Whether a path fits a pattern: `*` and `?` stand for what is between two `/`, `**` for whole folders.
pub(crate) fn fits(pattern: &str, path: &str) -> bool {
    let pattern = plain_path(pattern);
    is_pattern(&pattern) && fast_glob::glob_match(pattern.as_ref(), plain_path(path).as_ref())
}

/// Whether a pattern says which paths it is about: not all of them, and not all but some.
pub(crate) fn says_which(pattern: &str) -> bool {
    let negated = pattern.trim_start().starts_with('!');
    !negated && pattern.contains(char::is_alphanumeric) && is_pattern(pattern)
}

/// Whether a pattern can fit something, and is understood in one way.
pub(crate) fn is_pattern(pattern: &str) -> bool {
    !pattern.trim().is_empty() && fast_glob::validate(pattern).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{fits, is_pattern, says_which};

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
            ("", "a", false),
        ] {
            assert_eq!(fits(pattern, path), holds, "{pattern} {path}");
        }
        assert!(says_which("**/*.md") && !says_which("**") && !says_which(" !src/**"));
        assert!(!is_pattern("src/{a") && !is_pattern(" ") && is_pattern("src/**"));
    }
}
