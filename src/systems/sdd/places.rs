//! The places that a sentence names: `src/login.rs:40`, `session.rs`, `Spec 3.AC2`.

/// Lines may move so far between two reports about one thing.
pub(super) const NEAR: u32 = 3;

/// Endings by which a word without a slash is seen to be a file.
const ENDINGS: &[&str] = &[
    "c", "cc", "cfg", "cpp", "cs", "css", "go", "h", "hpp", "html", "ini", "java", "js", "json",
    "jsx", "kt", "lock", "md", "php", "py", "rb", "rs", "sh", "sql", "swift", "toml", "ts", "tsx",
    "txt", "vue", "xml", "yaml", "yml",
];

/// Folders by which a word with one slash is seen to be a path, and not `read/write`.
const FOLDERS: &[&str] = &[
    "app", "bin", "cmd", "config", "crates", "docs", "examples", "internal", "lib", "packages",
    "pkg", "scripts", "specs", "src", "test", "tests",
];

/// Whether a location says that there is none.
pub(super) fn is_placeholder(location: &str) -> bool {
    const NONE: &[&str] = &[
        "all",
        "any",
        "everywhere",
        "general",
        "global",
        "na",
        "nil",
        "none",
        "null",
        "other",
        "overall",
        "tbd",
        "unknown",
        "unspecified",
        "various",
        "whole",
    ];
    let plain: String =
        location.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    plain.is_empty() || NONE.contains(&plain.as_str())
}

/// Places, as some sentences name them.
#[derive(Clone, Debug, Default)]
pub(super) struct Named(Vec<Place>);

#[derive(Clone, Debug, PartialEq)]
enum Place {
    /// The parts of a path, and a line.
    Path(Vec<String>, Option<u32>),
    /// `3.ac2` of `Spec 3.AC2`.
    Spec(String),
}

impl Named {
    pub(super) fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let mut all = Vec::new();
        for text in texts {
            let text = text.replace('\\', "/").to_lowercase();
            let split = |c: char| c.is_whitespace() || "`\"'()[]{}<>,;|*、。「」".contains(c);
            let mut words = text.split(split).filter(|word| !word.is_empty()).peekable();
            while let Some(word) = words.next() {
                match words.peek() {
                    Some(next)
                        if word == "spec" && next.starts_with(|c: char| c.is_ascii_digit()) =>
                    {
                        all.push(Place::Spec(next.trim_end_matches(['.', ':', '-']).to_owned()));
                    }
                    _ => all.extend(path(word)),
                }
            }
        }
        Self(all)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it names a place, the other does as well, and none of one is one of the other.
    pub(super) fn lies_apart_from(&self, other: &Self) -> bool {
        let same_kind = |one: &Place| {
            other.0.iter().any(|known| std::mem::discriminant(known) == std::mem::discriminant(one))
        };
        let own: Vec<&Place> = self.0.iter().filter(|place| same_kind(place)).collect();
        !own.is_empty() && !own.iter().any(|place| other.0.iter().any(|known| known.meets(place)))
    }

    /// Whether every place that it names is one of the other's.
    pub(super) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().all(|place| other.0.iter().any(|known| known.meets(place)))
    }
}

impl Place {
    fn meets(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Path(one, line), Self::Path(two, other)) => {
                let near = match (line, other) {
                    (Some(line), Some(other)) => line.abs_diff(*other) <= NEAR,
                    _ => true,
                };
                near && (one.ends_with(two) || two.ends_with(one))
            }
            (Self::Spec(one), Self::Spec(two)) => {
                let begins = |long: &str, short: &str| {
                    long.strip_prefix(short)
                        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
                };
                begins(one, two) || begins(two, one)
            }
            _ => false,
        }
    }
}

fn path(word: &str) -> Option<Place> {
    let word = word.trim_end_matches(['.', ':', '!', '?']).trim_start_matches("./");
    let (path, rest) = word.split_once([':', '#']).unwrap_or((word, ""));
    let parts: Vec<String> =
        path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let (stem, ending) = parts.last()?.rsplit_once('.').unwrap_or(("", ""));
    let named = !stem.is_empty() && ENDINGS.contains(&ending);
    let several = parts.len() > 1 && !path.contains("//");
    let folder = several && (parts.len() > 2 || FOLDERS.contains(&parts[0].as_str()));
    (named || folder).then(|| Place::Path(parts, rest.trim_start_matches('l').parse().ok()))
}
