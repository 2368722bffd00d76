//! What a shell hands in: `<(command)` works where a file is named.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests run the command in a shell")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use crate::run::{Run, folder};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 it loses data\n";
const PANEL: &str = "words { go \"shipit\" }\npanel \"ours\" { reports \"reviews/{task}\"; seat \"qa\" file=\"qa.md\" }\n";
const WAIVER: &str =
    "waiver \"W-1\" category=\"x\" owner=\"dana\" reason=\"goes with v3\" until=\"2999-01-01\"\n";
const STEP: &str = "step \"s\" { output \"o\" type=\"file\" { file \"qa.md\" }; review \"step\" { criterion \"AC1\" \"It passes.\" } }\n";

/// Command lines, with `@FILE` for each file that is named.
const LINES: [&str; 36] = [
    "gate reports --config @words.kdl",
    "gate reports --config @words.kdl --exit hook",
    "gate t1 --config @panel.kdl",
    "gate t1 --config @panel.kdl --panel ours --exit hook",
    "gate reports --policy @gate.rhai",
    "gate reports --audit @audit.rhai",
    "gate reports --redispatch @redispatch.rhai",
    "gate reports --shadow @gate.rhai",
    "gate reports --stdout quality=@qa.md",
    "gate reports --changed-from @changed",
    "gate reports --previous @security.md",
    "gate reports --previous @ruling.json",
    "gate reports --waivers @waivers.kdl --today",
    "gate reports --attempts @attempts.kdl",
    "gate --docket @docket.json",
    "explain reports --policy @gate.rhai",
    "explain --docket @docket.json",
    "consensus reports --policy @consensus.rhai",
    "redispatch reports --policy @redispatch.rhai",
    "begin t1 --config @panel.kdl --changed-from @changed",
    "parse @qa.md @security.md",
    "audit @security.md --policy @audit.rhai",
    "convert @qa.md --to yaml-block",
    "panel list --config @panel.kdl",
    "panel show ours --config @panel.kdl",
    "policy check @gate.rhai",
    "policy show @gate.rhai",
    "policy verify @gate.rhai --seats 1 --findings 0",
    "policy diff @gate.rhai @gate.rhai --seats 1 --findings 0",
    "quality payload @step.kdl",
    "quality decide result.json --criteria @criteria.kdl",
    "court judge --task T --contract contract.yaml --worktree work --reply @court.json",
    "court brief --task T --contract @contract.yaml --worktree work --diff @changed.patch --verify @verify.json",
    "pairs contract --pairs @pairs",
    "pairs decide bundle.md --pairs @pairs",
    "sdd review --kind impl inspectors/test.cpf --auditor @verdict.cpf --no-log",
];

/// The folder that each line has a copy of. All of them have one name, which is the work's where none is told.
static DESK: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let shipped = |path: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        Command::new("cat")
            .arg(path)
            .output()
            .map(|it| String::from_utf8_lossy(&it.stdout).into_owned())
    };
    let text = |path: &str| shipped(path).expect("a file");
    let (contract, patch) =
        (text("examples/court/contract.yaml"), text("examples/court/work/anvil/diff.patch"));
    let verify = text("examples/court/work/anvil/verify/verify-result.json");
    let files = [
        ("reports/qa.md", PASS),
        ("reviews/t1/qa.md", PASS),
        ("qa.md", PASS),
        ("security.md", FAIL),
        ("words.kdl", "words { go \"shipit\" }\n"),
        ("panel.kdl", PANEL),
        ("gate.rhai", "rule \"all\" when passed.all then pass;\n"),
        ("audit.rhai", &text("policies/audit/as-stated.rhai")),
        ("redispatch.rhai", &text("policies/redispatch/standard.rhai")),
        ("consensus.rhai", &text("policies/gate/consensus.rhai")),
        ("changed", "src/a.rs\n"),
        ("waivers.kdl", WAIVER),
        ("attempts.kdl", "attempt seat=\"qa\" action=\"respawn\" round=1\n"),
        ("step.kdl", STEP),
        ("criteria.kdl", "criterion \"AC1\" \"It passes.\"\n"),
        ("result.json", "{\"passed\": true, \"feedback\": \"fine\", \"criteria_results\": []}\n"),
        ("contract.yaml", &contract),
        ("court.json", &text("examples/court/verdict.json")),
        ("changed.patch", &patch),
        ("verify.json", &verify),
        ("work/anvil/diff.patch", &patch),
        ("work/anvil/verify/verify-result.json", &verify),
        ("pairs", "notes/a.md :: evidence\n"),
        ("bundle.md", "nothing\n"),
        ("verdict.cpf", &text("examples/sdd/login/verdict.cpf")),
        ("inspectors/test.cpf", &text("examples/sdd/login/inspectors/test.cpf")),
    ];
    let files = files.map(|(name, text)| (format!("desk/{name}"), text));
    let dir = folder(&files.each_ref().map(|(name, text)| (name.as_str(), *text)));
    let desk = dir.path().join("desk");
    shell(&desk, "mkdir .git; assize gate security.md --json --no-summary > ruling.json");
    shell(&desk, "assize explain reports --docket-out docket.json");
    dir
});

/// Runs a line in a folder of its own.
fn at_desk(line: &str) -> Run {
    let dir = folder(&[]);
    let copied =
        Command::new("cp").arg("-r").arg(DESK.path().join("desk")).arg(dir.path()).status();
    assert!(copied.is_ok_and(|status| status.success()), "the folder is copied");
    shell(&dir.path().join("desk"), line)
}

fn shell(here: &Path, line: &str) -> Run {
    let line = line.replace("assize ", concat!(env!("CARGO_BIN_EXE_assize"), " "));
    let mut command = Command::new("bash");
    Run(command.args(["-c", &line]).current_dir(here).output().expect("bash"))
}

/// A line with its files as they are, or each handed in by a shell.
fn line(line: &str, piped: bool) -> String {
    let word = |word: &str| match word.split_once('@') {
        Some((before, file)) if piped => format!("{before}<(cat {file})"),
        Some((before, file)) => format!("{before}{file}"),
        None => word.to_owned(),
    };
    format!("assize {}", line.split(' ').map(word).collect::<Vec<_>>().join(" "))
}

/// What was answered, with the files that a shell handed in under their own names, wherever a line is broken.
fn gist(run: &Run, asked: &str) -> String {
    let mut told = run.out();
    let files = asked.split(' ').filter_map(|word| Some(word.split_once('@')?.1));
    // The shell counts down from 63. A policy is called by its file's name without what follows the dot.
    for (file, number) in files.zip((0..64).rev().map(|number| number.to_string())) {
        let name = file.split('.').next().unwrap_or(file);
        told = told.replace(&format!("/dev/fd/{number}"), file).replace(&number, name);
    }
    told.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_a_shell_hands_in_is_read_like_a_file() {
    for asked in LINES {
        let [(named, told), (handed, told_piped)] = [false, true].map(|piped| {
            let run = at_desk(&line(asked, piped));
            let told = gist(&run, asked);
            (run, told)
        });
        assert!(!named.err().contains("error: "), "{asked}\n{}", named.err());
        assert_eq!(handed.code(), named.code(), "{asked}\n{}{}", handed.out(), handed.err());
        let unwanted = ["is empty", "does not exist", "cannot be read", "leads nowhere"];
        let wrong = |text: &str| unwanted.iter().any(|one| text.contains(one));
        assert!(!wrong(&named.err()), "{asked}\n{}", named.err());
        assert!(!wrong(&handed.err()), "{asked}\n{}", handed.err());
        assert_eq!(told_piped, told, "{asked}");
    }
}

/// A pipe has no name that would say who wrote it, keeps nothing that is added to it, and can be read once; one that
/// leads to a file among the reports is that file.
#[test]
fn what_a_pipe_cannot_be_is_told() {
    let refused = [
        ("gate <(cat qa.md)", "not named after a seat"),
        (
            "sdd review --kind impl <(cat verdict.cpf) --auditor verdict.cpf --no-log",
            "not named after an inspector",
        ),
        (
            "sdd review --kind impl inspectors/test.cpf --auditor verdict.cpf --log <(cat qa.md)",
            "could not be locked",
        ),
        ("sdd close B1 NO-GO-FIXED --log <(cat qa.md)", "does not exist"),
        ("policy test <(cat gate.rhai)", "neither a policy nor a folder"),
        (
            "gate reports --waivers /dev/fd/9 --today 9< reports/qa.md",
            "lies in the folder of reports",
        ),
        ("gate reports --config /dev/fd/9 9< reports/qa.md", "folder of reports"),
        ("gate reports --policy /dev/fd/9 9< reports/qa.md", "lies among the reports"),
        ("gate reports --previous /dev/fd/9 9< reports/qa.md", "lies among the reports"),
        ("watch t1 --config panel.kdl --waivers <(cat waivers.kdl) --today", "a pipe only once"),
        ("court decide court.json --contract <(cat contract.yaml)", "a pipe can be read once"),
        (
            "court judge --task T --contract <(cat contract.yaml) --worktree work --reply court.json",
            "assize::cli::evidence_is_piped",
        ),
    ];
    for (asked, why) in refused {
        let told = at_desk(&format!("assize {asked}"));
        assert_eq!(told.code(), 2, "{asked}\n{}{}", told.out(), told.err());
        let words = told.err().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(why), "{asked}\n{}", told.err());
    }
}
