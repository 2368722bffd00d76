//! Who owns which paths, by the rules of a file `CODEOWNERS`.

/// Who owns which paths. Of the patterns that fit a path the last one counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Owners(Vec<Owned>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Owned {
    /// As it is written: `/src/pay/`.
    pub(crate) pattern: String,
    pub(crate) owners: Vec<String>,
    /// None where the pattern is not understood: it may be about any path.
    globs: Option<Vec<String>>,
}

impl Owners {
    pub(crate) fn add(&mut self, pattern: &str, owners: Vec<String>) {
        self.0.push(Owned { pattern: pattern.to_owned(), owners, globs: globs(pattern).ok() });
    }

    /// Its lines, in their order.
    pub(crate) fn rules(&self) -> &[Owned] {
        &self.0
    }

    /// The owners of a path; none where nobody owns it. Where it is not known who does, no owner is there to approve it.
    pub(crate) fn of(&self, path: &str) -> Option<&[String]> {
        let fits = |globs: &Vec<String>| globs.iter().any(|glob| fast_glob::glob_match(glob, path));
        let last = self.0.iter().rev().find(|owned| owned.globs.as_ref().is_none_or(fits))?;
        match &last.globs {
            Some(_) => Some(&*last.owners).filter(|owners| !owners.is_empty()),
            None => Some(&[]),
        }
    }
}

/// The patterns of paths that one of `CODEOWNERS` means: a file or folder of that name anywhere, or from the root where a
/// `/` stands before its last part; all that lies in a folder; but `docs/*` only what lies in `docs` itself.
pub(crate) fn globs(pattern: &str) -> Result<Vec<String>, &'static str> {
    if pattern.starts_with('!') {
        return Err("`!` takes nothing back here");
    }
    if pattern.contains(['[', ']']) {
        return Err("there are no ranges of characters here");
    }
    if pattern.chars().any(char::is_control) {
        return Err("it has a sign that is not seen");
    }
    let bare = pattern.trim_end_matches('/');
    let is_folder = bare.len() < pattern.len();
    let is_rooted = bare.contains('/');
    let bare = bare.trim_start_matches('/');
    if bare.is_empty() {
        return match is_folder {
            true => Ok(vec!["**".to_owned()]),
            false => Err("it says nothing"),
        };
    }
    if bare.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return Err("a path has no `.`, no `..` and no `//` in it");
    }
    let escaped = bare.replace('{', "\\{").replace('}', "\\}");
    let base = if is_rooted { escaped } else { format!("**/{escaped}") };
    let below = format!("{base}/**");
    let globs = match () {
        () if is_folder => vec![below],
        () if bare.ends_with("/*") => vec![base],
        () => vec![base, below],
    };
    match globs.iter().all(|glob| fast_glob::validate(glob).is_ok()) {
        true => Ok(globs),
        false => Err("it is not a pattern of paths"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_mean_what_they_mean_in_codeowners() {
        for (pattern, path, fits) in [
            ("*", "a/b/c.rs", true),
            ("*.js", "a/b/c.js", true),
            ("*.js", "a/b/c.jsx", false),
            ("/build/logs/", "build/logs/a/b.txt", true),
            ("/build/logs/", "x/build/logs/a.txt", false),
            ("docs/*", "docs/a.md", true),
            ("docs/*", "docs/a/b.md", false),
            ("docs/*", "x/docs/a.md", false),
            ("apps/", "x/apps/a/b.rs", true),
            ("apps/", "apps", false),
            ("/docs/", "docs/a.md", true),
            ("/apps/github", "apps/github/a.rs", true),
            ("/apps/github", "apps/github", true),
            ("/apps/github", "apps/githubx", false),
            ("**/logs", "build/logs/a.txt", true),
            ("**/logs", "logs", true),
            ("src/pay", "src/pay/a.rs", true),
            ("src/pay", "lib/src/pay/a.rs", false),
            ("a{b}c", "x/a{b}c", true),
            ("/", "a/b", true),
            ("a/**/b", "a/x/y/b", true),
        ] {
            let globs = globs(pattern).unwrap();
            let any = globs.iter().any(|glob| fast_glob::glob_match(glob, path));
            assert_eq!(any, fits, "{pattern} {path} {globs:?}");
        }
        for odd in ["!a", "[Docs]", "a/../b", "", "a//b", "a\0"] {
            assert!(globs(odd).is_err(), "{odd:?}");
        }
    }

    #[test]
    fn the_last_line_counts_and_what_is_not_understood_is_nobodys() {
        let mut owners = Owners::default();
        owners.add("*", vec!["@all".to_owned()]);
        owners.add("/src/pay/", vec!["@dana".to_owned()]);
        owners.add("*.md", Vec::new());
        assert_eq!(owners.of("src/a.rs").unwrap(), ["@all"]);
        assert_eq!(owners.of("src/pay/a.rs").unwrap(), ["@dana"]);
        assert_eq!(owners.of("src/pay/a.md"), None);
        owners.add("!src", vec!["@eve".to_owned()]);
        assert_eq!(owners.of("README.md"), Some(&[][..]));
    }
}
