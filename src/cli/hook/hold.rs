//! Which commands of a line are held until a gate is open, where each runs, and what it sends.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::line::{Join, Run, Script, TooInvolved, Word};

/// The commands that send work on, where `assize.kdl` names no others.
pub(in crate::cli) const HELD: [&str; 13] = [
    "git push",
    "git send-pack",
    "git subtree push",
    "gh pr merge",
    "gh release create",
    "glab mr merge",
    "npm publish",
    "pnpm publish",
    "yarn publish",
    "yarn npm publish",
    "cargo publish",
    "twine upload",
    "docker push",
];

/// Commands that run no word of theirs: `echo git push` prints.
const PRINTS: [&str; 8] = ["echo", "printf", "grep", "rg", "cat", "ls", "man", "which"];
/// Commands whose words are a command line, joined by blanks.
const EVALUATES: [&str; 4] = ["eval", "ssh", "watch", "trap"];
/// Commands that read command lines, behind `-c` or as their input.
const SHELLS: [&str; 8] = ["sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "pwsh"];
/// Options of git that take the next word.
const OF_GIT: [&str; 8] = [
    "-C",
    "-c",
    "--git-dir",
    "--work-tree",
    "--namespace",
    "--config-env",
    "--attr-source",
    "--super-prefix",
];
/// Options of `git push` that take the next word.
const OF_PUSH: [&str; 5] = ["-o", "--push-option", "--repo", "--receive-pack", "--exec"];
/// Options of `git push` that send more than is named.
const MORE: [&str; 5] = ["--all", "--branches", "--mirror", "--tags", "--follow-tags"];

/// A command that waits for an open gate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Held {
    /// As the list has it: `git push`.
    pub(super) command: String,
    /// The folders that it may run in.
    pub(super) folders: Vec<PathBuf>,
    /// The names of what it sends, where it sends something else than what is checked out.
    pub(super) sources: Vec<String>,
    /// Why it cannot be known what it sends, or where it runs.
    pub(super) unknown: Option<String>,
}

/// The held commands of a line that begins in a folder.
pub(super) fn held(line: &str, here: &Path, list: &[String]) -> Result<Vec<Held>, TooInvolved> {
    let mut finder = Finder { list, found: Vec::new() };
    finder.walk(&Script::read(line)?, Where::at(here), 0)?;
    Ok(finder.found)
}

/// The folders that a command may run in.
#[derive(Clone, Debug)]
struct Where {
    now: Vec<PathBuf>,
    /// Where it is as well once a chain of `&&` has ended: `false && cd lib; git push`.
    otherwise: Vec<PathBuf>,
    unknown: bool,
}

impl Where {
    fn at(here: &Path) -> Self {
        Self { now: vec![here.to_owned()], otherwise: Vec::new(), unknown: false }
    }

    /// `cd lib`
    fn go(&mut self, to: Option<&Word>, certain: bool, joined: Join) {
        let Some(to) = to.filter(|to| to.known && to.text != "-" && !to.text.starts_with('~'))
        else {
            self.unknown = true;
            return;
        };
        let there: Vec<PathBuf> = self.now.iter().map(|folder| folder.join(&to.text)).collect();
        let before = std::mem::replace(&mut self.now, there);
        match joined {
            Join::Then if certain => {}
            Join::And if certain => self.otherwise.extend(before),
            _ => self.now.extend(before),
        }
    }

    fn end_of_chain(&mut self) {
        self.now.append(&mut self.otherwise);
        self.now.dedup();
    }
}

struct Finder<'a> {
    list: &'a [String],
    found: Vec<Held>,
}

impl Finder<'_> {
    fn walk(&mut self, script: &Script, mut at: Where, depth: usize) -> Result<(), TooInvolved> {
        for (place, run) in script.runs.iter().enumerate() {
            if run.joined != Join::And {
                at.end_of_chain();
            }
            for inside in &run.inside {
                self.walk(inside, at.clone(), depth)?;
            }
            let words = without_assignments(&run.words);
            let next = script.runs.get(place + 1);
            let piped = next.is_some_and(|next| next.joined == Join::Pipe);
            let aside = next.is_some_and(|next| next.joined == Join::Beside);
            if let Some(cd) = words.iter().position(|word| word.is("cd") || word.is("pushd")) {
                if run.joined != Join::Pipe && !piped && !aside {
                    at.go(words.get(cd + 1), cd == 0, run.joined);
                }
            } else if words.first().is_some_and(|word| word.is("popd")) {
                at.unknown = true;
            }
            let own = run.words.len() - words.len();
            let moved = run.words.iter().take(own).any(|word| word.text.starts_with("GIT_"));
            if self.command(words, (&at, moved)) {
                continue;
            }
            let reads = next.filter(|next| next.joined == Join::Pipe && is_shell(&next.words));
            for text in scripts(words, run, reads.is_some()) {
                self.walk(&Script::inner(&text, depth + 1)?, at.clone(), depth + 1)?;
            }
        }
        Ok(())
    }

    /// Whether a command is held. Whatever stands in front of it runs it: `sudo`, `env`, `xargs`, `then`.
    fn command(&mut self, words: &[Word], (at, moved): (&Where, bool)) -> bool {
        if words.first().is_some_and(|first| PRINTS.contains(&first.program())) {
            return false;
        }
        for held in self.list {
            let parts: Vec<&str> = held.split_whitespace().collect();
            let found = (0..words.len()).find_map(|from| behind(&words[from..], &parts));
            let Some((options, rest)) = found else { continue };
            let mut folders = at.now.clone();
            let mut unknown = at
                .unknown
                .then(|| "the folder that it runs in is known only when it runs".to_owned());
            let is_git = parts.first() == Some(&"git");
            if is_git {
                let told = of_git(options, &mut folders);
                unknown = unknown.or(told);
                if moved {
                    unknown.get_or_insert("a variable `GIT_…` is set for it".to_owned());
                }
            }
            let mut sources = Vec::new();
            if parts == ["git", "push"] {
                match pushed(rest) {
                    Ok(named) => sources = named,
                    Err(why) => _ = unknown.get_or_insert(why),
                }
            }
            self.found.push(Held { command: held.clone(), folders, sources, unknown });
            return true;
        }
        false
    }
}

impl Word {
    fn is(&self, text: &str) -> bool {
        self.known && self.text == text
    }

    /// The program that it names: `git` of `/usr/bin/git` and of `git.exe`.
    fn program(&self) -> &str {
        let name = self.text.rsplit(['/', '\\']).next().unwrap_or_default();
        name.strip_suffix(".exe").unwrap_or(name)
    }
}

/// `A=1 B=2 git push`: the words behind what is set.
fn without_assignments(words: &[Word]) -> &[Word] {
    let sets = |word: &Word| {
        let name = word.text.split_once('=').map(|(name, _)| name);
        name.is_some_and(|name| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        })
    };
    let own = words.iter().take_while(|word| sets(word)).count();
    &words[own..]
}

/// Where some words begin with a held command: the options between its words, and what follows. A word that is known only
/// when it runs may be any; one that is known has to be among them.
fn behind<'w>(words: &'w [Word], parts: &[&str]) -> Option<(&'w [Word], &'w [Word])> {
    let fits = |word: &Word, part: &str| !word.known || word.program() == part;
    let (first, rest) = (words.first()?, parts.get(1..)?);
    if !fits(first, parts[0]) {
        return None;
    }
    let mut literal = first.known;
    let mut at = 1;
    for part in rest {
        // The first option that is not git's own may take a word, too: nothing says so.
        let mut takes = false;
        loop {
            let word = words.get(at)?;
            at += 1;
            if word.text.starts_with(['-', '+']) {
                takes = match parts[0] {
                    "git" => OF_GIT.contains(&word.text.as_str()),
                    _ => word.text.starts_with('-') && !word.text.contains('='),
                };
            } else if takes && (parts[0] == "git" || !word.is(part)) {
                takes = false;
            } else if fits(word, part) {
                literal |= word.known;
                break;
            } else {
                return None;
            }
        }
    }
    literal.then(|| (&words[1..at], &words[at..]))
}

/// What the options of git say of where it runs; why that cannot be known.
fn of_git(options: &[Word], folders: &mut [PathBuf]) -> Option<String> {
    let mut words = options.iter();
    while let Some(word) = words.next() {
        let (name, joined) = match word.text.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value)),
            _ => (word.text.as_str(), None),
        };
        match name {
            "-C" => {
                let Some(to) = words.next().filter(|to| to.known) else {
                    return Some(
                        "the folder that it runs in is known only when it runs".to_owned(),
                    );
                };
                folders.iter_mut().for_each(|folder| *folder = folder.join(&to.text));
            }
            "--git-dir" | "--work-tree" => {
                return Some(format!("`{name}` names another repository"));
            }
            "-c" | "--config-env" => {
                let value = joined.or_else(|| words.next().map(|word| word.text.as_str()));
                let key = value.unwrap_or_default().to_ascii_lowercase();
                if ["push.", "remote.", "alias.", "url."].iter().any(|own| key.starts_with(own)) {
                    return Some(format!("`{name}` changes what git sends"));
                }
            }
            _ => {}
        }
    }
    None
}

/// The names of what `git push` sends: none for what is checked out. Or why that is not known.
fn pushed(words: &[Word]) -> Result<Vec<String>, String> {
    let mut named = Vec::new();
    let mut deletes = false;
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let text = word.text.as_str();
        match text {
            _ if MORE.contains(&text) => {
                return Err(format!("`{text}` sends more than the work that was reviewed"));
            }
            _ if OF_PUSH.contains(&text) => _ = words.next(),
            "-d" | "--delete" => deletes = true,
            _ if text.starts_with('-') && word.known => {}
            _ => named.push(word),
        }
    }
    // The first names the remote.
    let refs = named.get(1..).unwrap_or_default();
    if deletes {
        return Ok(Vec::new());
    }
    if refs.iter().any(|word| !word.known) {
        return Err(
            "what it sends is known only when it runs: name the branch, or `HEAD`".to_owned()
        );
    }
    let sources = refs.iter().map(|word| word.text.as_str()).filter(|text| *text != "tag");
    let sources = sources.map(|text| text.trim_start_matches('+'));
    let sources = sources.map(|text| text.split_once(':').map_or(text, |(source, _)| source));
    Ok(sources.filter(|source| !source.is_empty()).map(str::to_owned).collect())
}

/// Whether a command is a shell that reads its commands from its input: `sh`, `bash -s`, `sudo bash`.
fn is_shell(words: &[Word]) -> bool {
    words.iter().any(|word| word.known && SHELLS.contains(&word.program()))
}

/// The texts of a command that are command lines themselves: `sh -c "…"`, `eval …`, what a shell reads.
fn scripts(words: &[Word], run: &Run, into_a_shell: bool) -> Vec<String> {
    let mut found = Vec::new();
    let program = words.first().map_or("", Word::program);
    let joined =
        |words: &[Word]| words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    if into_a_shell {
        found.push(joined(words.get(1..).unwrap_or_default()));
        found.extend(words.iter().skip(1).map(|word| word.text.clone()));
        found.extend(run.input.iter().cloned());
    }
    if EVALUATES.contains(&program) {
        found.push(joined(&words[1..]));
    }
    if is_shell(words) {
        found.extend(run.input.iter().cloned());
    }
    if program != "git" && !PRINTS.contains(&program) {
        let is_c = |word: &Word| {
            word.text == "--command"
                || word.text == "/c"
                || (word.text.starts_with('-')
                    && !word.text.starts_with("--")
                    && word.text.ends_with('c'))
        };
        let behind = words.windows(2).filter(|pair| is_c(&pair[0]));
        found.extend(behind.map(|pair| pair[1].text.clone()));
    }
    found.retain(|text| !text.trim().is_empty());
    found.dedup();
    found
}

#[cfg(test)]
mod tests;
