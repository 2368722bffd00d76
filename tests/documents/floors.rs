//! The floors of `codec/`: each place uses only what stands below it, and no format another one.
//! Paths are resolved from where they stand, so that `super::` hides nothing.

use std::path::Path;
use std::sync::LazyLock;

use super::arrows::{gather, paths, tokens, without_tests};

/// The places of `src/codec/`, from the face down to what knows nothing of verdicts.
const FLOORS: &[&str] = &[
    "mod",
    "docket",
    "write",
    "read",
    "detect",
    "formats",
    "shared",
    "members",
    "interface",
    "agree",
    "traces",
    "input",
    "review",
    "document",
    "tree",
    "builder",
    "statements",
    "words",
    "lexicon",
    "render",
    "mistakes",
    "repairs",
    "text",
];

/// What `codec` hands on from `ir`.
const FROM_IR: &[&str] = &["Lexicon", "ReadOptions", "Cause", "Profile"];

/// Formats that name another one, and why.
const MAY_NAME: &[(&str, &[&str])] = &[
    // Whether a schema was asked for, which these have.
    ("agent_envelope", &["Quality", "Court", "PairBundle", "Review"]),
    // A block in the file is the same verdict in its other channel.
    ("verdict_file", &["YamlBlock"]),
];

/// Files outside `codec/` that name a format, and why.
const OUTSIDE_MAY_NAME: &[&str] = &[
    // `--log` appends to a log, and to nothing else.
    "cli/convert.rs",
    // What an envelope is asked for is asked for inside of it.
    "cli/contract.rs",
    // A preset is about one kind of review.
    "cli/court.rs",
    "cli/pairs.rs",
    // What is asked of reviewers of pairs, and kept of them, is in these formats.
    "systems/pairs/canonical.rs",
    "systems/pairs/intake.rs",
    "systems/pairs/prompt.rs",
    "cli/quality/decide.rs",
    // What the quality gate asks for and reads is in one format.
    "systems/quality/answer.rs",
    "systems/quality/prompt.rs",
    // Reviews by inspectors and their auditor are written in CPF.
    "cli/sdd.rs",
    // Without a panel a client hands in a review.
    "cli/mcp/submit.rs",
];

#[test]
fn every_floor_of_the_codecs_uses_what_stands_below_it() {
    let files = &*SOURCES;
    let wrong: Vec<String> = files.iter().flat_map(|(file, text)| mistakes(file, text)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for floor in FLOORS {
        let stands =
            |(file, _): &(String, String)| place(file).is_some_and(|(own, _)| own == *floor);
        assert!(files.iter().any(stands), "no such place: {floor}");
    }
}

/// So that a new format is its files, its row and its cases, and nothing else.
#[test]
fn nothing_but_its_own_files_names_a_format() {
    let wrong: Vec<String> = SOURCES.iter().flat_map(|(file, text)| named(file, text)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where words of reviews are read, a list of words in code would be a second table.
const WITHOUT_WORDS: &[&str] = &["agree", "review", "statements", "words"];

/// Lists of what is no word of a review: languages of fences, the keys of shapes, names of tables.
const NO_WORDS: &[&str] = &["codec/review/shapes/read.rs", "codec/words/entries.rs"];

#[test]
fn no_list_of_words_is_in_code() {
    let read = |file: &String| {
        let known = NO_WORDS.contains(&file.as_str()) || file.contains("tests");
        place(file).is_some_and(|(place, _)| WITHOUT_WORDS.contains(&place)) && !known
    };
    let own: Vec<_> = SOURCES.iter().filter(|(file, _)| read(file)).collect();
    assert!(own.len() > 20, "{}", own.len());
    let without_tests = |text: &str| text.split("#[cfg(test)]").next().map(lists_of_words);
    let found: Vec<_> =
        own.iter().map(|(file, text)| (file, without_tests(text).unwrap_or_default())).collect();
    let found: Vec<_> = found.iter().filter(|(_, lists)| !lists.is_empty()).collect();
    assert!(found.is_empty(), "words belong into grammar/words/: {found:#?}");
    let planted = lists_of_words("const LAST: [&str; 2] = [\"unless\", \"provided that\"];");
    assert_eq!(planted, [["unless", "provided that"]]);
}

/// Literals that are words, two and more of them with nothing but commas and bars between.
fn lists_of_words(text: &str) -> Vec<Vec<String>> {
    let is_word = |said: &str| {
        said.len() > 2 && said.chars().all(|c| c.is_ascii_alphabetic() || " -'".contains(c))
    };
    let (mut lists, mut list) = (Vec::new(), Vec::new());
    // Behind an odd number of quotation marks stands what a literal holds.
    for (at, part) in text.split('"').enumerate() {
        if at % 2 == 1 {
            list.push(part.to_owned());
        } else if !part.chars().all(|c| c.is_whitespace() || c == ',' || c == '|') {
            lists.push(std::mem::take(&mut list));
        }
    }
    lists.push(list);
    let words =
        lists.into_iter().map(|list| list.into_iter().filter(|said| is_word(said)).collect());
    words.filter(|list: &Vec<String>| list.len() > 1).collect()
}

static SOURCES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let mut files = Vec::new();
    gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut files);
    assert!(files.len() > 20, "the sources were not found");
    files
});

/// The floor that a file stands on, and the format that it belongs to.
fn place(file: &str) -> Option<(&str, Option<&str>)> {
    let inside = file.strip_prefix("codec/")?.trim_end_matches(".rs");
    let mut parts = inside.split('/');
    let floor = parts.next()?;
    let format = parts.next().filter(|format| floor == "formats" && *format != "mod");
    Some((floor, format))
}

/// `codec/text/fields.rs uses codec::lexicon`
fn mistakes(file: &str, text: &str) -> Vec<String> {
    let Some((own, format)) = place(file) else { return Vec::new() };
    if file.contains("tests") {
        return Vec::new();
    }
    let tokens = tokens(text);
    let tokens = without_tests(&tokens);
    let height = |floor: &str| FLOORS.iter().position(|known| *known == floor);
    let Some(stands) = height(own) else { return vec![format!("{file} stands on no floor")] };
    let formats: Vec<String> = variants().into_iter().map(|(_, module)| module).collect();
    let mut wrong = Vec::new();
    for path in paths(&tokens) {
        let Some(target) = resolve(file, &path) else { continue };
        // `pub(in crate::codec)` names no place, and what is handed on from `ir` lies in none.
        let Some(floor) = target.first() else { continue };
        let above = match height(floor) {
            Some(height) => height < stands,
            // From an inline module `super::` ends one lower, at a name of the file itself.
            None => !(FROM_IR.contains(&floor.as_str()) || path[0] == "super" && is_type(floor)),
        };
        let other = match (own, format, target.get(1)) {
            ("formats", Some(own), Some(other)) => {
                floor == "formats"
                    && own != other
                    && (path[0] == "crate" || formats.contains(other))
            }
            ("formats", Some(_), None) => floor == "formats",
            _ => false,
        };
        if (own != "mod" && above) || other {
            wrong.push(format!("{file} uses codec::{}", target.join("::")));
        }
    }
    wrong
}

fn is_type(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// A path as seen from `codec/`; none where it leads elsewhere, or is not told by its looks.
fn resolve(file: &str, path: &[&str]) -> Option<Vec<String>> {
    let owned = |parts: &[&str]| parts.iter().map(|part| (*part).to_owned()).collect();
    match path {
        ["crate", "codec", rest @ ..] => Some(owned(rest)),
        ["super", ..] => {
            let mut own: Vec<&str> = file.trim_end_matches(".rs").split('/').collect();
            if own.last() == Some(&"mod") {
                own.pop();
            }
            let ups = path.iter().take_while(|part| **part == "super").count();
            own.truncate(own.len().checked_sub(ups)?);
            own.extend(&path[ups..]);
            match own[..] {
                ["codec", ref rest @ ..] => Some(owned(rest)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// `codec/detect.rs names Format::Court`
fn named(file: &str, text: &str) -> Vec<String> {
    let of_codec = place(file);
    if file == "ir/format.rs" || file == "lib.rs" || file.contains("tests") {
        return Vec::new();
    }
    let variants = variants();
    let tokens = tokens(text);
    let tokens = without_tests(&tokens);
    let mut wrong = Vec::new();
    for path in paths(&tokens) {
        let Some(variant) = path.iter().skip_while(|part| **part != "Format").nth(1) else {
            continue;
        };
        let Some((_, module)) = variants.iter().find(|(name, _)| name == variant) else { continue };
        let own = match of_codec {
            Some(("formats", Some(format))) => {
                let allowed =
                    MAY_NAME.iter().any(|(may, names)| *may == format && names.contains(variant));
                format == module || allowed
            }
            // What two formats share knows which two.
            Some(("shared", _)) => true,
            // Examples of mistakes are read in the format that they are about.
            Some(("mistakes", _)) => true,
            Some(_) => false,
            None => OUTSIDE_MAY_NAME.contains(&file),
        };
        if !own {
            wrong.push(format!("{file} names Format::{variant}"));
        }
    }
    wrong
}

/// The rows of `ir/format.rs`: the variant, and its module.
fn variants() -> Vec<(String, String)> {
    let table = SOURCES.iter().find(|(file, _)| file == "ir/format.rs");
    let text = table.map_or("", |(_, text)| text.as_str());
    let rows = text.lines().filter_map(|line| {
        let parts: Vec<&str> = line.split_whitespace().collect();
        match parts[..] {
            // `YamlBlock yaml_block "yaml-block" confidence,`
            [variant, module, name, ..] if name.starts_with('"') && line.ends_with(',') => {
                Some((variant.to_owned(), module.to_owned()))
            }
            _ => None,
        }
    });
    let rows: Vec<_> = rows.collect();
    assert!(rows.len() > 10, "the rows were not found");
    rows
}

#[cfg(test)]
mod the_checker {
    use super::{mistakes, named};

    fn finds(file: &str, text: &str, expected: &[&str]) {
        assert_eq!(mistakes(file, text), expected, "{file}: {text}");
    }

    #[test]
    fn sees_a_use_of_a_floor_above() {
        finds(
            "codec/text/fields.rs",
            "use crate::codec::lexicon::Label;",
            &["codec/text/fields.rs uses codec::lexicon::Label"],
        );
        finds("codec/agree.rs", "use super::detect;", &["codec/agree.rs uses codec::detect"]);
        finds(
            "codec/formats/court.rs",
            "fn f() { crate::codec::read(a, b) }",
            &["codec/formats/court.rs uses codec::read"],
        );
        finds("codec/detect/others.rs", "use super::super::agree; use super::Form;", &[]);
        finds("codec/attic.rs", "", &["codec/attic.rs stands on no floor"]);
    }

    #[test]
    fn sees_a_format_that_uses_another() {
        finds(
            "codec/formats/pointer/reader.rs",
            "use crate::codec::formats::cpf_auditor::CODEC; use super::mistakes;",
            &["codec/formats/pointer/reader.rs uses codec::formats::cpf_auditor::CODEC"],
        );
        finds(
            "codec/formats/pointer.rs",
            "use super::court;",
            &["codec/formats/pointer.rs uses codec::formats::court"],
        );
        finds("codec/formats/mod.rs", "use super::interface::Codec;", &[]);
        finds("codec/formats/court.rs", "use crate::codec::shared::criteria;", &[]);
    }

    #[test]
    fn sees_a_format_that_is_named_elsewhere() {
        let text = "fn f() { Format::Court }";
        assert_eq!(named("codec/detect.rs", text), ["codec/detect.rs names Format::Court"]);
        assert_eq!(named("emit/text.rs", text), ["emit/text.rs names Format::Court"]);
        assert!(named("codec/formats/court/encode.rs", text).is_empty());
        assert!(named("codec/formats/pointer.rs", text).len() == 1);
        assert!(named("codec/detect.rs", "use crate::ir::Format; Format::ALL").is_empty());
    }
}
