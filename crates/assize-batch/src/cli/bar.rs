//! How far a run is, on a terminal.

use std::time::Duration;

use assize_batch::files::Input;
use indicatif::{ProgressBar, ProgressStyle};

/// A bar on standard error, drawn where that is a terminal. Dropping it clears it.
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// A bar of all rows, where it is known how many there are, else a count.
    pub(super) fn new(inputs: &[Input], quiet: bool) -> Self {
        if quiet {
            return Self(ProgressBar::hidden());
        }
        let (bar, template) = match inputs.iter().map(Input::count).sum::<Option<u64>>() {
            Some(rows) => {
                (ProgressBar::new(rows), "{human_pos}/{human_len} rows {bar:30} {per_sec} {eta}")
            }
            None => (ProgressBar::no_length(), "{human_pos} rows {per_sec} {elapsed}"),
        };
        let bar = match ProgressStyle::with_template(template) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(bar)
    }

    pub(super) fn grow(&self, rows: u64) {
        self.0.inc(rows);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
