//! `assize policy check`, `assize policy new`, and what `assize policy vocabulary` prints for editors.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{folder, run};

const LAX: &str = "//! Nobody is against it.\n\nparam unused = 1 from 0 to 9;\n\n\
                   rule \"nobody failed it\"\n    when failed.none\n    then pass;\n";
const CLEAN: &str = "rule \"a reviewer failed the change\" when failed.some then fail;\n\
                     rule \"a verdict is missing\" when unsettled.some then hold;\n\
                     rule \"everybody passed\" when passed.all then pass;\n";

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
}

#[test]
fn findings_are_told_in_every_format() {
    let here = folder(&[("gate/lax, new.rhai", LAX)]);
    let check = |args: &[&str]| run(here.path(), &[&["policy", "check"], args].concat(), "");
    let file = "gate/lax, new.rhai";
    let text = check(&[file]);
    assert_eq!((text.code(), text.err().as_str()), (1, ""));
    insta::assert_snapshot!("findings", text.out());
    let github = check(&[file, "--format", "github"]);
    assert_eq!(github.code(), 1);
    insta::assert_snapshot!("findings-github", github.out());
    let told = check(&[file, "--json"]);
    assert_eq!((told.code(), told.out()), (1, check(&[file, "--format", "json"]).out()));
    let told = json(&told.out());
    assert_eq!((&told["schema_version"], &told["exit_code"]), (&1.into(), &1.into()));
    let found = told["policies"][0]["diagnostics"].as_array().expect("a list");
    assert_eq!(found.len(), 4, "{found:?}");
    assert_eq!(found[0]["span"]["source"], file);
    let sarif = check(&[file, "--format", "sarif"]);
    assert_eq!(sarif.code(), 1);
    let sarif = json(&sarif.out());
    let run = &sarif["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("a list");
    assert_eq!(rules.len(), assize::policy::LINTS.len());
    for result in run["results"].as_array().expect("a list") {
        let place = result["ruleIndex"].as_u64().and_then(|place| usize::try_from(place).ok());
        assert_eq!(rules[place.expect("a place")]["id"], result["ruleId"]);
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "gate/lax%2C%20new.rhai");
        assert!(place["region"]["startLine"].as_u64() > Some(0), "{result}");
    }
}

/// A quorum of a part of the votes decides on any bench; one of all votes does not where everybody is required.
#[test]
fn a_quorum_of_a_part_of_the_votes_is_not_moot() {
    let moot = "assize::lint::quorum_of_required";
    for (counted, told) in
        [("in_favour", true), ("in_favour.confident(\"high\")", false), ("passed", false)]
    {
        let policy = format!(
            "extends \"any-blocker\";\nrule \"too few are sure\" when {counted}.count < expected.quorum(50) then hold citing unsure;\n"
        );
        let here = folder(&[("ours.rhai", &policy)]);
        let found = run(here.path(), &["policy", "check", "ours.rhai"], "");
        assert_eq!(found.out().contains(moot), told, "{counted}: {}{}", found.out(), found.err());
    }
}

#[test]
fn what_does_not_compile_is_told_as_well() {
    let here = folder(&[(
        "ours.rhai",
        "rule \"a\" when faild.some then fail;\nrule \"b\" otherwise hold;\n",
    )]);
    let told = run(here.path(), &["policy", "check", "ours.rhai", "--format", "sarif"], "");
    assert_eq!(told.code(), 1);
    let told = json(&told.out());
    let result = &told["runs"][0]["results"][0];
    assert_eq!(
        (&result["ruleId"], &result["level"]),
        (&"assize::policy::unknown_name".into(), &"error".into())
    );
    let rule = result["ruleIndex"].as_u64().and_then(|place| usize::try_from(place).ok());
    let rules = &told["runs"][0]["tool"]["driver"]["rules"];
    assert_eq!(rules[rule.expect("a place")]["id"], "assize::policy::unknown_name");
}

#[test]
fn without_names_every_policy_of_the_repository_is_checked() {
    let here = folder(&[]);
    let nothing = run(here.path(), &["policy", "check"], "");
    assert_eq!((nothing.code(), nothing.out().as_str()), (2, ""));
    assert!(nothing.err().contains("assize::cli::nothing_to_check"), "{}", nothing.err());
    assert!(nothing.err().contains("assize policy new ours --from any-blocker"));
    let nothing = run(here.path(), &["policy", "check", "--stage", "redispatch"], "");
    assert!(nothing.err().contains("--stage redispatch --from standard"), "{}", nothing.err());
    let audit = "rule \"critical\" when findings.critical.some then fail;\n";
    for (file, text) in [("gate/ours", CLEAN), ("audit/severe", audit)] {
        let file = here.path().join(format!(".assize/policies/{file}.rhai"));
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, text).expect("a file");
    }
    let clean = run(here.path(), &["policy", "check"], "");
    assert_eq!((clean.code(), clean.out().as_str()), (0, "2 policies checked: clean\n"));
    let one = run(here.path(), &["policy", "check", "--stage", "audit"], "");
    assert_eq!((one.code(), one.out().as_str()), (0, "1 policy checked: clean\n"));
    let named = run(here.path(), &["policy", "check", "severe", "any-blocker", "severe"], "");
    assert_eq!((named.code(), named.out().as_str()), (0, "2 policies checked: clean\n"));
    // One that cannot be looked at does not hide what is found in others.
    fs::write(here.path().join(".assize/policies/gate/lax.rhai"), LAX).expect("a file");
    fs::write(here.path().join(".assize/policies/gate/any-blocker.rhai"), CLEAN).expect("a file");
    let some = run(here.path(), &["policy", "check"], "");
    assert_eq!(some.code(), 2);
    assert!(some.out().contains("assize::lint::opens_without_reports"), "{}", some.out());
    assert!(some.err().contains("assize::host::policy_name_taken"), "{}", some.err());
    let told = json(&run(here.path(), &["policy", "check", "--json"], "").out());
    assert_eq!(
        (&told["exit_code"], &told["policies"][0]["file"]),
        (&2.into(), &".assize/policies/gate/lax.rhai".into())
    );
    assert_eq!(told["diagnostics"][0]["code"], "assize::host::policy_name_taken");
}

#[test]
fn what_cannot_run_ends_with_2() {
    let here = folder(&[("broken.rhai", "x")]);
    fs::write(here.path().join("odd.rhai"), b"\xff\xfe").expect("a file");
    for (name, code) in [
        ("nobody", "assize::host::unknown_policy"),
        ("nowhere.rhai", "assize::host::no_policy_file"),
        ("odd.rhai", "assize::host::policy_unreadable"),
        ("../x y", "assize::host::no_policy_file"),
    ] {
        let told = run(here.path(), &["policy", "check", name], "");
        assert_eq!((told.code(), told.out().as_str()), (2, ""), "{name}");
        assert!(told.err().contains(code), "{name}: {}", told.err());
    }
    assert_eq!(run(here.path(), &["policy", "check", "broken.rhai"], "").code(), 1);
}

#[test]
fn advice_is_told_when_it_is_asked_for_and_harms_nothing() {
    let text =
        format!("{CLEAN}note \"heavy\" when failed.filter(|c| c.weight > 1).some citing failed;\n");
    let here = folder(&[("ours.rhai", &text)]);
    let quiet = run(here.path(), &["policy", "check", "ours.rhai"], "");
    assert_eq!((quiet.code(), quiet.out().as_str()), (0, "1 policy checked: clean\n"));
    let told = run(here.path(), &["policy", "check", "ours.rhai", "-v", "--format", "github"], "");
    assert_eq!(told.code(), 0);
    assert!(told.out().starts_with("::notice file=ours.rhai,line=4,"), "{}", told.out());
}

/// The paths below a folder, with `/`.
fn below(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut left = vec![folder.to_owned()];
    while let Some(next) = left.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name =
                path.strip_prefix(folder).expect("inside").to_string_lossy().replace('\\', "/");
            if path.is_dir() { left.push(path) } else { found.push(name) }
        }
    }
    found.sort();
    found
}

#[test]
fn a_policy_of_ones_own_is_copied_with_its_cases() {
    let here = folder(&[]);
    let inside = here.path().join("src/deep");
    fs::create_dir_all(&inside).expect("a folder");
    fs::create_dir(here.path().join(".git")).expect("a repository");
    let made = run(&inside, &["policy", "new", "ours", "--from", "any-blocker"], "");
    assert_eq!((made.code(), made.err().as_str()), (0, ""));
    assert!(made.out().contains("assize policy check ours"), "{}", made.out());
    let root = here.path().join(".assize/policies/gate");
    let text = fs::read_to_string(root.join("ours.rhai")).expect("it was written");
    assert_eq!(Some(text.as_str()), assize::built_in(assize::Stage::Gate, "any-blocker"));
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("policies/gate/any-blocker");
    assert_eq!(below(&root.join("ours")), below(&shipped));
    assert_eq!(below(&root).len(), below(&shipped).len() + 1, "nothing else is left");
    assert_eq!(run(&inside, &["policy", "check"], "").code(), 0);

    // Beside `assize.kdl`, where one lies nearer than the root; with what a file has beside it.
    fs::write(here.path().join("src/assize.kdl"), "").expect("a file");
    fs::write(
        here.path().join("theirs.rhai"),
        "import \"help\" as h;\nrule \"x\" when h::f(failed) then fail;\n",
    )
    .expect("a file");
    fs::write(here.path().join("help.rhai"), "fn f(g) { g.some }\n").expect("a file");
    fs::create_dir_all(here.path().join("theirs/a-case")).expect("a folder");
    fs::write(here.path().join("theirs/a-case/qa.md"), "x").expect("a file");
    let made = run(&inside, &["policy", "new", "mine", "--from", "../../theirs.rhai"], "");
    assert_eq!((made.code(), made.err().as_str()), (0, ""));
    let near = here.path().join("src/.assize/policies/gate");
    assert_eq!(below(&near), ["help.rhai", "mine.rhai", "mine/a-case/qa.md"]);
}

#[test]
fn a_new_policy_takes_nobodys_name_and_replaces_nothing() {
    let here = folder(&[("lax.rhai", LAX)]);
    let new = |args: &[&str]| run(here.path(), &[&["policy", "new"], args].concat(), "");
    assert_eq!(new(&["ours"]).code(), 0);
    let file = here.path().join(".assize/policies/gate/ours.rhai");
    fs::write(&file, CLEAN).expect("it is there");
    for (args, code) in [
        (&["ours"][..], "assize::host::policy_is_there"),
        (&["any-blocker"], "assize::host::policy_name_taken"),
        (&["../ours"], "assize::host::policy_name"),
        (&["", "--from", "lax.rhai"], "assize::host::policy_name"),
        (&["other", "--from", "recovery"], "assize::host::unknown_policy"),
        (&["other", "--from", "nobody"], "assize::host::unknown_policy"),
        (&["other", "--from", "nowhere.rhai"], "assize::host::no_policy_file"),
    ] {
        let told = new(args);
        assert_eq!((told.code(), told.out().as_str()), (2, ""), "{args:?}");
        assert!(told.err().contains(code), "{args:?}: {}", told.err());
    }
    assert_eq!(fs::read_to_string(&file).expect("it is there"), CLEAN);
    // A link that leads nowhere is something that stands there.
    #[cfg(unix)]
    {
        let link = here.path().join(".assize/policies/gate/linked.rhai");
        std::os::unix::fs::symlink(here.path().join("elsewhere"), &link).expect("a link");
        assert!(new(&["linked"]).err().contains("assize::host::policy_is_there"));
        assert!(!here.path().join("elsewhere").exists());
    }
}

#[test]
fn editors_get_the_vocabulary_as_definitions_and_as_a_schema() {
    let here = folder(&[]);
    for stage in ["gate", "audit", "redispatch"] {
        let words =
            |flag: &str| run(here.path(), &["policy", "vocabulary", "--stage", stage, flag], "");
        let told = words("--definitions");
        assert_eq!(told.code(), 0);
        let definitions = told.out();
        assert!(definitions.lines().nth(1) == Some("module static;"), "{definitions}");
        let vocabulary = json(&words("--json").out());
        for word in vocabulary["vocabulary"].as_array().expect("a list") {
            let name = word["name"].as_str().expect("a name");
            let spelt =
                [format!("let {name}: "), format!("fn {name}("), format!("fn get {name}(self: ")];
            let any = spelt.iter().any(|spelt| definitions.contains(spelt));
            assert!(any || name == "in", "{name}");
        }
        let statement = |line: &str| {
            line.starts_with("//")
                || line == "module static;"
                || line.is_empty()
                || (["let ", "fn "].iter().any(|word| line.starts_with(word))
                    && line.ends_with(';'))
        };
        assert!(definitions.lines().all(statement), "{definitions}");
        let schema = json(&words("--schema").out());
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        assert!(validator.is_valid(&vocabulary), "{:?}", validator.iter_errors(&vocabulary).next());
        assert!(!validator.is_valid(&serde_json::json!({ "schema_version": 1 })));
    }
    insta::assert_snapshot!(
        "definitions",
        run(here.path(), &["policy", "vocabulary", "--stage", "redispatch", "--definitions"], "")
            .out()
    );
    assert_eq!(run(here.path(), &["policy", "vocabulary", "--schema", "--json"], "").code(), 2);
}

/// What points into the same text points at what is there: rules by their place, files by a reference that leads to them.
#[test]
fn what_sarif_points_at_is_there() {
    let unused = "param most = 3 from 1 to 9;\nrule \"all\" when passed.all then pass;\n";
    let broken = "rule \"all\" when pased.all then pass;\n";
    let names = ["plain.rhai", "a b/ü#1?.rhai", "100%25.rhai"];
    let here = folder(&[(names[0], unused), (names[1], broken), (names[2], unused)]);
    let paths: Vec<String> = names.iter().map(|name| format!("./{name}")).collect();
    let mut args = vec!["policy", "check", "--format", "sarif"];
    args.extend(paths.iter().map(String::as_str));
    let told = run(here.path(), &args, "");
    assert_eq!(told.code(), 1, "{}", told.err());
    let sarif = json(&told.out());
    let run = &sarif["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let mut ids: Vec<&str> = rules.iter().filter_map(|rule| rule["id"].as_str()).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "each rule stands once");
    let results = run["results"].as_array().expect("results");
    let mut files = std::collections::BTreeSet::new();
    for result in results {
        let place = result["ruleIndex"].as_u64().and_then(|place| usize::try_from(place).ok());
        let rule = place.and_then(|place| rules.get(place)).expect("a rule");
        assert_eq!(rule["id"], result["ruleId"], "{result:#}");
        let related = result["relatedLocations"].as_array().into_iter().flatten();
        for location in result["locations"].as_array().expect("places").iter().chain(related) {
            let uri = location["physicalLocation"]["artifactLocation"]["uri"]
                .as_str()
                .expect("a reference");
            // No scheme, no query, no fragment: a path, from where the command ran.
            let plain = |b: u8| b.is_ascii_alphanumeric() || b"/-._~%".contains(&b);
            assert!(uri.bytes().all(plain) && !uri.starts_with('/'), "{uri}");
            let mut bytes = Vec::new();
            let mut rest = uri.as_bytes();
            while let Some((&byte, more)) = rest.split_first() {
                rest = more;
                if byte == b'%' {
                    let code = std::str::from_utf8(&rest[..2]).expect("two digits");
                    bytes.push(u8::from_str_radix(code, 16).expect("a number"));
                    rest = &rest[2..];
                } else {
                    bytes.push(byte);
                }
            }
            let path = String::from_utf8(bytes).expect("a path");
            assert!(here.path().join(&path).is_file(), "{uri}");
            files.insert(path.trim_start_matches("./").to_owned());
        }
    }
    assert_eq!(files, names.map(str::to_owned).into(), "{results:#?}");
}
