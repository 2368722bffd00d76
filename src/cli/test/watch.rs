//! Trying again what a change touches, until somebody interrupts.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use notify::{RecursiveMode, Watcher};
use signal_hook::consts::{SIGINT, SIGTERM};

use super::Once;
use crate::Diagnostic;
use crate::cli::NO_ANSWER;
use crate::cli::console::Console;
use crate::cli::targets::place_of;
use crate::host::{Disk, Files, Kind};

/// Editors write a file in several steps; what comes within this time is one change.
const PAUSE: Duration = Duration::from_millis(100);
/// How soon an interruption is seen.
const LOOK: Duration = Duration::from_millis(100);

/// Tries once, and then whatever a change touches, or all where one of the files `configs` changed; gives the code of the
/// last run.
pub(super) fn run(
    console: &Console,
    configs: &[PathBuf],
    once: impl Fn(Vec<PathBuf>) -> Once,
) -> u8 {
    let leave = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        if let Err(error) = signal_hook::flag::register(signal, Arc::clone(&leave)) {
            console.report(&not_watched(&error.to_string()).into());
            return NO_ANSWER;
        }
    }
    let (send, changes) = channel();
    let told = move |event: notify::Result<notify::Event>| {
        // Whoever listens has gone only when it is over.
        let _ = send.send(event);
    };
    let mut watcher = match notify::recommended_watcher(told) {
        Ok(watcher) => watcher,
        Err(error) => {
            console.report(&not_watched(&error.to_string()).into());
            return NO_ANSWER;
        }
    };
    let Once { code, places } = once(Vec::new());
    let mut code = code.unwrap_or(NO_ANSWER);
    let folders = folders(&places);
    if folders.is_empty() {
        return code;
    }
    // Of a folder that holds the words and panels of a team nothing else is of interest.
    let configs: Vec<PathBuf> = configs.iter().filter_map(|path| place_of(&Disk, path)).collect();
    let around = configs.iter().filter_map(|path| path.parent());
    let around = around.filter(|place| !folders.iter().any(|folder| place.starts_with(folder)));
    let deep = folders.iter().map(|folder| (folder.as_path(), RecursiveMode::Recursive));
    for (folder, mode) in around.map(|place| (place, RecursiveMode::NonRecursive)).chain(deep) {
        if let Err(error) = watcher.watch(folder, mode) {
            console.report(&not_watched(&error.to_string()).into());
            return NO_ANSWER;
        }
    }
    let matters = |path: &Path| {
        configs.iter().any(|config| config == path)
            || folders.iter().any(|folder| path.starts_with(folder)) && !is_aside(path)
    };
    let wait = || console.say("waiting for a change; Ctrl-C leaves\n");
    wait();
    while let Some(mut touched) = next(&changes, &leave, &matters) {
        if touched.iter().any(|path| configs.contains(path)) {
            touched.clear();
        }
        if let Some(last) = once(touched).code {
            code = last;
            wait();
        }
    }
    code
}

/// The files of the next change; none when it is over.
fn next(
    changes: &Receiver<notify::Result<notify::Event>>,
    leave: &AtomicBool,
    matters: &dyn Fn(&Path) -> bool,
) -> Option<Vec<PathBuf>> {
    let mut touched: Vec<PathBuf> = Vec::new();
    loop {
        if leave.load(Ordering::Relaxed) {
            return None;
        }
        let wait = if touched.is_empty() { LOOK } else { PAUSE };
        match changes.recv_timeout(wait) {
            // That something was only read is no change.
            Ok(Ok(event)) if !event.kind.is_access() => {
                touched.extend(event.paths.into_iter().filter(|path| matters(path)));
            }
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) if touched.is_empty() => {}
            Err(RecvTimeoutError::Timeout) => return Some(touched),
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// What editors keep beside a file.
fn is_aside(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') || name.ends_with('~')
}

/// The folders that hold all policies and cases. Those in one another are one.
fn folders(places: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for place in places {
        let Ok(place) = Disk.resolve(place) else { continue };
        let folder = match Disk.kind(&place) {
            Ok(Kind::Folder) => place,
            _ => place.parent().map(Path::to_owned).unwrap_or_default(),
        };
        folders.push(folder);
    }
    folders.sort();
    folders.dedup();
    let all = folders.clone();
    folders.retain(|folder| !all.iter().any(|other| other != folder && folder.starts_with(other)));
    folders
}

/// A system that has no more watches to give
fn not_watched(why: &str) -> Diagnostic {
    Diagnostic::error("assize::cli::not_watched")
        .message(format!("the policies cannot be watched: {why}"))
        .help("run `assize policy test` by hand after each change")
}
