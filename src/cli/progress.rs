//! How far a long run is, on a terminal. Without the feature `test-runs` nothing is drawn.

use super::console::Console;
use crate::trial::Progress;

/// A bar on standard error, hidden with `--quiet` and where no terminal is. Dropping it clears it.
pub(super) struct Bar(Drawn);

impl Bar {
    /// A bar without an end, which grows by [`progress`](Self::progress): `any-blocker ████ 40 %`.
    pub(super) fn growing(console: &Console) -> Self {
        Self(Drawn::new(console, 0, "{msg} {bar:30} {percent} %"))
    }

    /// A bar of so many steps: `12/40 cases ████`.
    pub(super) fn counting(console: &Console, count: usize, unit: &str) -> Self {
        Self(Drawn::new(console, to_u64(count), &format!("{{pos}}/{{len}} {unit} {{bar:30}}")))
    }

    /// A bar of so many steps, which also shows the time, and moves while a step takes long.
    pub(super) fn timing(console: &Console, count: usize, unit: &str) -> Self {
        let template = format!("{{pos}}/{{len}} {unit} {{bar:30}} {{elapsed}}");
        let drawn = Drawn::new(console, to_u64(count), &template);
        drawn.tick(std::time::Duration::from_millis(200));
        Self(drawn)
    }

    /// Names what is at work now.
    pub(super) fn about(&self, what: &str) {
        self.0.name(what);
    }

    /// Counts one step.
    pub(super) fn step(&self) {
        self.0.grow(0, 1);
    }

    /// What a trial calls as it goes on.
    pub(super) fn progress(&self) -> Progress {
        let drawn = self.0.clone();
        Progress::new(move |more, done| drawn.grow(to_u64(more), to_u64(done)))
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.clear();
    }
}

fn to_u64(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

#[cfg(feature = "test-runs")]
use drawn::Drawn;

#[cfg(feature = "test-runs")]
mod drawn {
    use std::time::Duration;

    use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

    use super::Console;

    #[derive(Clone)]
    pub(super) struct Drawn(ProgressBar);

    impl Drawn {
        pub(super) fn new(console: &Console, length: u64, template: &str) -> Self {
            if console.is_quiet() {
                return Self(ProgressBar::hidden());
            }
            let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
            Self(match ProgressStyle::with_template(template) {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            })
        }

        pub(super) fn tick(&self, each: Duration) {
            self.0.enable_steady_tick(each);
        }

        pub(super) fn name(&self, what: &str) {
            self.0.set_message(what.to_owned());
        }

        pub(super) fn grow(&self, more: u64, done: u64) {
            if more > 0 {
                self.0.inc_length(more);
            }
            self.0.inc(done);
        }

        pub(super) fn clear(&self) {
            self.0.finish_and_clear();
        }
    }
}

/// A bar that is not drawn.
#[cfg(not(feature = "test-runs"))]
#[derive(Clone)]
struct Drawn;

#[cfg(not(feature = "test-runs"))]
#[expect(clippy::unused_self, reason = "the same methods as the bar that is drawn")]
impl Drawn {
    fn new(_: &Console, _: u64, _: &str) -> Self {
        Self
    }
    fn tick(&self, _: std::time::Duration) {}
    fn name(&self, _: &str) {}
    fn grow(&self, _: u64, _: u64) {}
    fn clear(&self) {}
}
