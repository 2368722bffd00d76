//! What commands print as JSON that tell what there is, held to the schemas that are printed.

use serde_json::Value;

use crate::run::{folder, run};

const CONFIG: &str = "panel \"ours\" {\n    gate \"any-blocker\" { min-reviewers 2 }\n    \
    seat \"qa\" file=\"qa.md\" weight=2 { when-changed \"src/**\" }\n    criterion \"AC1\" \"It is tested.\"\n    \
    pair \"notes/a.md :: evidence\"\n    formats \"quality\"\n}\n";
const OURS: &str = "//! Ours.\nrule \"all\" when passed.all then pass;\n";

#[test]
fn lists_and_conversions_are_as_their_schemas_say() {
    let here = folder(&[
        ("assize.kdl", CONFIG),
        (".assize/policies/gate/ours.rhai", OURS),
        ("qa.md", "verdict: warn\nconfidence: high\nadvisory: src/a.rs:7 it is slow\n"),
        ("prose.md", "I like it.\n"),
    ]);
    for (shape, args, member) in [
        ("formats", &["contract", "--json"][..], "/formats/0/name"),
        ("words", &["contract", "lexicon", "--json"], "/entries/0/word"),
        ("policies", &["policy", "list", "--json"], "/policies/0/name"),
        ("policy", &["policy", "show", "any-blocker", "--json"], "/text"),
        ("policy", &["policy", "show", "ours", "--json"], "/file"),
        ("panels", &["panel", "list", "--json"], "/panels/0/name"),
        ("panel", &["panel", "show", "ours", "--json"], "/gate/params/0/name"),
        ("panel", &["panel", "show", "court", "--json"], "/seats/0/name"),
        (
            "rule-trees",
            &["parse", "--pairs", "qa.md", "--json"],
            "/files/0/tree/parts/0/parts/1/text",
        ),
        ("rule-trees", &["parse", "--pairs", "prose.md", "--json"], "/files/0/read_by"),
        (
            "conversions",
            &["convert", "--to", "yaml-block", "qa.md", "--json"],
            "/conversions/0/text",
        ),
        (
            "conversions",
            &["convert", "--to", "yaml-block", "prose.md", "--json"],
            "/conversions/0/read/unreadable/cause",
        ),
    ] {
        let printed = run(here.path(), &["contract", shape, "--schema"], "");
        assert_eq!(printed.code(), 0, "{shape}: {}", printed.err());
        let schema: Value = serde_json::from_str(&printed.out()).expect("a schema");
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        let told = run(here.path(), args, "");
        let told: Value = serde_json::from_str(&told.out()).expect("JSON");
        let wrong: Vec<_> = validator.iter_errors(&told).map(|error| error.to_string()).collect();
        assert_eq!(wrong, Vec::<String>::new(), "{args:?}");
        assert!(told.pointer(member).is_some_and(|told| !told.is_null()), "{member}\n{told:#}");
        // It holds what it describes to something.
        let mut other = told.clone();
        other["schema_version"] = 2.into();
        assert!(!validator.is_valid(&other), "{shape}");
        if let Some(members) = other.as_object_mut() {
            members.retain(|name, _| name == "schema_version");
            members["schema_version"] = 1.into();
        }
        assert!(!validator.is_valid(&other), "{shape}");
    }
    let ours: Value =
        serde_json::from_str(&run(here.path(), &["panel", "show", "ours", "--json"], "").out())
            .expect("JSON");
    assert_eq!(
        ours["subjects"],
        serde_json::json!([
            { "criterion": "AC1" }, { "note": "notes/a.md", "gate": "evidence" }
        ])
    );
    assert_eq!(ours["gate"]["params"][0]["values"], serde_json::json!([2]));
}
