//! Real processes: shells that answer, stall, crash, flood, fork and outlive.

use std::fs;
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::{Ending, Invocation, Output, run, run_all, run_async, wait_for};

/// What only a run that hangs needs.
const LONG: Duration = Duration::from_secs(30);
const SHORT: Duration = Duration::from_millis(300);

fn sh(script: &str) -> Invocation {
    Invocation::new(["sh", "-c", script]).grace(SHORT).timeout(LONG)
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Runs what opens the pipe `alive` for writing, and gives what was written there until no one had it open any more:
/// nothing, unless a process outlived its run.
fn survivors(work: impl FnOnce(&Path) -> Output) -> (Output, String) {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("alive");
    assert!(run(&Invocation::new([Path::new("mkfifo"), &pipe])).is_complete());
    let reader = thread::spawn({
        let pipe = pipe.clone();
        #[expect(clippy::disallowed_methods, reason = "a test reads a pipe of its own")]
        move || fs::read_to_string(pipe).unwrap()
    });
    let output = work(folder.path());
    (output, reader.join().unwrap())
}

/// A child that lives for some seconds more, and says so.
const CHILD: &str = "(exec 3>alive; echo child; sleep 8; echo survived >&3) &";

#[test]
fn what_goes_in_comes_out() {
    let text = "0123456789".repeat(200_000);
    let output = run(&sh("cat; echo said >&2").input(text.clone()));
    assert_eq!(output.ending, Ending::Exited(0));
    assert!(output.is_complete() && output.failure().is_none());
    assert!(stdout(&output) == text, "{} bytes", output.stdout.len());
    assert_eq!(output.stderr, b"said\n");
}

#[test]
fn nobody_has_to_read_the_input() {
    let output = run(&sh("echo fine").input(vec![b'x'; 4_000_000]));
    assert_eq!((output.ending.clone(), stdout(&output)), (Ending::Exited(0), "fine\n".to_owned()));
    let output = run(&sh("exec 0<&-; sleep 0.2; echo fine").input(vec![b'x'; 4_000_000]));
    assert_eq!(stdout(&output), "fine\n");
}

#[test]
fn a_code_and_the_last_words_are_told() {
    let output = run(&sh("echo half; echo first >&2; echo 'no \u{1b}[2Jkey' >&2; exit 7"));
    assert_eq!(output.ending, Ending::Exited(7));
    assert_eq!(stdout(&output), "half\n");
    let why = output.failure().unwrap();
    assert!(why.starts_with("it ended with the code 7: no ") && !why.contains('\u{1b}'), "{why}");
}

#[test]
fn a_crash_is_told_from_a_code() {
    let output = run(&sh("kill -SEGV $$"));
    assert_eq!(output.ending, Ending::Crashed(11));
}

#[test]
fn no_program_no_folder_no_words() {
    for invocation in [
        Invocation::new(["/nowhere/reviewer"]),
        Invocation::new([""; 0]),
        sh("true").folder("/nowhere"),
        Invocation::new(["/"]),
        Invocation::new(["a\0b"]),
    ] {
        let output = run(&invocation);
        assert!(matches!(output.ending, Ending::NotStarted(_)), "{invocation:?}: {output:?}");
    }
}

#[test]
fn it_runs_where_and_with_what_it_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().canonicalize().unwrap();
    let run_there = |invocation: Invocation| stdout(&run(&invocation.folder(&here)));
    assert_eq!(run_there(sh("pwd -P")), format!("{}\n", here.display()));
    let told = sh("echo $SEAT").variable("SEAT", "quality");
    assert_eq!(run_there(told), "quality\n");
    let alone = Invocation::new(["/bin/sh", "-c", "echo [$HOME] $SEAT"]).without_environment();
    let alone = alone.variable("SEAT", "court");
    assert_eq!(run_there(alone), "[] court\n");
    // No shell reads an argv.
    assert_eq!(run_there(Invocation::new(["echo", "$HOME; *"])), "$HOME; *\n");
    assert_eq!(run_there(Invocation::shell("echo one; echo two")), "one\ntwo\n");
}

#[test]
fn a_stalled_run_ends_with_its_children_and_keeps_what_it_printed() {
    let (output, alive) = survivors(|folder| {
        let script = format!("{CHILD} echo half; sleep 60");
        run(&sh(&script).folder(folder).timeout(Duration::from_secs(1)))
    });
    assert_eq!(output.ending, Ending::TimedOut(Duration::from_secs(1)));
    assert!(stdout(&output).contains("half\n"));
    assert_eq!(alive, "");
    assert_eq!(output.failure().unwrap(), "it was ended after 1 s");
}

#[test]
fn who_does_not_listen_to_term_is_killed() {
    let (output, alive) = survivors(|folder| {
        let script = format!("trap '' TERM; {CHILD} while :; do sleep 0.1; done");
        run(&sh(&script).folder(folder).timeout(Duration::from_millis(500)))
    });
    assert_eq!(output.ending, Ending::TimedOut(Duration::from_millis(500)));
    assert_eq!(alive, "");
    assert_eq!(output.failure().unwrap(), "it was ended after 0.5 s");
}

#[test]
fn a_flood_ends_with_its_children() {
    let (output, alive) = survivors(|folder| {
        let script = format!("{CHILD} sleep 0.3; yes");
        run(&sh(&script).folder(folder).output_limit(100_000))
    });
    assert_eq!(output.ending, Ending::TooMuch(100_000));
    assert_eq!(output.stdout.len(), 100_000);
    assert_eq!(alive, "");
}

#[test]
fn what_was_too_much_at_the_very_end_is_too_much() {
    let output = run(&sh("printf 12345678").output_limit(7));
    assert_eq!(
        (output.ending.clone(), stdout(&output)),
        (Ending::TooMuch(7), "1234567".to_owned())
    );
    let output = run(&sh("printf 1234567").output_limit(7));
    assert_eq!(output.ending, Ending::Exited(0));
}

#[test]
fn talk_is_cut_off_and_ends_nobody() {
    let output = run(&sh("yes talk | head -c 1000000 >&2; echo answer"));
    assert_eq!(
        (output.ending.clone(), stdout(&output)),
        (Ending::Exited(0), "answer\n".to_owned())
    );
    assert_eq!(output.stderr.len(), 64 * 1024);
}

#[test]
fn a_child_that_keeps_the_pipe_open_delays_nobody_and_does_not_live_on() {
    let (output, alive) = survivors(|folder| {
        let script = format!("{CHILD} sleep 0.3; echo answer");
        run(&sh(&script).folder(folder))
    });
    assert_eq!(output.ending, Ending::Exited(0));
    assert!(stdout(&output).contains("answer\n"));
    assert_eq!(alive, "");
}

#[test]
fn a_child_that_prints_nothing_does_not_live_on_either() {
    let (output, alive) = survivors(|folder| {
        let script = "(exec 3>alive >/dev/null 2>&1 </dev/null; sleep 8; echo survived >&3) & sleep 0.3; echo answer";
        run(&sh(script).folder(folder))
    });
    assert_eq!(
        (output.ending.clone(), stdout(&output)),
        (Ending::Exited(0), "answer\n".to_owned())
    );
    assert_eq!(alive, "");
}

/// It is in no group of ours: it keeps no task waiting, and is ended by the mark in its environment.
#[cfg(target_os = "linux")]
#[test]
fn a_child_that_leaves_the_group_delays_nobody_and_is_ended() {
    const AWAY: &str =
        "setsid sh -c 'exec 3>alive; echo child >&3; touch up; sleep 8; echo survived >&3' &";
    const IS_UP: &str = "until [ -e up ]; do sleep 0.05; done;";
    for (script, ending) in [
        (format!("{AWAY} {IS_UP} echo answer"), Ending::Exited(0)),
        // Whoever started it has ended as well.
        (format!("sh -c \"$AWAY\"; {IS_UP} echo answer"), Ending::Exited(0)),
        (format!("{AWAY} {IS_UP} yes"), Ending::TooMuch(1000)),
    ] {
        let (output, alive) = survivors(|folder| {
            run(&sh(&script).variable("AWAY", AWAY).folder(folder).output_limit(1000))
        });
        assert_eq!((output.ending, alive.as_str()), (ending, "child\n"), "{script}");
    }
}

/// A run ends no one of another one.
#[cfg(target_os = "linux")]
#[test]
fn who_left_the_group_of_another_run_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let there = |script| sh(script).folder(folder.path());
    let outlived =
        "setsid sh -c 'until [ -e over ]; do sleep 0.05; done; sleep 0.5; echo fine' | cat";
    let other = there("setsid sleep 60 & sleep 0.2; echo answer");
    let outputs = run_all(vec![there(outlived), other], 2, &|place, _| {
        if place == 1 {
            run(&Invocation::new([Path::new("touch"), &folder.path().join("over")]));
        }
    });
    assert_eq!(stdout(&outputs[0]), "fine\n");
    assert_eq!(stdout(&outputs[1]), "answer\n");
}

#[test]
fn who_drops_a_run_ends_it() {
    let (output, alive) = survivors(|folder| {
        let stalled = sh(&format!("{CHILD} sleep 60")).folder(folder);
        let given_up = wait_for(async {
            tokio::time::timeout(Duration::from_secs(1), run_async(&stalled)).await.is_err()
        });
        assert!(given_up.unwrap());
        Output::ended(Ending::Interrupted)
    });
    assert_eq!((output.ending, alive), (Ending::Interrupted, String::new()));
}

#[test]
fn several_run_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let there = |script| sh(script).folder(folder.path()).timeout(Duration::from_secs(10));
    assert!(run(&there("mkfifo meet")).is_complete());
    // Each waits for the other.
    let both = vec![there("cat meet"), there("echo hello > meet")];
    let told = std::sync::Mutex::new(Vec::new());
    let outputs = run_all(both, 2, &|place, _| told.lock().unwrap().push(place));
    assert!(outputs.iter().all(Output::is_complete), "{outputs:?}");
    assert_eq!(stdout(&outputs[0]), "hello\n");
    let mut told = told.into_inner().unwrap();
    told.sort_unstable();
    assert_eq!(told, [0, 1]);
}

#[test]
fn no_more_run_than_allowed_and_each_keeps_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let alone = |n: usize| {
        sh(&format!("mkdir busy && sleep 0.05 && rmdir busy && echo {n}")).folder(folder.path())
    };
    for jobs in [0, 1] {
        let outputs = run_all((0..6).map(alone).collect(), jobs, &|_, _| {});
        let printed: Vec<_> = outputs.iter().map(stdout).collect();
        assert_eq!(printed, ["0\n", "1\n", "2\n", "3\n", "4\n", "5\n"], "{outputs:?}");
    }
}

#[test]
fn one_that_fails_leaves_the_others_alone() {
    let runs = vec![sh("exit 3"), sh("sleep 0.2; echo fine"), Invocation::new(["/nowhere"])];
    let outputs = run_all(runs, 3, &|_, _| {});
    assert_eq!(outputs[0].ending, Ending::Exited(3));
    assert_eq!(stdout(&outputs[1]), "fine\n");
    assert!(matches!(outputs[2].ending, Ending::NotStarted(_)));
}

#[test]
fn who_is_inside_a_runtime_may_wait() {
    let inside = wait_for(async { run(&sh("echo fine")) }).unwrap();
    assert_eq!(stdout(&inside), "fine\n");
}

/// Waits for a future while the one thread that may wait for a disk is busy: until what it is handed was dropped.
pub(in crate::host) fn wait_while_busy<T, W: Future<Output = T>>(
    work: impl FnOnce(mpsc::Sender<()>) -> W,
) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().max_blocking_threads(1).build();
    runtime.unwrap().block_on(async {
        let (end, ends) = mpsc::channel::<()>();
        let busy = tokio::task::spawn_blocking(move || ends.recv().is_err());
        let done = work(end).await;
        assert!(busy.await.unwrap());
        done
    })
}
