//! The layers of the crate see each other in one direction, and each foreign crate has its
//! place. This reads every path in `src/`, so that an arrow that turns is a failing test.
//!
//! Comments, texts and unit tests are passed over; `lib.rs` may name everything.

#![expect(clippy::unwrap_used, reason = "a test that cannot read the sources fails")]
#![expect(clippy::disallowed_methods, reason = "it reads the sources")]

use std::fs;
use std::path::Path;

/// Each layer, and what it may see beside itself.
const LAYERS: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("ir", &["source"]),
    ("codec", &["source", "ir"]),
    ("engine", &["source", "ir"]),
    ("emit", &["source", "ir"]),
    ("trial", &["source", "ir", "engine"]),
    ("systems", &["source", "ir", "codec", "engine", "emit"]),
    ("host", &["source", "ir", "codec", "engine", "emit", "trial", "systems"]),
    ("report", &["source", "ir", "emit"]),
    ("cli", &["source", "ir", "codec", "engine", "emit", "trial", "systems", "report", "host"]),
];

/// What is not ours, and the files or folders that may name it.
const PLACES: &[(&str, &[&str])] = &[
    ("pest", &["codec/", "cli/hook/line.rs"]),
    ("pulldown_cmark", &["codec/document/markdown.rs"]),
    ("html5gum", &["codec/document/html.rs"]),
    ("toml_parser", &["codec/document/data.rs"]),
    ("assize_grammar", &["codec/", "cli/hook/line.rs"]),
    ("rhai", &["engine/rhai.rs", "engine/rhai/"]),
    ("kdl", &["emit/kdl.rs", "host/", "codec/tree/kdl.rs"]),
    ("clap", &["cli/", "main.rs"]),
    ("clap_complete", &["cli/"]),
    ("clap_mangen", &["cli/"]),
    ("miette", &["emit/report.rs", "cli/"]),
    ("terminal_size", &["cli/"]),
    ("unicode_width", &["emit/width.rs"]),
    ("similar", &["trial/"]),
    ("rayon", &["trial/", "host/"]),
    ("quick_junit", &["report/junit.rs"]),
    ("maud", &["report/html.rs"]),
    ("supports_hyperlinks", &["cli/console.rs"]),
    ("notify", &["cli/test/", "cli/watch.rs"]),
    ("indicatif", &["cli/progress.rs"]),
    ("tokio", &["host/runner/", "cli/mcp/server.rs"]),
    ("rmcp", &["cli/mcp/"]),
    ("process_wrap", &["host/runner/"]),
    ("rustix", &["host/runner/strays.rs", "cli/apart.rs"]),
    ("std::fs", OUTSIDE),
    ("std::env", OUTSIDE),
    ("std::process", OUTSIDE),
    ("std::time", OUTSIDE),
];

/// What a face shows of a layer above, because users look for it there. Nothing below it may use that.
const SHOWN: &[(&str, &[&str])] =
    &[("trial/mod.rs", &["crate::host::TrialFailed", "crate::host::run_cases"])];

/// The only places that touch the world outside.
const OUTSIDE: &[&str] = &["host/", "cli/", "main.rs"];

#[test]
fn every_arrow_points_one_way() {
    let mut files = Vec::new();
    gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut files);
    assert!(files.len() > 20, "the sources were not found");
    let wrong: Vec<_> = files.iter().flat_map(|(file, text)| mistakes(file, text)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The sources below a folder, named from `src/` with `/`.
pub(super) fn gather(folder: &Path, name: &str, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let own = format!("{name}{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            gather(&entry.path(), &format!("{own}/"), files);
        } else if own.ends_with(".rs") {
            files.push((own, fs::read_to_string(entry.path()).unwrap()));
        }
    }
}

/// What is wrong in one file: `ir/open.rs sees crate::codec::read`.
fn mistakes(file: &str, text: &str) -> Vec<String> {
    if file == "lib.rs" || file.contains("/tests/") {
        return Vec::new();
    }
    let tokens = without_tests(&tokens(text));
    let has_module = |name: &str| tokens.windows(2).any(|pair| pair == ["mod", name]);
    let mut wrong = Vec::new();
    for path in paths(&tokens) {
        let whole = path.join("::");
        let shown = SHOWN.iter().any(|(face, names)| *face == file && names.contains(&&*whole));
        if !shown && !arrow_holds(file, &path) {
            wrong.push(format!("{file} sees {whole}"));
        }
        let foreign = PLACES.iter().filter(|(name, _)| begins_with(&whole, name));
        for (name, places) in foreign.filter(|(name, _)| !has_module(name)) {
            if !places.iter().any(|place| file.starts_with(place)) {
                wrong.push(format!("{file} names {name}: {whole}"));
            }
        }
    }
    wrong
}

fn begins_with(path: &str, name: &str) -> bool {
    path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Whether a file may see what a path names.
fn arrow_holds(file: &str, path: &[&str]) -> bool {
    let parts: Vec<&str> = file.trim_end_matches(".rs").split('/').collect();
    let own = parts[0];
    let Some((_, sees)) = LAYERS.iter().find(|(layer, _)| *layer == own) else { return true };
    let depth = parts.iter().filter(|part| **part != "mod").count();
    let ups = path.iter().take_while(|part| **part == "super").count();
    let layer = match path {
        ["crate", rest @ ..] => rest.first().copied(),
        _ if ups >= depth && ups > 0 => {
            // From an inline module the same path ends one lower, at no layer.
            let next = path.get(ups).copied();
            return next.is_none_or(|next| {
                next == own
                    || sees.contains(&next)
                    || LAYERS.iter().all(|(known, _)| *known != next)
            });
        }
        _ => return true,
    };
    // `crate::Verdict` hides which layer it is: only whoever sees all but the outermost may.
    let known = |name: &str| LAYERS.iter().any(|(layer, _)| *layer == name);
    let root = ["host", "cli"].contains(&own) && layer.is_none_or(|layer| !known(layer));
    root || layer.is_some_and(|layer| layer == own || sees.contains(&layer))
}

/// Every path, with `use a::{b, c::d};` taken apart. A lone name is one only in a `use`, after
/// `extern crate`, or as an attribute.
pub(super) fn paths<'t>(tokens: &[&'t str]) -> Vec<Vec<&'t str>> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut in_use = false;
    while at < tokens.len() {
        let before = at.checked_sub(1).map_or("", |place| tokens[place]);
        match tokens[at] {
            "use" => in_use = true,
            ";" => in_use = false,
            token if is_name(token) || token == "::" || (token == "{" && before == "use") => {
                let attribute = before == "[" && at > 1 && tokens[at - 2] == "#";
                let external = before == "crate" && at > 1 && tokens[at - 2] == "extern";
                let alone = in_use || attribute || external || token == "::";
                let start = found.len();
                at = tree(tokens, at, &[], &mut found);
                let mut place = 0;
                found.retain(|path: &Vec<&str>| {
                    place += 1;
                    place <= start || alone || path.len() > 1
                });
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// One path or tree of paths from `at`; gives the place behind it.
fn tree<'t>(
    tokens: &[&'t str],
    mut at: usize,
    before: &[&'t str],
    found: &mut Vec<Vec<&'t str>>,
) -> usize {
    let mut path = before.to_vec();
    loop {
        match tokens.get(at).copied() {
            Some("::") => at += 1,
            Some("{") if path.is_empty() || tokens[at - 1] == "::" => {
                at += 1;
                while at < tokens.len() && tokens[at] != "}" {
                    at = tree(tokens, at, &path, found).max(at + 1);
                    at += usize::from(tokens.get(at) == Some(&","));
                }
                return at + 1;
            }
            Some(name) if is_name(name) || (name == "*" && tokens[at - 1] == "::") => {
                path.push(name);
                at += 1;
                if tokens.get(at) != Some(&"::") {
                    found.push(path);
                    // `as another_name`
                    return if tokens.get(at) == Some(&"as") { at + 2 } else { at };
                }
            }
            _ => {
                // `Vec::<u8>::new`
                found.push(path);
                return at;
            }
        }
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Takes out what stands behind `#[cfg(test)]`: unit tests may look around.
pub(super) fn without_tests<'t>(tokens: &[&'t str]) -> Vec<&'t str> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    const WITH_FEATURE: [&str; 8] = ["#", "[", "cfg", "(", "all", "(", "test", ","];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let marked =
            [&MARK[..], &WITH_FEATURE[..]].into_iter().any(|m| tokens[at..].starts_with(m));
        if !marked {
            kept.push(tokens[at]);
            at += 1;
            continue;
        }
        let mut depth = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            depth += i32::from(*token == "{") - i32::from(*token == "}");
            if depth == 0 && (*token == "}" || *token == ";") {
                break;
            }
        }
    }
    kept
}

/// Names, `::` and signs; comments, texts, characters and lifetimes are left out.
pub(super) fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let raw = ["r\"", "r#", "br\"", "br#"].iter().any(|start| rest.starts_with(start));
        let len = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if raw && let Some(len) = raw_text(rest) {
            len
        } else if first == '"' {
            quoted(rest, '"')
        } else if first == '\'' {
            character(rest)
        } else if is_name(rest) {
            let len = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            found.push(&rest[..len]);
            len
        } else {
            let len = if rest.starts_with("::") { 2 } else { first.len_utf8() };
            if !first.is_whitespace() {
                found.push(&rest[..len]);
            }
            len
        };
        rest = &rest[len..];
    }
    found
}

fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    loop {
        let (open, close) = (text[at..].find("/*"), text[at..].find("*/"));
        match (open, close) {
            (Some(open), Some(close)) if open < close => (depth, at) = (depth + 1, at + open + 2),
            (_, Some(close)) => (depth, at) = (depth - 1, at + close + 2),
            (_, None) => return text.len(),
        }
        if depth == 0 {
            return at;
        }
    }
}

/// `r#"…"#`; none when it is a raw name, `r#type`.
fn raw_text(text: &str) -> Option<usize> {
    let start = text.find('r')? + 1;
    let hashes = text[start..].find(|c| c != '#')?;
    let inner = text[start + hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let len = inner.find(&end).map_or(inner.len(), |at| at + end.len());
    Some(start + hashes + 1 + len)
}

fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == quote && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

/// A character, or only the quote of a lifetime.
fn character(text: &str) -> usize {
    let mut chars = text.chars().skip(1);
    match (chars.next(), chars.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => quoted(text, '\''),
        _ => 1,
    }
}

#[cfg(test)]
mod the_checker {
    use super::mistakes;

    fn finds(file: &str, text: &str, expected: &[&str]) {
        assert_eq!(mistakes(file, text), expected, "{file}: {text}");
    }

    #[test]
    fn sees_a_turned_arrow() {
        finds("ir/open.rs", "use crate::codec::read;", &["ir/open.rs sees crate::codec::read"]);
        finds(
            "source.rs",
            "fn f() -> crate::ir::Verdict {}",
            &["source.rs sees crate::ir::Verdict"],
        );
        finds(
            "codec/cpf.rs",
            "use crate::{ir::Verdict, engine::{self, Policy}};",
            &["codec/cpf.rs sees crate::engine::self", "codec/cpf.rs sees crate::engine::Policy"],
        );
        finds(
            "engine/judge.rs",
            "use super::super::emit::text;",
            &["engine/judge.rs sees super::super::emit::text"],
        );
        finds("emit/mod.rs", "use super::host;", &["emit/mod.rs sees super::host"]);
        finds("host/files.rs", "crate::cli::run()", &["host/files.rs sees crate::cli::run"]);
    }

    #[test]
    fn sees_a_layer_hidden_behind_the_root() {
        finds("ir/open.rs", "use crate::Policy;", &["ir/open.rs sees crate::Policy"]);
        finds("ir/open.rs", "use crate::*;", &["ir/open.rs sees crate::*"]);
        finds("ir/open.rs", "use crate as all;", &["ir/open.rs sees crate"]);
    }

    #[test]
    fn sees_a_crate_out_of_its_place() {
        finds(
            "engine/judge.rs",
            "rhai::Engine::new()",
            &["engine/judge.rs names rhai: rhai::Engine::new"],
        );
        finds(
            "ir/docket.rs",
            "use std::{fmt, fs::File};",
            &["ir/docket.rs names std::fs: std::fs::File"],
        );
        finds("engine/mod.rs", "use ::pest;", &["engine/mod.rs names pest: pest"]);
        finds("ir/docket.rs", "#[clap(long)] struct A;", &["ir/docket.rs names clap: clap"]);
        finds("ir/docket.rs", "extern crate kdl;", &["ir/docket.rs names kdl: kdl"]);
        finds(
            "emit/json.rs",
            "impl miette::Diagnostic for A {}",
            &["emit/json.rs names miette: miette::Diagnostic"],
        );
        finds("main.rs", "use rhai::Engine;", &["main.rs names rhai: rhai::Engine"]);
    }

    #[test]
    fn lets_be_what_is_in_its_place() {
        finds("lib.rs", "use crate::cli; use rhai::Engine;", &[]);
        finds("engine/rhai.rs", "use rhai::{Engine, AST}; use crate::ir::bits::Bits;", &[]);
        finds("engine/mod.rs", "mod rhai; use self::rhai::A; fn f() { rhai::g() }", &[]);
        finds("engine/judge.rs", "use super::rhai::Machine; let rhai = 1;", &[]);
        finds("emit/kdl.rs", "use kdl::KdlNode; use super::super::ir::Ruling;", &[]);
        finds("host/files.rs", "use std::fs; use crate::engine::Policy;", &[]);
        finds("ir/open.rs", "pub(crate) fn f() {} use super::closed::Group;", &[]);
        finds("cli/gate.rs", "use crate::{host, emit::text as out}; use std::env;", &[]);
    }

    #[test]
    fn passes_over_comments_texts_and_unit_tests() {
        finds(
            "ir/open.rs",
            "/// [`crate::cli`]\n// rhai::Engine\n/* a /* kdl::B */ pest::C */",
            &[],
        );
        finds("ir/open.rs", r##"let a = "rhai::x \" std::fs::y"; let b = r#"pest::"z"#;"##, &[]);
        finds("ir/open.rs", "fn f<'a>(c: char) { c == '\"' || c == '\\'' } // std::fs", &[]);
        finds("ir/open.rs", "#[cfg(test)]\nmod tests { use crate::codec::read; fn f() {} }", &[]);
        finds(
            "ir/open.rs",
            "#[cfg(test)]\nmod tests { fn f() {} }\nuse crate::codec;",
            &["ir/open.rs sees crate::codec"],
        );
        finds("ir/open.rs", "let c = '\"'; use crate::cli;", &["ir/open.rs sees crate::cli"]);
    }
}
