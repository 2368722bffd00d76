//! What can go wrong with the log of a review.

use std::fs;
use std::process::Stdio;

use super::{GO, IMPL, judged, log, review};
use crate::run::{Run, command};

#[test]
fn no_batch_is_lost_when_many_reviews_end_at_once() {
    let here = review(GO, &[]);
    let start = |_| command(here.path(), &IMPL).stdin(Stdio::null()).spawn().expect("it runs");
    let running: Vec<_> = (0..12).map(start).collect();
    for child in running {
        let run = Run(child.wait_with_output().expect("it ends"));
        assert_eq!(run.code(), 0, "{}", run.err());
    }
    let text = log(here.path());
    for number in 1..=12 {
        assert_eq!(text.matches(&format!("## [B{number}] ")).count(), 1, "B{number}\n{text}");
    }
}

#[test]
fn a_log_that_is_no_log_stays_as_it_is() {
    for (text, code) in [
        ("verdict: pass\nconfidence: high\n", "assize::write::not_a_log"),
        ("{\"verdict\": \"GO\"}\n", "assize::write::not_a_log"),
        ("## [B1] impl\n\n### Raw\n#### V1\n```\nVERDICT:GO\n", "assize::read::"),
        ("## [B1] impl\n\n### Disposition\nGO-ACCEP", "assize::"),
        ("## [1] impl\n\n### Disposition\nGO-ACCEPTED\n", "assize::read::unread_batch"),
    ] {
        let here = review(GO, &[]);
        fs::write(here.path().join("verdicts.md"), text).expect("a file");
        let told = judged(here.path(), &[]);
        assert_eq!((told.code(), told.out().as_str()), (2, ""), "{text} {}", told.err());
        assert!(told.err().contains(code), "{code} {}", told.err());
        assert_eq!(log(here.path()), text);
    }
    let here = review(GO, &[]);
    fs::write(here.path().join("verdicts.md"), b"# Verdicts\n\xff\n").expect("a file");
    let told = judged(here.path(), &[]);
    assert_eq!(told.code(), 2);
    assert!(told.err().contains("UTF-8"), "{}", told.err());
    fs::write(here.path().join("verdicts.md"), "# Verdicts\n").expect("a file");
    assert_eq!(judged(here.path(), &[]).code(), 0);
    assert!(log(here.path()).starts_with("# Verdicts\n\n## [B1] impl"), "{}", log(here.path()));
    let here = review(GO, &[]);
    fs::create_dir(here.path().join("verdicts.md")).expect("a folder");
    let told = judged(here.path(), &[]);
    assert_eq!(told.code(), 2);
    assert!(told.err().contains("assize::host::log_is_a_folder"), "{}", told.err());
}

#[cfg(unix)]
#[test]
fn a_log_that_is_a_link_is_written_where_it_leads() {
    let here = review(GO, &[]);
    fs::create_dir(here.path().join("kept")).expect("a folder");
    fs::write(here.path().join("kept/log.md"), "# Verdicts\n").expect("a file");
    std::os::unix::fs::symlink("kept/log.md", here.path().join("verdicts.md")).expect("a link");
    assert_eq!(judged(here.path(), &[]).code(), 0);
    let text = fs::read_to_string(here.path().join("kept/log.md")).expect("a log");
    assert!(text.contains("## [B1] impl"), "{text}");
    assert!(fs::symlink_metadata(here.path().join("verdicts.md")).expect("a link").is_symlink());
    fs::remove_dir_all(here.path().join("kept")).expect("a folder");
    let told = judged(here.path(), &[]);
    assert_eq!(told.code(), 2);
    assert!(told.err().contains("assize::host::dangling_log"), "{}", told.err());
}

#[cfg(target_os = "linux")]
#[test]
fn a_log_that_cannot_be_written_opens_nothing() {
    use std::os::unix::fs::PermissionsExt;
    let here = review(GO, &[]);
    assert_eq!(judged(here.path(), &[]).code(), 0);
    let before = log(here.path());
    // A file may not grow: as on a full disk.
    let line = format!("ulimit -f 0; exec \"$0\" {}", [&IMPL[..], &["--json"]].concat().join(" "));
    let full = std::process::Command::new("sh")
        .args(["-c", &line, env!("CARGO_BIN_EXE_assize")])
        .current_dir(here.path())
        .output()
        .expect("it runs");
    let full = Run(full);
    assert_eq!(full.code(), 2, "{}{}", full.out(), full.err());
    assert!(full.err().contains("assize::host::log_not_written"), "{}", full.err());
    let json: serde_json::Value = serde_json::from_str(&full.out()).expect("JSON");
    super::holds(
        &json,
        &[("open", "false"), ("ruling.open", "false"), ("exit_code", "2"), ("batch.name", "null")],
    );
    assert_eq!(log(here.path()), before);
    // A folder that takes no files.
    let may = |mode| fs::set_permissions(here.path(), fs::Permissions::from_mode(mode));
    may(0o555).expect("it may");
    if fs::write(here.path().join("probe"), "").is_ok() {
        may(0o755).expect("it may");
        return;
    }
    let told = judged(here.path(), &[]);
    may(0o755).expect("it may");
    assert_eq!(told.code(), 2, "{}", told.out());
    assert_eq!(log(here.path()), before);
}

/// Whenever it is killed, the log is as before, or as after.
#[cfg(unix)]
#[test]
fn killed_at_every_step_a_log_is_whole() {
    use crate::faults::stopping::stopped;
    let here = review(GO, &[]);
    assert_eq!(judged(here.path(), &[]).code(), 0);
    let before = log(here.path());
    let (mut kept, mut longer) = (0, 0);
    for n in 1..1000 {
        fs::write(here.path().join("verdicts.md"), &before).expect("a log");
        let left = stopped(n, &IMPL, &here.path().join("inspectors"));
        let after = log(here.path());
        assert!(after.starts_with(&before), "{n} {:?}: {after}", left.at);
        match after.len() == before.len() {
            true => kept += 1,
            false => {
                longer += 1;
                assert!(after.ends_with("### Disposition\nGO-ACCEPTED\n"), "{n} {:?}", left.at);
                assert_eq!(after.matches("## [B2] ").count(), 1, "{n}");
            }
        }
        if left.at.is_none() {
            assert_eq!(left.code, Some(0));
            break;
        }
    }
    assert!(kept > 5 && longer > 0, "{kept} {longer}");
}
