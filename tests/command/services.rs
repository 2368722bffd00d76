//! What services run: the action of GitHub, the component of GitLab, the hooks of pre-commit, the plugin of Claude Code. Each
//! is held to what its service demands, and its script is run as the service runs it.

#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests run scripts and look at their files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::run::{folder, run};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str =
    "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 the lock is never let go\n";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text_of(file: &str) -> String {
    fs::read_to_string(root().join(file)).expect("it is there")
}

fn yaml(text: &str) -> Value {
    serde_saphyr::from_str(text).expect("YAML")
}

fn holds(schema: &Value, value: &Value, what: &str) {
    let wrong: Vec<String> = jsonschema::validator_for(schema)
        .expect("a schema")
        .iter_errors(value)
        .map(|wrong| format!("{}: {wrong}", wrong.instance_path()))
        .collect();
    assert!(wrong.is_empty(), "{what}: {wrong:?}");
}

/// A script in bash as services run it: with its environment and little else, the command on its path.
fn bash(here: &Path, script: &str, variables: &BTreeMap<String, String>) -> Output {
    let built = Path::new(env!("CARGO_BIN_EXE_assize")).parent().expect("a folder");
    let search = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("bash");
    command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script]).current_dir(here);
    command.env_clear().envs(variables).env("HOME", here);
    command.env("PATH", format!("{}:{search}", built.display())).output().expect("bash")
}

/// A step of `action.yml`: what `${{ … }}` stands for in its environment is filled in by the service, before a shell sees it.
fn act(here: &Path, inputs: &[(&str, &str)]) -> (i32, BTreeMap<String, String>, String) {
    let action = yaml(&text_of("action.yml"));
    let value = |expression: &str| -> String {
        let Some(name) = expression.strip_prefix("inputs.") else { return "4f2a9c1d".to_owned() };
        let default = action["inputs"][name]["default"].as_str().unwrap_or_default();
        let default = if default.starts_with("${{") { "4f2a9c1d" } else { default };
        let given = inputs.iter().find(|(given, _)| *given == name).map(|(_, value)| *value);
        given.unwrap_or(default).to_owned()
    };
    let steps = action["runs"]["steps"].as_array().expect("steps");
    let step = steps.iter().find(|step| step["run"].is_string()).expect("a step that runs");
    let mut variables: BTreeMap<String, String> = BTreeMap::new();
    for (name, expression) in step["env"].as_object().expect("its environment") {
        let expression = expression.as_str().unwrap_or_default();
        let expression = expression.strip_prefix("${{ ").and_then(|rest| rest.strip_suffix(" }}"));
        variables.insert(name.clone(), value(expression.expect("an input")));
    }
    let at = |name: &str| here.join(name).display().to_string();
    fs::create_dir_all(here.join("temp")).expect("a folder");
    for (name, value) in [
        ("GITHUB_ACTION_PATH", root().display().to_string()),
        ("GITHUB_ACTIONS", "true".to_owned()),
        ("GITHUB_OUTPUT", at("temp/output")),
        ("GITHUB_STEP_SUMMARY", at("temp/summary.md")),
        ("RUNNER_TEMP", at("temp")),
    ] {
        variables.insert(name.to_owned(), value);
    }
    let _ = fs::remove_file(here.join("temp/output"));
    let ran = bash(here, step["run"].as_str().unwrap_or_default(), &variables);
    let outputs = fs::read_to_string(here.join("temp/output")).unwrap_or_default();
    let outputs = outputs.lines().filter_map(|line| line.split_once('='));
    let outputs = outputs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let said = [ran.stdout, ran.stderr].concat();
    (ran.status.code().unwrap_or(-1), outputs, String::from_utf8_lossy(&said).into_owned())
}

/// The metadata of an action: <https://json.schemastore.org/github-action.json>.
fn action_schema() -> Value {
    let text = json!({"type": "string"});
    let input = json!({
        "type": "object",
        "required": ["description"],
        "properties": {"description": text, "required": {"type": "boolean"}, "default": text, "deprecationMessage": text},
        "additionalProperties": false,
    });
    let output = json!({
        "type": "object",
        "required": ["description", "value"],
        "properties": {"description": text, "value": text},
        "additionalProperties": false,
    });
    let step = json!({
        "type": "object",
        "oneOf": [{"required": ["run", "shell"]}, {"required": ["uses"]}],
        "properties": {
            "id": text, "name": text, "if": text, "run": text, "shell": text, "uses": text, "working-directory": text,
            "with": {"type": "object"}, "env": {"type": "object", "additionalProperties": text}, "continue-on-error": {},
        },
        "additionalProperties": false,
    });
    json!({
        "type": "object",
        "required": ["name", "description", "runs"],
        "properties": {
            "name": text, "author": text, "description": text,
            "branding": {"properties": {"icon": text, "color": {"enum": ["white", "black", "yellow", "blue", "green", "orange", "red", "purple", "gray-dark"]}}, "additionalProperties": false},
            "inputs": {"type": "object", "additionalProperties": input},
            "outputs": {"type": "object", "additionalProperties": output},
            "runs": {
                "type": "object",
                "required": ["using", "steps"],
                "properties": {"using": {"const": "composite"}, "steps": {"type": "array", "items": step, "minItems": 1}},
                "additionalProperties": false,
            },
        },
        "additionalProperties": false,
    })
}

#[test]
fn the_action_judges_and_hands_on_what_came_of_it() {
    let action = yaml(&text_of("action.yml"));
    holds(&action_schema(), &action, "action.yml");
    // Nothing that somebody else wrote is part of a script.
    for step in action["runs"]["steps"].as_array().expect("steps") {
        assert!(!step["run"].as_str().unwrap_or_default().contains("${{"), "{step}");
    }
    let here = folder(&[("reports/qa.md", PASS), ("reports/security.md", FAIL)]);
    let binary = ("binary", env!("CARGO_BIN_EXE_assize"));
    let (code, outputs, said) = act(here.path(), &[binary, ("reports", "reports")]);
    assert_eq!((code, &*outputs["open"], &*outputs["outcome"]), (1, "false", "fail"), "{said}");
    let ruling: Value =
        serde_json::from_str(&fs::read_to_string(&outputs["ruling"]).expect("a ruling"))
            .expect("JSON");
    assert_eq!((&ruling["outcome"], &ruling["open"]), (&json!("fail"), &json!(false)));
    assert_eq!(ruling["docket"]["binding"]["commit"], "4f2a9c1d");
    assert!(said.contains("::error") && said.contains("the lock is never let go"), "{said}");
    let summary = fs::read_to_string(here.path().join("temp/summary.md")).expect("a summary");
    assert!(summary.contains("the lock is never let go"), "{summary}");
    let sarif = fs::read_to_string(here.path().join(&outputs["sarif"])).expect("SARIF");
    let sarif: Value = serde_json::from_str(&sarif).expect("JSON");
    assert_eq!(sarif["version"], "2.1.0");

    let inputs = [binary, ("reports", "reports"), ("fail", "false")];
    let (code, outputs, _) = act(here.path(), &inputs);
    assert_eq!((code, &*outputs["open"], &*outputs["outcome"]), (0, "false", "fail"));

    let inputs = [binary, ("reports", "reports/qa.md"), ("flags", "--expect=qa\n--policy=strict")];
    let (code, outputs, said) = act(here.path(), &inputs);
    assert_eq!((code, &*outputs["open"], &*outputs["outcome"]), (0, "true", "pass"), "{said}");

    // No ruling is a shut gate, and what an earlier step left is no answer to this one.
    for reports in ["nowhere", "$(touch pwned)", "; touch pwned", "--policy=x"] {
        let (code, outputs, said) =
            act(here.path(), &[binary, ("reports", reports), ("fail", "false")]);
        assert_eq!((code, &*outputs["open"]), (0, "false"), "{reports}: {said}");
        assert_eq!(outputs["outcome"], "error", "{reports}: {said}");
    }
    assert!(!here.path().join("pwned").exists());
}

/// `include:` of a component fills in its inputs: <https://docs.gitlab.com/ci/inputs/>.
fn component(inputs: &[(&str, &str)]) -> Value {
    let text = text_of("templates/assize.yml");
    let (head, job) = text.split_once("\n---\n").expect("a header and jobs");
    let spec = yaml(head);
    let mut job = job.to_owned();
    for (name, input) in spec["spec"]["inputs"].as_object().expect("inputs") {
        let given = inputs.iter().find(|(given, _)| given == name).map(|(_, value)| *value);
        let value = given.or(input["default"].as_str()).expect("an input without a default");
        job = job.replace(&format!("$[[ inputs.{name} ]]"), value);
    }
    assert!(!job.contains("$[["), "{job}");
    yaml(&job)
}

#[test]
fn the_component_of_gitlab_judges_and_leaves_its_reports() {
    let text = text_of("templates/assize.yml");
    let spec = yaml(text.split("\n---\n").next().unwrap_or_default());
    // <https://docs.gitlab.com/ci/yaml/#specinputs>
    let one = json!({
        "type": "object",
        "properties": {"description": {"type": "string"}, "default": {"type": "string"}, "type": {"type": "string"}, "options": {"type": "array"}, "regex": {"type": "string"}},
        "additionalProperties": false,
    });
    holds(
        &json!({
            "required": ["spec"],
            "properties": {"spec": {"required": ["inputs"], "properties": {"inputs": {"type": "object", "additionalProperties": one}}, "additionalProperties": false}},
            "additionalProperties": false,
        }),
        &spec,
        "the header",
    );
    // <https://gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json>: a job, as far as this one goes.
    let texts = json!({"type": "array", "items": {"type": "string"}});
    let job = json!({
        "type": "object",
        "required": ["script"],
        "properties": {
            "stage": {"type": "string"}, "image": {"type": "string"}, "script": texts,
            "variables": {"type": "object", "additionalProperties": {"type": "string"}},
            "artifacts": {
                "properties": {
                    "when": {"enum": ["on_success", "on_failure", "always"]}, "paths": texts,
                    "reports": {"properties": {"codequality": {"type": "string"}}, "additionalProperties": false},
                },
                "additionalProperties": false,
            },
        },
        "additionalProperties": false,
    });
    let here = folder(&[("reports/qa.md", PASS), ("reports/security.md", FAIL)]);
    let binary = env!("CARGO_BIN_EXE_assize");
    let inputs = [("reports", "reports"), ("expect", "qa,security"), ("binary", binary)];
    let jobs = component(&inputs);
    holds(&json!({"type": "object", "additionalProperties": job}), &jobs, "the job");
    let job = |inputs: &[(&str, &str)], here: &Path| {
        let job = &component(inputs)["assize"];
        let variables = job["variables"].as_object().expect("variables").iter();
        let mut variables: BTreeMap<String, String> = variables
            .map(|(name, value)| (name.clone(), value.as_str().unwrap_or_default().to_owned()))
            .collect();
        variables.insert("CI_COMMIT_SHA".to_owned(), "4f2a9c1d".to_owned());
        let lines = job["script"].as_array().expect("a script").iter().filter_map(Value::as_str);
        let ran = bash(here, &lines.collect::<Vec<_>>().join("\n"), &variables);
        let said = String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned();
        (ran.status.code(), said)
    };
    let (code, said) = job(&inputs, here.path());
    assert_eq!(code, Some(1), "{said}");
    let left = |name: &str| -> Value {
        let text = fs::read_to_string(here.path().join(name)).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    };
    assert_eq!(left("assize.json")["outcome"], "fail", "{said}");
    let quality = left("gl-code-quality-report.json");
    assert_eq!(quality[0]["location"]["path"], "src/a.rs", "{said}");
    fs::write(here.path().join("reports/security.md"), PASS).expect("a report");
    assert_eq!(job(&inputs, here.path()).0, Some(0));
    let none = [("reports", "reports"), ("binary", "no-such-assize")];
    let (code, said) = job(&none, here.path());
    assert!(code != Some(0) && said.contains("name its repository"), "{said}");
}

/// <https://github.com/pre-commit/pre-commit/blob/main/pre_commit/clientlib.py>: `MANIFEST_HOOK_DICT`.
#[test]
fn the_hooks_of_pre_commit_check_test_and_judge() {
    let hooks = yaml(&text_of(".pre-commit-hooks.yaml"));
    let text = json!({"type": "string"});
    let texts = json!({"type": "array", "items": text});
    let yes_no = json!({"type": "boolean"});
    holds(
        &json!({"type": "array", "items": {
            "type": "object",
            "required": ["id", "name", "entry", "language"],
            "properties": {
                "id": text, "name": text, "entry": text, "language": {"enum": ["rust", "system"]}, "alias": text,
                "files": text, "exclude": text, "types": texts, "types_or": texts, "exclude_types": texts,
                "additional_dependencies": texts, "args": texts, "always_run": yes_no, "fail_fast": yes_no,
                "pass_filenames": yes_no, "description": text, "language_version": text, "log_file": text,
                "minimum_pre_commit_version": text, "require_serial": yes_no,
                "stages": {"type": "array", "items": {"enum": ["commit-msg", "post-checkout", "post-commit", "post-merge", "post-rewrite", "pre-commit", "pre-merge-commit", "pre-push", "pre-rebase", "prepare-commit-msg", "manual"]}},
                "verbose": yes_no,
            },
            "additionalProperties": false,
        }}),
        &hooks,
        ".pre-commit-hooks.yaml",
    );
    let policy = assize::built_in(assize::Stage::Gate, "any-blocker").expect("it is built in");
    let case = "case \"a\" { qa \"pass\"; expect \"pass\" }\n";
    let here = folder(&[
        (".assize/policies/gate/ours.rhai", policy),
        (".assize/policies/gate/ours/cases.kdl", case),
        ("reports/qa.md", PASS),
        ("reports/security.md", FAIL),
    ]);
    let ends = |id: &str, more: &str| {
        let hooks = hooks.as_array().expect("hooks");
        let hook = hooks.iter().find(|hook| hook["id"] == id).expect("it is there");
        let entry = hook["entry"].as_str().unwrap_or_default();
        let ran = bash(here.path(), &format!("{entry} {more}"), &BTreeMap::new());
        ran.status.code().unwrap_or(-1)
    };
    let ours = ".assize/policies/gate/ours.rhai";
    assert_eq!(ends("assize-policy-check", ours), 0);
    assert_eq!(ends("assize-policy-test", ""), 0);
    assert_eq!(ends("assize-gate", "reports"), 1);
    assert_eq!(ends("assize-gate", "reports/qa.md --no-summary"), 0);
    fs::write(
        here.path().join(".assize/policies/gate/ours/cases.kdl"),
        case.replace("expect \"pass\"", "expect \"fail\""),
    )
    .expect("a case");
    assert_eq!(ends("assize-policy-test", ""), 1);
    fs::write(here.path().join(ours), "rule \"x\" when nothing then pass;\n").expect("a policy");
    assert_ne!(ends("assize-policy-check", ours), 0);
}

/// <https://code.claude.com/docs/en/plugins-reference>: of the manifest only `name` is required; `hooks/hooks.json` is read as it is.
#[test]
fn the_plugin_of_claude_code_registers_what_init_does() {
    let plugin: Value = serde_json::from_str(&text_of(".claude-plugin/plugin.json")).expect("JSON");
    let text = json!({"type": "string"});
    holds(
        &json!({
            "type": "object",
            "required": ["name"],
            "properties": {
                "name": {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"},
                "version": {"const": env!("CARGO_PKG_VERSION")},
                "description": text, "license": text, "homepage": text, "repository": text,
                "author": {"type": "object"}, "keywords": {"type": "array", "items": text},
            },
            "additionalProperties": false,
        }),
        &plugin,
        "plugin.json",
    );
    let ours: Value = serde_json::from_str(&text_of("hooks/hooks.json")).expect("JSON");
    let here = folder(&[]);
    let args = ["init", "--expect", "qa", "--harness", "claude-code", "--write"];
    assert_eq!(run(here.path(), &args, "").code(), 0);
    let settings = fs::read_to_string(here.path().join(".claude/settings.json")).expect("settings");
    let settings: Value = serde_json::from_str(&settings).expect("JSON");
    assert_eq!(ours["hooks"], settings["hooks"]);
    for (event, all) in ours["hooks"].as_object().expect("events") {
        let command = all[0]["hooks"][0]["command"].as_str().expect("a command");
        let payload = json!({"session_id": "s1", "cwd": here.path(), "hook_event_name": event,
            "tool_name": "Bash", "tool_input": {"command": "git push"}, "last_assistant_message": "Done."});
        let script = format!("printf '%s' '{payload}' | {command}");
        let ran = bash(here.path(), &script, &BTreeMap::new());
        assert_eq!(ran.status.code(), Some(0), "{event}");
        let answer: Value = serde_json::from_slice(&ran.stdout).expect("JSON");
        let denied = answer["hookSpecificOutput"]["permissionDecision"] == "deny";
        assert_eq!(denied, event == "PreToolUse", "{event}: {answer}");
    }
}

/// The file that README.md shows behind its name, as it stands there.
fn shown(name: &str) -> Value {
    let readme = text_of("README.md");
    let block = readme.split(&format!("`{name}`:\n\n```yaml\n")).nth(1).expect("it is shown");
    yaml(block.split("```").next().unwrap_or_default())
}

#[test]
fn the_recipe_for_github_runs() {
    let workflow = shown(".github/workflows/review.yml");
    let steps = workflow["jobs"]["review"]["steps"].as_array().expect("steps");
    let step = steps.iter().find(|step| step["uses"] == "OWNER/assize@main").expect("the action");
    let declared = yaml(&text_of("action.yml"));
    let given = step["with"].as_object().expect("inputs");
    assert!(given.keys().all(|name| declared["inputs"][name].is_object()), "{given:?}");
    let rules = given["rules-from"].as_str().unwrap_or_default();
    assert!(rules.contains("base.sha") && steps[0]["with"]["fetch-depth"] == 0, "it is fetched");
    let here = folder(&[("reports/qa.md", PASS), ("reports/security.md", FAIL)]);
    let git = "git init -q . && git -c user.name=a -c user.email=a@a commit -q --allow-empty -m a && git rev-parse HEAD";
    let begun = bash(here.path(), git, &BTreeMap::new());
    let base = String::from_utf8_lossy(&begun.stdout).trim().to_owned();
    let binary = ("binary", env!("CARGO_BIN_EXE_assize"));
    let text = |name: &str| given[name].as_str().unwrap_or_default();
    let inputs =
        [binary, ("reports", text("reports")), ("expect", text("expect")), ("rules-from", &*base)];
    let (code, outputs, said) = act(here.path(), &inputs);
    assert_eq!((code, &*outputs["outcome"]), (1, "fail"), "{said}");
    fs::write(here.path().join("reports/security.md"), PASS).expect("a report");
    let (code, outputs, said) = act(here.path(), &inputs);
    assert_eq!((code, &*outputs["open"]), (0, "true"), "{said}");
}

#[test]
fn the_recipe_for_gitlab_names_the_component_and_its_inputs() {
    let file = shown(".gitlab-ci.yml");
    let include = &file["include"][0];
    let named = include["component"].as_str().unwrap_or_default();
    assert!(named.ends_with("/assize/assize@main"), "templates/assize.yml is {named}");
    let inputs = include["inputs"].as_object().expect("inputs");
    let given: Vec<(&str, &str)> =
        inputs.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_str()?))).collect();
    let variables = &component(&given)["assize"]["variables"];
    assert_eq!(
        (&variables["ASSIZE_REPORTS"], &variables["ASSIZE_EXPECT"]),
        (&json!("reports"), &json!("qa,security"))
    );
    let spec = yaml(text_of("templates/assize.yml").split("\n---\n").next().unwrap_or_default());
    assert!(inputs.keys().all(|name| spec["spec"]["inputs"][name].is_object()), "{inputs:?}");
}

#[test]
fn the_recipe_for_pre_commit_names_hooks_that_run() {
    let file = shown(".pre-commit-config.yaml");
    let manifest = yaml(&text_of(".pre-commit-hooks.yaml"));
    let here = folder(&[("reports/qa.md", PASS), ("reports/security.md", PASS)]);
    let mut ran = 0;
    for hook in file["repos"][0]["hooks"].as_array().expect("hooks") {
        let known =
            manifest.as_array().expect("hooks").iter().find(|known| known["id"] == hook["id"]);
        let entry = known.expect("it is there")["entry"].as_str().unwrap_or_default();
        let Some(args) = hook["args"].as_array() else { continue };
        let args: Vec<&str> = args.iter().filter_map(Value::as_str).collect();
        let done = bash(here.path(), &format!("{entry} {}", args.join(" ")), &BTreeMap::new());
        assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
        ran += 1;
    }
    assert_eq!(ran, 1);
}

/// The recipe in Rust is this function.
#[rustfmt::skip]
#[expect(clippy::unwrap_used, reason = "a recipe is short")]
fn recipe() {
use assize::{Docket, Policy, Source, Stage};
let text = assize::built_in(Stage::Gate, "any-blocker").unwrap();
let policy = Policy::compile(Stage::Gate, "any-blocker", text).unwrap(); // all mistakes at once
let mut docket = Docket::new("task-17");
for (seat, text) in [("qa", "### Verdict: APPROVE"), ("security", "### Verdict: REVISE")] {
    docket.submit(seat, Source::new(format!("{seat}.md"), text)); // total: cannot fail
}
let ruling = policy.judge(&docket.close()).unwrap(); // an error: the gate stays shut
assert!(ruling.opening().is_none());
}

#[test]
fn the_recipe_in_rust_runs() {
    recipe();
    let readme = text_of("README.md");
    let block = readme.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next());
    let own = include_str!("services.rs");
    assert!(
        block.is_some_and(|block| block.lines().count() > 5 && own.contains(block)),
        "{block:?}"
    );
}
