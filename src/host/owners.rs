//! Who owns which paths: a file `CODEOWNERS`, as GitHub reads it, but for lines that it would pass over.

use std::path::Path;

use super::named::{self, Asked};
use super::{Files, Judged};
use crate::ir::owner_globs;
use crate::{Diagnostic, Diagnostics, Source, Span};

const ASKED: Asked = Asked {
    flag: "--owners",
    example: "/src/pay/ @dana @org/core",
    // GitHub reads no larger one.
    limit: 3 * 1024 * 1024,
    optional: true,
};
/// More mistakes of one file help no reader.
const MOST: usize = 5;

/// The lines of such a file: patterns of paths, and who owns them.
pub type OwnerRules = Vec<(String, Vec<String>)>;

/// Reads a file `CODEOWNERS`, and gives it with its lines.
///
/// ```text
/// # Who answers for what.
/// *            @org/core
/// /src/pay/    @dana @eve
/// ```
///
/// # Errors
///
/// The file cannot be read, is empty or lies among the reports; a line that is not understood, which GitHub would pass
/// over, so that nobody had to approve what it is about.
pub fn owners(
    files: &dyn Files,
    path: &Path,
    judged: &Judged,
) -> Result<(Source, OwnerRules), Diagnostics> {
    let source = named::open(files, path, ASKED, judged)?;
    let (mut rules, mut wrong, mut start) = (Vec::new(), Vec::new(), 0);
    for line in source.text().unwrap_or_default().split_inclusive('\n') {
        let at = Span::new(start, start + line.trim_end().len());
        start += line.len();
        let line = if at.start == 0 { line.trim_start_matches('\u{feff}') } else { line };
        match owned(line.trim()) {
            Ok(rule) => rules.extend(rule),
            Err(why) => wrong.push(not_understood(at, why)),
        }
        if wrong.len() == MOST {
            break;
        }
    }
    match wrong.is_empty() {
        true => Ok((source, rules)),
        false => Err(Diagnostics::new(vec![source], wrong)),
    }
}

/// The pattern of a line, and its owners; none of a blank line or a comment.
fn owned(line: &str) -> Result<Option<(String, Vec<String>)>, &'static str> {
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    if line.starts_with('[') || line.starts_with("^[") {
        return Err("sections are those of GitLab, and are not read");
    }
    let end = pattern_end(line);
    let pattern = line[..end].replace("\\ ", " ");
    owner_globs(&pattern)?;
    let owners = line[end..].split_whitespace().take_while(|owner| !owner.starts_with('#'));
    let owners: Vec<String> = owners.map(str::to_owned).collect();
    match owners.iter().all(|owner| is_owner(owner)) {
        true => Ok(Some((pattern, owners))),
        false => Err("an owner is `@dana`, `@org/team`, or an address"),
    }
}

/// Where a pattern ends: at a blank without a `\` before it.
fn pattern_end(line: &str) -> usize {
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        if c.is_whitespace() && !escaped {
            return at;
        }
        escaped = c == '\\' && !escaped;
    }
    line.len()
}

fn is_owner(text: &str) -> bool {
    let plain = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || "-_.+".contains(c))
    };
    match text.strip_prefix('@') {
        Some(name) => match name.split_once('/') {
            Some((org, team)) => plain(org) && plain(team),
            None => plain(name),
        },
        None => text.split_once('@').is_some_and(|(name, host)| plain(name) && plain(host)),
    }
}

/// `!docs/ @dana`
fn not_understood(at: Span, why: &str) -> Diagnostic {
    Diagnostic::error("assize::host::owners")
        .message("this line does not say who owns what")
        .label(at, why)
        .help("write a pattern of paths and its owners, `/src/pay/ @dana @org/core`, or begin the line with `#`")
}

#[cfg(test)]
mod tests {
    use super::owned;

    #[test]
    fn lines_are_read_as_github_reads_them() {
        let of =
            |line: &str| owned(line).unwrap().map(|(pattern, owners)| (pattern, owners.join(" ")));
        let rule = |pattern: &str, owners: &str| Some((pattern.to_owned(), owners.to_owned()));
        assert_eq!(of("# all"), None);
        assert_eq!(of("*  @org/core"), rule("*", "@org/core"));
        assert_eq!(of("*.js @dana #This is a comment."), rule("*.js", "@dana"));
        assert_eq!(of("/a\\ b/ d@x.org"), rule("/a b/", "d@x.org"));
        assert_eq!(of("/docs/"), rule("/docs/", ""));
        for odd in ["[Docs] @dana", "!a @dana", "a dana", "a @", "a @org/", "a[0-9] @dana"] {
            assert!(owned(odd).is_err(), "{odd}");
        }
    }
}
