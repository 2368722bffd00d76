//! `assize hook`: each payload of the clients that were measured, and answers held to what each client reads.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::rounds::{begun, commit, git, marked, repository, write};
use crate::run::{Run, folder, run};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str =
    "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 the lock is never let go\n";
const CLIENTS: [&str; 5] = ["claude-code", "codex", "gemini", "copilot", "cursor"];

/// What each client reads at the end of a turn, and before a tool runs.
///
/// Claude Code 2.1.332: the schemas in the client; Codex 0.171.0: the JSON Schemas in its binary, which allow nothing else;
/// Gemini CLI 0.61.0: the documents and code in its package; Copilot CLI 1.0.102: github/docs, and runs in which
/// `continue: false` ended the turn; Cursor: its pages alone, not measured.
fn schema(client: &str, moment: &str) -> Value {
    let object = |members: Value, required: &[&str]| {
        json!({
            "type": "object", "properties": members, "required": required, "additionalProperties": false,
        })
    };
    let (text, no) = (json!({"type": "string", "minLength": 1}), json!({"const": false}));
    let go = object(json!({}), &[]);
    let end = object(json!({"continue": no, "stopReason": text}), &["continue", "stopReason"]);
    let block = |word: &str| {
        object(json!({"decision": {"const": word}, "reason": text}), &["decision", "reason"])
    };
    let permission = object(
        json!({
            "hookEventName": {"const": "PreToolUse"},
            "permissionDecision": {"enum": ["allow", "deny", "ask"]},
            "permissionDecisionReason": text,
        }),
        &["hookEventName", "permissionDecision"],
    );
    let denied = match client {
        "gemini" => block("deny"),
        "copilot" => object(
            json!({
                "permissionDecision": {"const": "deny"}, "permissionDecisionReason": text,
                "hookSpecificOutput": permission,
            }),
            &["permissionDecision"],
        ),
        "cursor" => object(
            json!({"permission": {"const": "deny"}, "user_message": text, "agent_message": text}),
            &["permission"],
        ),
        _ => object(json!({"hookSpecificOutput": permission}), &["hookSpecificOutput"]),
    };
    let sent_on = object(json!({"followup_message": text}), &["followup_message"]);
    let all = match (client, moment) {
        (_, "tool") => vec![go, denied],
        ("cursor", _) => vec![go, sent_on],
        ("gemini", _) => vec![go, end, block("deny")],
        _ => vec![go, end, block("block")],
    };
    json!({"oneOf": all})
}

/// What a client sends: our own likeness of what was measured.
fn payload(client: &str, moment: &str, here: &Path, more: Value) -> Value {
    let cwd = here.to_string_lossy().into_owned();
    let event = match (client, moment) {
        ("gemini", "stop") => "AfterAgent",
        ("gemini", _) => "BeforeTool",
        ("cursor", "stop") => "stop",
        ("cursor", _) => "beforeShellExecution",
        (_, "stop") => "Stop",
        (_, "answer") => "SubagentStop",
        _ => "PreToolUse",
    };
    let mut sent = match client {
        "copilot" => {
            json!({"sessionId": "s1", "timestamp": 1_790_000_000_000_u64, "cwd": cwd, "transcriptPath": "/t"})
        }
        "cursor" => json!({
            "conversation_id": "s1", "generation_id": "g1", "model": "m", "hook_event_name": event,
            "workspace_roots": [cwd],
        }),
        "gemini" => json!({
            "session_id": "s1", "transcript_path": "/t", "cwd": cwd, "hook_event_name": event,
            "timestamp": "2026-11-26T10:00:00Z",
        }),
        "codex" => json!({
            "session_id": "s1", "turn_id": "1", "cwd": cwd, "transcript_path": null, "model": "m",
            "permission_mode": "default", "hook_event_name": event,
        }),
        _ => json!({
            "session_id": "s1", "transcript_path": "/t", "cwd": cwd, "permission_mode": "default",
            "hook_event_name": event, "prompt_id": "p", "from_a_later_version": {"a": [1]},
        }),
    };
    let own = match (client, moment) {
        ("copilot", "stop") => json!({"stopReason": "end_turn", "stop_hook_active": false}),
        ("cursor", "stop") => json!({"status": "completed", "loop_count": 0}),
        ("gemini", "stop") => {
            json!({"prompt": "do", "prompt_response": "done", "stop_hook_active": false})
        }
        (_, "stop") => {
            json!({"stop_hook_active": false, "last_assistant_message": "done", "background_tasks": []})
        }
        ("copilot", "answer") => json!({"agentId": "a1"}),
        (_, "answer") => {
            json!({"agent_id": "a1", "agent_transcript_path": "/t", "stop_hook_active": false})
        }
        ("cursor", _) => json!({}),
        ("copilot", _) => json!({"toolName": "bash"}),
        _ => json!({"tool_name": "Bash"}),
    };
    for members in [own, more] {
        sent.as_object_mut()
            .expect("an object")
            .extend(members.as_object().expect("an object").clone());
    }
    sent
}

fn stop(client: &str, here: &Path, more: Value) -> Value {
    payload(client, "stop", here, more)
}

fn tool(client: &str, here: &Path, line: &str) -> Value {
    payload(
        client,
        "tool",
        here,
        match client {
            "cursor" => json!({"command": line}),
            // Copilot hands JSON over in a text.
            "copilot" => json!({"toolArgs": json!({"command": line}).to_string()}),
            _ => json!({"tool_input": {"command": line, "description": "x"}}),
        },
    )
}

fn answered(client: &str, here: &Path, agent: &str, message: &str) -> Value {
    payload(
        client,
        "answer",
        here,
        match client {
            "copilot" => json!({"agentType": agent, "agentName": agent, "response": message}),
            _ => json!({"agent_type": agent, "last_assistant_message": message}),
        },
    )
}

/// The answer of a hook: it ends with 0, and prints one object.
fn raw(here: &Path, args: &[&str], text: &str) -> (Value, Run) {
    let ran = run(here, &[&["hook"], args].concat(), text);
    assert_eq!(ran.code(), 0, "{}", ran.err());
    let answer: Value = serde_json::from_str(&ran.out()).expect("one JSON object");
    assert!(answer.is_object(), "{answer}");
    (answer, ran)
}

/// The same, and it is one that the client reads.
fn hook(here: &Path, client: &str, sent: &Value) -> Value {
    let moment = ["tool_input", "toolArgs", "command"];
    let moment = if moment.iter().any(|name| sent.get(name).is_some()) { "tool" } else { "stop" };
    let (answer, ran) = raw(here, &[client], &sent.to_string());
    let schema = schema(client, moment);
    assert!(jsonschema::is_valid(&schema, &answer), "{client} {moment} {answer}\n{}", ran.err());
    for text in texts(&answer) {
        assert!(text.len() <= 8 * 1024, "{} bytes", text.len());
    }
    answer
}

/// Every text of an answer.
fn texts(answer: &Value) -> Vec<&str> {
    match answer {
        Value::String(text) => vec![text],
        Value::Object(members) => members.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

/// What the answer says: the longest of its texts.
fn said(answer: &Value) -> String {
    texts(answer).into_iter().max_by_key(|text| text.len()).unwrap_or_default().to_owned()
}

fn goes(answer: &Value) -> bool {
    *answer == json!({})
}

fn ends(answer: &Value) -> bool {
    answer["continue"] == json!(false)
}

/// What the reviewers write in the last round of `t1`, with its mark.
fn reports(here: &Path, qa: &str, security: &str) {
    let rounds = (1..9).map(|n| here.join(format!("reviews/.rounds/t1/{n}/round.json")));
    let mut rounds = rounds.filter_map(|path| fs::read_to_string(path).ok());
    let last = rounds.next_back().expect("a round");
    let round = serde_json::from_str(&last).expect("JSON");
    for (name, text) in [("qa.md", qa), ("security.md", security)] {
        write(here, name, &marked(text, &round));
    }
}

fn kept(here: &Path, file: &str) -> Value {
    let text = fs::read_to_string(here.join("reviews/.rounds/t1/1").join(file));
    serde_json::from_str(&text.unwrap_or_default()).unwrap_or_default()
}

#[test]
fn a_turn_ends_where_nothing_is_under_way() {
    let bare = folder(&[]);
    let ours = repository();
    for client in CLIENTS {
        for here in [bare.path(), ours.path()] {
            assert!(goes(&hook(here, client, &stop(client, here, json!({})))), "{client}");
        }
    }
}

#[test]
fn a_shut_round_sends_its_agent_on_and_then_ends_the_turn() {
    for client in CLIENTS {
        let dir = repository();
        let here = dir.path();
        begun(here, &[]);
        reports(here, PASS, FAIL);
        for time in 1..=3 {
            let told = hook(here, client, &stop(client, here, json!({})));
            assert!(!goes(&told) && !ends(&told), "{client} {time} {told}");
            let said = said(&told);
            assert!(said.contains("`t1`") && said.contains("the lock is never let go"), "{said}");
            assert!(said.contains("assize begin t1"), "{said}");
        }
        assert_eq!(kept(here, "hooks.json")["ended"], Value::Null, "{client}");
        // Whether the client says that it was sent on or not: there is no loop.
        for again in [true, false, true] {
            let told = hook(here, client, &stop(client, here, json!({"stop_hook_active": again})));
            assert!(ends(&told) || (client == "cursor" && goes(&told)), "{client} {told}");
        }
        let record = kept(here, "hooks.json");
        assert_eq!(record["blocked"], 3, "{record}");
        assert_eq!(record["ended"], "fail: a reviewer failed the change", "{record}");
        assert_eq!(record["sessions"], json!(["s1"]), "{record}");
        assert_eq!(kept(here, "judged.json")["outcome"], "fail");
        let listed = run(here, &["round", "list", "t1"], "").out();
        let told =
            "hooks     an agent was sent on 3 times; its turn was ended at fail: a reviewer failed";
        assert!(listed.contains(told), "{listed}");
        // The next round has attempts of its own, and one that opens lets go.
        commit(here);
        begun(here, &[]);
        assert!(!goes(&hook(here, client, &stop(client, here, json!({})))), "{client}");
        reports(here, PASS, PASS);
        assert!(goes(&hook(here, client, &stop(client, here, json!({})))), "{client}");
    }
}

#[test]
fn a_turn_ends_while_reviewers_are_at_work() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    let at_work = |kind: &str, agent: Value, status: &str| {
        let tasks = json!([{"id": "1", "type": kind, "status": status, "agent_type": agent}]);
        let told = hook(
            here,
            "claude-code",
            &stop("claude-code", here, json!({"background_tasks": tasks})),
        );
        goes(&told)
    };
    assert!(at_work("subagent", json!("qa-reviewer"), "running"));
    assert!(at_work("subagent", json!("qa"), "running"));
    assert!(at_work("subagent", Value::Null, "running"));
    // Its client asks again when it has ended, whatever it does.
    assert!(at_work("subagent", json!("explorer"), "running"));
    assert!(!at_work("shell", Value::Null, "running"));
    assert!(!at_work("subagent", json!("qa-reviewer"), "completed"));
}

#[test]
fn who_has_time_left_is_waited_for() {
    let dir = repository();
    let here = dir.path();
    let rules = fs::read_to_string(here.join("assize.kdl")).expect("rules");
    for (wait, lets_go) in [("hook { wait 900; }", true), ("hook { wait 0; }", false)] {
        fs::write(here.join("assize.kdl"), format!("{rules}{wait}\n")).expect("rules");
        begun(here, &["--anew"]);
        assert_eq!(goes(&hook(here, "codex", &stop("codex", here, json!({})))), lets_go, "{wait}");
    }
    // How often an agent is sent on is for the team to say; never is one of the answers.
    fs::write(here.join("assize.kdl"), format!("{rules}hook {{ attempts 0; }}\n")).expect("rules");
    begun(here, &["--anew"]);
    assert!(ends(&hook(here, "codex", &stop("codex", here, json!({})))));
}

#[test]
fn work_that_moved_on_is_told_and_what_is_over_is_not() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    reports(here, PASS, FAIL);
    fs::write(here.join("src/a.rs"), "fn a() { unlock() }\n").expect("work");
    let told = said(&hook(here, "claude-code", &stop("claude-code", here, json!({}))));
    assert!(told.contains("moved on") && told.contains("assize begin t1"), "{told}");
    commit(here);
    begun(here, &["--anew"]);
    reports(here, PASS, PASS);
    assert!(goes(&hook(here, "claude-code", &stop("claude-code", here, json!({})))));
    // The review is over: the next work is none of its business, and is not reviewed either.
    fs::write(here.join("src/a.rs"), "fn b() {}\n").expect("work");
    assert!(goes(&hook(here, "claude-code", &stop("claude-code", here, json!({})))));
    assert!(!goes(&hook(here, "claude-code", &tool("claude-code", here, "git push"))));
}

#[test]
fn what_sends_work_on_waits_for_an_open_gate() {
    let dir = repository();
    let here = dir.path();
    let push = |client: &str, line: &str| hook(here, client, &tool(client, here, line));
    for client in CLIENTS {
        let told = said(&push(client, "git push origin HEAD"));
        assert!(
            told.contains("No round of review covers") && told.contains("assize begin"),
            "{told}"
        );
        assert!(goes(&push(client, "git status && echo git push")), "{client}");
    }
    begun(here, &[]);
    reports(here, PASS, FAIL);
    for client in CLIENTS {
        let told = said(&push(client, "make && git push"));
        assert!(told.contains("`git push` is held") && told.contains("never let go"), "{told}");
    }
    assert!(said(&push("codex", "sh -c 'npm publish'")).contains("`npm publish` is held"));
    commit(here);
    begun(here, &["--anew"]);
    reports(here, PASS, PASS);
    for client in CLIENTS {
        for line in ["git push", "git push origin HEAD", "gh pr merge 3", "cd src && git push"] {
            assert!(goes(&push(client, line)), "{client} {line}: {}", push(client, line));
        }
    }
    // A patch that speaks of it is no command line.
    let patch = json!({"tool_name": "apply_patch", "tool_input": {"command": "*** Begin Patch\n git push\n"}});
    assert!(goes(&hook(here, "codex", &payload("codex", "tool", here, patch))));
    let bash = json!({"tool_name": "Bash", "tool_input": {"command": "*** Begin Patch\n git push --all\n"}});
    assert!(!goes(&hook(here, "codex", &payload("codex", "tool", here, bash))));
    // It sends something else than what was reviewed, or may.
    git(here, &["checkout", "-q", "-b", "other"]);
    git(here, &["commit", "-q", "--allow-empty", "-m", "more"]);
    git(here, &["checkout", "-q", "-"]);
    for line in
        ["git push origin other", "git push --all", "git push origin $BRANCH", "git -C $DIR push"]
    {
        assert!(!goes(&push("claude-code", line)), "{line}");
    }
    git(here, &["checkout", "-q", "other"]);
    let told = said(&push("claude-code", "git push"));
    assert!(told.contains("is about earlier work"), "{told}");
}

#[test]
fn a_command_is_held_where_it_runs() {
    let (shut, open) = (repository(), repository());
    for (dir, security) in [(&shut, FAIL), (&open, PASS)] {
        begun(dir.path(), &[]);
        reports(dir.path(), PASS, security);
    }
    let from = |here: &Path, line: &str| {
        goes(&hook(here, "claude-code", &tool("claude-code", here, line)))
    };
    let (shut, open) = (shut.path(), open.path());
    assert!(!from(open, &format!("cd '{}' && git push", shut.display())));
    assert!(!from(open, &format!("git -C '{}' push", shut.display())));
    assert!(from(shut, &format!("cd '{}' && git push", open.display())));
    assert!(!from(open, "cd nowhere && git push"));
    assert!(!from(shut, &format!("(cd '{}'); git push", open.display())));
}

#[test]
fn a_team_names_what_is_held() {
    let dir = repository();
    let here = dir.path();
    let rules = fs::read_to_string(here.join("assize.kdl")).expect("rules");
    fs::write(here.join("assize.kdl"), format!("{rules}hook {{ hold \"make release\"; }}\n"))
        .expect("rules");
    let may = |line: &str| goes(&hook(here, "gemini", &tool("gemini", here, line)));
    assert!(!may("make -j4 release") && !may("sudo make release"));
    assert!(may("make") && may("git push"));
    for wrong in ["hold", "hold 1", "attempts 9", "wait \"x\"", "hld \"x\""] {
        fs::write(here.join("assize.kdl"), format!("{rules}hook {{ {wrong}; }}\n")).expect("rules");
        assert!(!may("make && git push"), "what is wrong with the rules holds: {wrong}");
        assert!(may("make"), "{wrong}");
        assert_eq!(run(here, &["gate", "t1"], "").code(), 2, "{wrong}");
    }
}

#[test]
fn the_last_message_of_a_reviewer_is_its_report() {
    for client in ["claude-code", "codex", "copilot"] {
        let dir = repository();
        let here = dir.path();
        let round = begun(here, &[]);
        let mark = round["mark"].as_str().expect("a mark");
        assert!(
            goes(&hook(here, client, &answered(client, here, "qa-reviewer", PASS))),
            "{client}"
        );
        let report = fs::read_to_string(here.join("reviews/t1/qa.md")).expect("a report");
        assert!(report.starts_with(PASS) && report.contains(mark), "{report}");
        assert!(goes(&hook(
            here,
            client,
            &answered(client, here, "security", "## Review\n\n### Verdict: APPROVE\n")
        )));
        assert!(goes(&hook(here, client, &stop(client, here, json!({})))), "{client}");
        assert!(goes(&hook(here, client, &tool(client, here, "git push"))), "{client}");
        // Somebody without a seat, or without a type, says nothing here.
        assert!(goes(&hook(here, client, &answered(client, here, "", FAIL))));
        assert!(goes(&hook(here, client, &answered(client, here, "explorer", FAIL))));
        assert!(goes(&hook(here, client, &stop(client, here, json!({})))), "{client}");
    }
}

#[test]
fn a_reviewer_is_not_sent_on_as_its_agent_is() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    // Copilot tells the end of a subagent's turn twice: by this event, and by `subagentStop`.
    let of_subagent = json!({"agentId": "a1", "agentType": "qa-reviewer", "parentAgentId": "s1"});
    assert!(goes(&hook(here, "copilot", &stop("copilot", here, of_subagent))));
    assert_eq!(kept(here, "hooks.json"), Value::Null, "no attempt of the round is used up");
    assert!(!goes(&hook(here, "copilot", &stop("copilot", here, json!({})))));
}

#[test]
fn a_report_that_cannot_be_read_is_asked_for_again_as_often_as_the_policy_says() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    let say =
        |text: &str| hook(here, "claude-code", &answered("claude-code", here, "qa-reviewer", text));
    for _ in 0..2 {
        let told = say("I have looked at it.");
        assert_eq!(told["decision"], "block", "{told}");
        assert!(said(&told).contains("cannot be read"), "{told}");
    }
    assert!(goes(&say("I have looked at it.")), "a person is called, not the reviewer");
    assert!(goes(&say(PASS)), "an honest answer is taken, whenever it comes");
    write(here, "security.md", PASS);
    assert!(goes(&hook(here, "claude-code", &stop("claude-code", here, json!({})))));
}

#[test]
fn nothing_that_was_said_is_taken_back_within_a_round() {
    let dir = repository();
    let here = dir.path();
    let round = begun(here, &[]);
    let say =
        |text: &str| hook(here, "claude-code", &answered("claude-code", here, "qa-reviewer", text));
    let report = || fs::read_to_string(here.join("reviews/t1/qa.md")).expect("a report");
    // A reviewer that writes its file itself says of it what it likes.
    write(here, "qa.md", &marked(PASS, &round));
    assert!(goes(&say("My verdict is in reviews/t1/qa.md.")));
    assert_eq!(report(), marked(PASS, &round));
    say(FAIL);
    assert!(report().starts_with(FAIL), "{}", report());
    say(PASS);
    assert!(report().starts_with(FAIL), "{}", report());
    // In the next one it may.
    commit(here);
    begun(here, &["--anew"]);
    say(PASS);
    assert!(report().starts_with(PASS), "{}", report());
}

#[test]
fn an_answer_of_another_round_is_none_of_this_one() {
    let dir = repository();
    let here = dir.path();
    let first = begun(here, &[]);
    begun(here, &["--anew"]);
    let late = marked(PASS, &first);
    hook(here, "claude-code", &answered("claude-code", here, "qa-reviewer", &late));
    write(here, "security.md", PASS);
    let told = run(here, &["gate", "t1", "--json"], "");
    assert_eq!(told.code(), 3, "{}", told.out());
}

#[test]
fn a_panel_says_which_agent_speaks_for_a_seat() {
    let dir = repository();
    let here = dir.path();
    let rules = fs::read_to_string(here.join("assize.kdl")).expect("rules");
    let rules = rules.replace("legacy=\"qa-reviewer.md\"", "agent=\"tester\"");
    fs::write(here.join("assize.kdl"), rules).expect("rules");
    begun(here, &[]);
    let say = |agent: &str| hook(here, "claude-code", &answered("claude-code", here, agent, PASS));
    let report = here.join("reviews/t1/qa.md");
    assert!(goes(&say("qa-reviewer")) && !report.exists(), "the panel names another one");
    assert!(goes(&say("tester")) && report.exists());
    assert!(goes(&say("house:security-reviewer")) && here.join("reviews/t1/security.md").exists());
}

#[test]
fn several_works_are_named() {
    let dir = repository();
    let here = dir.path();
    for task in ["t1", "t2"] {
        assert_eq!(run(here, &["begin", task], "").code(), 0);
    }
    let told = said(&hook(here, "claude-code", &stop("claude-code", here, json!({}))));
    assert!(told.contains("`t1`") && told.contains("`t2`"), "{told}");
    let told = hook(here, "claude-code", &answered("claude-code", here, "qa-reviewer", PASS));
    assert!(
        said(&told).contains("`t1` and `t2`") || said(&told).contains("`t2` and `t1`"),
        "{told}"
    );
    assert!(!here.join("reviews/t1/qa.md").exists());
    for (task, security) in [("t1", PASS), ("t2", FAIL)] {
        for (name, text) in [("qa.md", PASS), ("security.md", security)] {
            fs::write(here.join("reviews").join(task).join(name), text).expect("a report");
        }
    }
    let told = said(&hook(here, "codex", &tool("codex", here, "git push")));
    assert!(told.contains("`t2`") && !told.contains("`t1`"), "{told}");
}

#[test]
fn the_client_is_known_by_what_it_sends() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    reports(here, PASS, FAIL);
    for client in CLIENTS {
        for sent in [stop(client, here, json!({})), tool(client, here, "git push")] {
            let moment = if sent == tool(client, here, "git push") { "tool" } else { "stop" };
            // Without a name; by the name of another client, whose settings this one reads as well; behind a mark.
            for (args, before) in
                [(&[][..], ""), (&["claude-code"][..], ""), (&["gemini"][..], "\u{feff}")]
            {
                let (answer, _) = raw(here, args, &format!("{before}{sent}"));
                let known = client != "claude-code" || args != ["gemini"];
                // Cursor has no answer for a turn that ends with the gate shut.
                let untold = client == "cursor" && moment == "stop";
                assert!(!goes(&answer) || untold, "{client} {args:?}");
                assert!(
                    !known || jsonschema::is_valid(&schema(client, moment), &answer),
                    "{client} {args:?} {answer}"
                );
            }
        }
    }
}

#[test]
fn a_payload_that_cannot_be_used_blocks_and_says_so() {
    let dir = repository();
    let here = dir.path();
    let whole = tool("claude-code", here, "git status").to_string();
    let cut = &whole[..whole.len() - 3];
    let large =
        format!("{{\"hook_event_name\": \"PreToolUse\", \"x\": \"{}\"}}", "x".repeat(16 << 20));
    for (what, text) in [
        ("nothing", ""),
        ("no JSON", "Stop\n"),
        ("no object", "[1]"),
        ("cut off", cut),
        ("16 MiB", &large),
        ("a tool without input", r#"{"hook_event_name": "PreToolUse", "session_id": "s"}"#),
        ("members of other kinds", r#"{"hook_event_name": 7}"#),
    ] {
        for client in CLIENTS {
            let (answer, ran) = raw(here, &[client, "--event", "PreToolUse"], text);
            assert!(!goes(&answer), "{what} {client}");
            assert!(
                jsonschema::is_valid(&schema(client, "tool"), &answer),
                "{what} {client} {answer}"
            );
            assert!(said(&answer).contains("cannot be used"), "{what} {answer}");
            assert!(ran.err().contains("assize::hook::payload"), "{what}: {}", ran.err());
            // At the end of a turn it is told once, for nothing says how often it was told before.
            let (answer, _) = raw(here, &[client, "--event", "Stop"], text);
            let stop = jsonschema::is_valid(&schema(client, "stop"), &answer);
            assert!(stop || text.contains("PreToolUse"), "{what} {client} {answer}");
        }
    }
    // The event that is named in a text that breaks off.
    let (answer, _) = raw(here, &["codex"], cut);
    assert_eq!(answer["hookSpecificOutput"]["permissionDecision"], "deny", "{answer}");
}

#[test]
fn a_line_that_cannot_be_understood_blocks_as_well() {
    let dir = repository();
    let here = dir.path();
    for args in [
        &["clause-code"][..],
        &["claude-code", "--no-such-flag"],
        &["claude-code", "more", "words"],
    ] {
        let (answer, _) = raw(here, args, &tool("claude-code", here, "git status").to_string());
        assert_eq!(answer["hookSpecificOutput"]["permissionDecision"], "deny", "{args:?} {answer}");
        let sent = stop("claude-code", here, json!({"stop_hook_active": true}));
        assert!(ends(&raw(here, args, &sent.to_string()).0), "{args:?}");
    }
}

#[test]
fn a_forged_type_of_agent_writes_nothing() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    for agent in ["../security", "a/b", "qa\u{1b}[2J", "..", &"x".repeat(300)] {
        let told = hook(here, "claude-code", &answered("claude-code", here, agent, PASS));
        assert_eq!(told["decision"], "block", "{agent:?} {told}");
        assert!(said(&told).contains("not a type of agent"), "{told}");
        let again =
            json!({"stop_hook_active": true, "agent_type": agent, "last_assistant_message": PASS});
        let told = hook(here, "claude-code", &payload("claude-code", "answer", here, again));
        assert!(goes(&told), "no second time: {told}");
    }
    let names = fs::read_dir(here.join("reviews/t1")).expect("a folder");
    let names = names.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    assert_eq!(names.filter(|name| name.ends_with(".md")).count(), 0);
}

#[test]
fn a_gate_that_cannot_be_judged_is_shut() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    reports(here, PASS, PASS);
    assert!(goes(&hook(here, "claude-code", &tool("claude-code", here, "git push"))));
    fs::write(here.join("reviews/.rounds/t1/1/round.json"), "{").expect("a round");
    let told = said(&hook(here, "claude-code", &tool("claude-code", here, "git push")));
    assert!(told.contains("cannot be read"), "{told}");
    let told = hook(here, "claude-code", &stop("claude-code", here, json!({})));
    assert_eq!(told["decision"], "block", "{told}");
    assert!(ends(&hook(
        here,
        "claude-code",
        &stop("claude-code", here, json!({"stop_hook_active": true}))
    )));
    let gone = here.join("gone");
    let told = hook(here, "claude-code", &tool("claude-code", &gone, "git push"));
    assert!(said(&told).contains("no answer"), "{told}");
}

#[test]
fn a_text_for_a_model_is_bounded() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    let many: String =
        (1..40).map(|n| format!("blocker: src/a.rs:{n} {}\n", "it leaks ".repeat(60))).collect();
    let fails = format!("verdict: fail\nconfidence: high\n{many}");
    reports(here, &fails, &fails);
    let told = said(&hook(here, "claude-code", &stop("claude-code", here, json!({}))));
    assert!(told.len() > 4_000 && told.contains("`assize gate t1` says all of it"), "{told}");
}

/// The process that another has started, once it has, by any of its threads.
#[cfg(target_os = "linux")]
fn judge_of(parent: u32) -> Option<u32> {
    let children = || {
        let threads = fs::read_dir(format!("/proc/{parent}/task")).ok()?;
        let of = |thread: fs::DirEntry| fs::read_to_string(thread.path().join("children")).ok();
        let all: String = threads.flatten().filter_map(of).collect();
        all.split_whitespace().next().map(|child| child.parse().expect("a number"))
    };
    for _ in 0..500 {
        if let Some(child) = children() {
            return Some(child);
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    None
}

#[test]
#[cfg(target_os = "linux")]
fn a_judge_that_is_killed_blocks() {
    use std::io::Write as _;

    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    reports(here, PASS, PASS);
    // Another run holds the round, so that the hook has to wait.
    let mut other =
        crate::run::command(here, &["gate", "t1", "--stdout", "qa=-"]).spawn().expect("it runs");
    let lock = here.join("reviews/t1/.verdict-summary.kdl.lock");
    while !lock.exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let sent = stop("claude-code", here, json!({})).to_string();
    for of_judge in [true, false] {
        let mut asked =
            crate::run::command(here, &["hook", "claude-code"]).spawn().expect("it runs");
        asked.stdin.take().expect("a pipe").write_all(sent.as_bytes()).expect("it reads");
        let judge = judge_of(asked.id()).expect("a process that judges");
        std::thread::sleep(std::time::Duration::from_millis(300));
        let (signal, whose) = if of_judge { ("-KILL", judge) } else { ("-TERM", asked.id()) };
        let killed = std::process::Command::new("kill").args([signal, &whose.to_string()]).status();
        assert!(killed.is_ok_and(|status| status.success()), "{of_judge}");
        let done = asked.wait_with_output().expect("it ends");
        assert_eq!(done.status.code(), Some(0), "{of_judge}");
        let answer: Value = serde_json::from_slice(&done.stdout).expect("JSON");
        assert_eq!(answer["decision"], "block", "{answer}");
        assert!(said(&answer).contains("ended early"), "{answer}");
    }
    other.kill().expect("it ends");
    other.wait().expect("it ends");
    assert!(goes(&hook(here, "claude-code", &stop("claude-code", here, json!({})))));
}
