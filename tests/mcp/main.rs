//! `assize mcp`, asked by the client of its own SDK over a process, and by lines that no client writes.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

#[path = "../common/run.rs"]
mod run;

mod lines;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use rmcp::model::{CallToolRequestParams, CallToolResult, Tool};
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServiceExt as _};
use serde_json::{Value, json};

use run::{folder, run};

const OURS: &str = "panel \"ours\" {\n    reports \"reviews/{task}\"\n    gate \"any-blocker\"\n    redispatch \"standard\"\n    \
    seat \"qa\" file=\"qa.md\"\n    seat \"security\" file=\"security.md\"\n}\n";

/// A repository with a commit and a panel of two.
fn repository(panel: &str) -> tempfile::TempDir {
    let dir =
        folder(&[("assize.kdl", panel), ("src/a.rs", "fn a() {}\n"), (".gitignore", "reviews\n")]);
    git(dir.path(), &["init", "-q"]);
    commit(dir.path());
    dir
}

fn git(here: &Path, args: &[&str]) {
    let who = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
    let done = Command::new("git").args(who).args(args).current_dir(here).output();
    assert!(done.expect("git runs").status.success(), "{args:?}");
}

fn commit(here: &Path) {
    git(here, &["add", "-A"]);
    git(here, &["commit", "-q", "--allow-empty", "-m", "work"]);
}

fn begin(here: &Path, task: &str) -> String {
    let ran = run(here, &["begin", task, "--json"], "");
    assert_eq!(ran.code(), 0, "{}", ran.err());
    let begun: Value = serde_json::from_str(&ran.out()).expect("JSON");
    begun["mark"].as_str().expect("a mark").to_owned()
}

/// What is done with a client, each in a runtime of its own.
fn served<T>(here: &Path, args: &[&str], what: impl AsyncFnOnce(&Client) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let mut child = tokio::process::Command::new(env!("CARGO_BIN_EXE_assize"))
            .arg("mcp")
            .args(args)
            .current_dir(here)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("it runs");
        let streams = (child.stdout.take().expect("a pipe"), child.stdin.take().expect("a pipe"));
        let client = Client(().serve(streams).await.expect("it speaks MCP"));
        let done = what(&client).await;
        client.0.cancel().await.expect("it ends");
        let status = child.wait().await.expect("it ends");
        assert_eq!(status.code(), Some(0), "it ends with its client");
        done
    })
}

struct Client(RunningService<RoleClient, ()>);

impl Client {
    async fn tools(&self) -> Vec<Tool> {
        self.0.list_all_tools().await.expect("tools")
    }

    async fn call(&self, name: &'static str, given: Value) -> Told {
        let given = given.as_object().expect("an object").clone();
        let asked = CallToolRequestParams::new(name).with_arguments(given);
        Told(self.0.call_tool(asked).await.expect("a tool answers, also where something is wrong"))
    }

    async fn submit(&self, verdict: &str) -> Told {
        self.call("submit_verdict", of(verdict)).await
    }
}

struct Told(CallToolResult);

impl Told {
    fn text(&self) -> String {
        let texts = self.0.content.iter().filter_map(|block| block.as_text());
        texts.map(|text| text.text.as_str()).collect()
    }

    /// What was wrong, with the next step.
    fn wrong(&self) -> String {
        assert_eq!(self.0.is_error, Some(true), "{}", self.text());
        assert!(self.text().contains("help: "), "{}", self.text());
        self.text()
    }

    fn good(&self) -> String {
        assert_eq!(self.0.is_error, Some(false), "{}", self.text());
        self.text()
    }

    fn is_open(&self) -> bool {
        self.good();
        self.0.structured_content.as_ref().expect("data")["open"] == json!(true)
    }
}

/// A verdict as the schema asks for it.
fn of(verdict: &str) -> Value {
    let must_fix = match verdict {
        "request changes" => {
            json!([{"path": "src/a.rs", "line": 1, "title": "the lock is never let go"}])
        }
        _ => json!([]),
    };
    json!({"verdict": verdict, "summary": "I read all of it.", "must_fix": must_fix, "findings": []})
}

fn report(here: &Path, seat: &str) -> Option<String> {
    fs::read_to_string(here.join(format!("reviews/t1/{seat}.md"))).ok()
}

#[test]
fn a_server_offers_what_its_client_may_do() {
    let dir = repository(OURS);
    let names = |tools: &[Tool]| tools.iter().map(|tool| tool.name.to_string()).collect::<Vec<_>>();
    served(dir.path(), &["--seat", "qa"], async |client| {
        let tools = client.tools().await;
        assert_eq!(names(&tools), ["submit_verdict", "gate", "explain", "contract"]);
        let schema = Value::Object((*tools[0].input_schema).clone());
        assert!(jsonschema::is_valid(&schema, &of("approve")), "{schema}");
        assert!(!jsonschema::is_valid(&schema, &json!({"verdict": "approve"})), "{schema}");
        assert!(!jsonschema::is_valid(&schema, &of("as you like")), "{schema}");
        let mut forged = of("approve");
        forged["seat"] = json!("security");
        assert!(!jsonschema::is_valid(&schema, &forged), "{schema}");
        let told = client.0.peer_info().expect("it says who it is").instructions.clone();
        assert!(told.expect("instructions").contains("the seat `qa`, and for no other"));
    });
    served(dir.path(), &[], async |client| {
        assert_eq!(names(&client.tools().await), ["gate", "explain", "contract"]);
        assert!(client.submit("approve").await.wrong().contains("speaks for no seat"));
    });
}

#[test]
fn a_verdict_is_the_report_of_its_seat() {
    let dir = repository(OURS);
    let here = dir.path();
    let mark = begin(here, "t1");
    served(here, &["--seat", "qa"], async |client| {
        assert!(!client.call("gate", json!({})).await.is_open());
        assert!(client.submit("approve").await.good().contains("The verdict of `qa` is kept"));
        assert!(!client.call("gate", json!({"task": "t1"})).await.is_open(), "one is missing");
    });
    assert!(report(here, "qa").expect("a report").contains(&mark));
    assert_eq!(report(here, "security"), None);
    served(here, &["--seat", "security", "--task", "t1"], async |client| {
        client.submit("approve").await.good();
        let told = client.call("gate", json!({})).await;
        assert!(told.is_open(), "{}", told.text());
        assert!(told.text().contains("The gate of `t1`, round 1, is open"), "{}", told.text());
    });
    let ran = run(here, &["gate", "t1"], "");
    assert_eq!(ran.code(), 0, "{}", ran.out());
}

#[test]
fn a_verdict_that_fails_shuts_and_is_not_taken_back() {
    let dir = repository(OURS);
    let here = dir.path();
    begin(here, "t1");
    served(here, &["--seat", "security"], async |client| client.submit("approve").await.good());
    served(here, &["--seat", "qa"], async |client| {
        client.submit("approve").await.good();
        assert!(client.call("gate", json!({})).await.is_open());
        assert!(client.submit("request changes").await.good().contains("is kept"));
        let told = client.submit("approve").await.good();
        assert!(told.contains("stays") && told.contains("a worse one only"), "{told}");
        let told = client.call("gate", json!({})).await;
        assert!(
            !told.is_open() && told.text().contains("the lock is never let go"),
            "{}",
            told.text()
        );
        let told = client.call("explain", json!({})).await.good();
        assert!(told.contains("a reviewer failed the change"), "{told}");
    });
    assert_eq!(run(here, &["gate", "t1"], "").code(), 1);
}

#[test]
fn the_same_verdict_counts_in_the_next_round() {
    let dir = repository(OURS);
    let here = dir.path();
    for _ in 0..2 {
        begin(here, "t1");
        for seat in ["qa", "security"] {
            served(here, &["--seat", seat], async |client| client.submit("approve").await.good());
        }
        let ran = run(here, &["gate", "t1"], "");
        assert_eq!(ran.code(), 0, "{}", ran.out());
        commit(here);
    }
}

#[test]
fn a_client_speaks_for_no_other_seat() {
    let dir = repository(OURS);
    let here = dir.path();
    begin(here, "t1");
    served(here, &["--seat", "qa"], async |client| {
        for name in ["seat", "reviewer", "task"] {
            let mut forged = of("approve");
            forged[name] = json!("security");
            let told = client.call("submit_verdict", forged).await.wrong();
            assert!(told.contains("speaks for the seat `qa` alone"), "{told}");
        }
        let told = client.call("contract", json!({"seat": "security"})).await.wrong();
        assert!(told.contains("speaks for the seat `qa`, and not for `security`"), "{told}");
    });
    assert_eq!((report(here, "qa"), report(here, "security")), (None, None));
    for seat in ["securty", "../security", "security.md"] {
        served(here, &["--seat", seat], async |client| {
            let told = client.submit("approve").await.wrong();
            assert!(told.contains("which the round does not have"), "{told}");
        });
    }
    assert_eq!((report(here, "qa"), report(here, "security")), (None, None));
}

#[test]
fn what_cannot_be_read_is_not_kept() {
    let dir = repository(OURS);
    let here = dir.path();
    begin(here, "t1");
    served(here, &["--seat", "qa"], async |client| {
        for (given, says) in [
            (json!({}), "the verdict has no `verdict`"),
            (json!({"verdict": "approve"}), "the verdict has no `summary`"),
            (json!({"verdct": "approve"}), "did you mean `verdict`?"),
        ] {
            let told = client.call("submit_verdict", given).await.wrong();
            assert!(told.contains(says), "{told}");
        }
        for word in [json!("as you like"), json!(null), json!([]), json!({"approve": null})] {
            let mut odd = of("approve");
            odd["verdict"] = word;
            let told = client.call("submit_verdict", odd).await.wrong();
            assert!(told.contains("nothing was kept of it"), "{told}");
        }
        assert_eq!(report(here, "qa"), None);
        for (name, given, says) in [
            (
                "gate",
                json!({"tsak": "t1"}),
                "`gate` cannot be called like this: unknown field `tsak`",
            ),
            ("gate", json!({"task": 7}), "cannot be called like this"),
            ("gate", json!({"task": "t2"}), "no round of `t2` was begun"),
            ("gate", json!({"task": "../../etc"}), "`../../etc`"),
            ("explain", json!({"task": ""}), ""),
            ("contract", json!({"format": "revew"}), "revew"),
            ("submit_verdicts", json!({}), "did you mean `submit_verdict`?"),
            ("push", json!({}), "there is no tool `push`"),
        ] {
            let told = client.call(name, given).await.wrong();
            assert!(told.contains(says), "{told}");
        }
    });
}

#[test]
fn what_a_verdict_is_given_as_follows_the_panel() {
    let with =
        |formats: &str| OURS.replace("    gate", &format!("    formats {formats}\n    gate"));
    let dir = repository(&with("\"yaml-block\""));
    begin(dir.path(), "t1");
    served(dir.path(), &["--seat", "qa"], async |client| {
        let verdict =
            json!({"verdict": "pass", "confidence": "high", "blockers": [], "advisories": []});
        client.call("submit_verdict", verdict).await.good();
        assert!(client.call("contract", json!({})).await.good().contains("submit_verdict"));
    });
    assert_eq!(run(dir.path(), &["gate", "t1"], "").code(), 3, "the other one is missing");
    // A format that is no object is handed in as a text.
    let dir = repository(&with("\"verdict-file\""));
    begin(dir.path(), "t1");
    for seat in ["qa", "security"] {
        served(dir.path(), &["--seat", seat], async |client| {
            let told = client.call("contract", json!({})).await.good();
            assert!(told.contains("confidence"), "{told}");
            let told = client.call("submit_verdict", json!({"report": "I like it"})).await.wrong();
            assert!(told.contains("nothing was kept of it"), "{told}");
            let text = "verdict: pass\nconfidence: high\n";
            client.call("submit_verdict", json!({"report": text})).await.good();
        });
    }
    let ran = run(dir.path(), &["gate", "t1"], "");
    assert_eq!(ran.code(), 0, "{}", ran.out());
}

#[test]
fn the_work_is_that_of_a_round_that_was_begun() {
    let dir = repository(OURS);
    let here = dir.path();
    served(here, &["--seat", "qa"], async |client| {
        assert!(client.submit("approve").await.wrong().contains("no round of review was begun"));
        assert!(client.call("gate", json!({})).await.wrong().contains("`assize begin TASK`"));
    });
    begin(here, "t1");
    begin(here, "t2");
    served(here, &["--seat", "qa"], async |client| {
        let told = client.submit("approve").await.wrong();
        assert!(told.contains("`t1`") && told.contains("`t2`"), "{told}");
        assert!(client.call("gate", json!({})).await.wrong().contains("name one in `task`"));
        assert!(!client.call("gate", json!({"task": "t2"})).await.is_open());
    });
    served(here, &["--seat", "qa", "--task", "t2"], async |client| {
        client.submit("approve").await.good();
        assert!(here.join("reviews/t2/qa.md").exists() && report(here, "qa").is_none());
        fs::write(here.join("src/a.rs"), "fn b() {}\n").expect("a file");
        commit(here);
        let told = client.submit("request changes").await.good();
        assert!(told.contains("the work has moved on"), "{told}");
    });
}

#[test]
fn looking_writes_nothing() {
    let dir = repository(OURS);
    let here = dir.path();
    begin(here, "t1");
    let all = || {
        let found = Command::new("find")
            .args([".", "-not", "-path", "./.git/*"])
            .current_dir(here)
            .output();
        String::from_utf8(found.expect("find runs").stdout).expect("text")
    };
    let before = all();
    served(here, &[], async |client| {
        client.call("gate", json!({})).await.good();
        client.call("explain", json!({"task": "t1"})).await.good();
        let told = client.call("contract", json!({"task": "t1", "seat": "qa"})).await.good();
        assert!(told.contains("assize-r1-") && told.contains("reviews/t1/qa.md"), "{told}");
        let told = client.call("contract", json!({"format": "cpf-auditor"})).await.good();
        assert!(told.contains('|'), "{told}");
    });
    assert_eq!(all(), before);
}
