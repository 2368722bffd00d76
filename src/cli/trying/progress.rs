//! How far a long run is, on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::super::console::Console;
use crate::trial::Progress;

/// A bar that grows while it is told; hidden where nobody looks. It is cleared when this is dropped.
pub(super) struct Bar(ProgressBar);

impl Bar {
    pub(super) fn new(console: &Console) -> Self {
        if console.is_quiet() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        Self(match ProgressStyle::with_template("{msg} {bar:30} {percent} %") {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        })
    }

    /// What is at work now.
    pub(super) fn about(&self, what: &str) {
        self.0.set_message(what.to_owned());
    }

    pub(super) fn progress(&self) -> Progress {
        let bar = self.0.clone();
        Progress::new(move |more, done| {
            if more > 0 {
                bar.inc_length(u64::try_from(more).unwrap_or_default());
            }
            bar.inc(u64::try_from(done).unwrap_or_default());
        })
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
