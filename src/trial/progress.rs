//! Telling how far a long run is.

use std::fmt;
use std::sync::Arc;

/// Told how far a long run is: how many steps there are more than was told before, and how many were done since. What is
/// told decides nothing.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicUsize, Ordering};
///
/// use assize::trial::{Progress, Scope, diff_telling};
/// use assize::{Policy, Stage};
///
/// let policy = |text| Policy::compile(Stage::Gate, "ours.rhai", text);
/// let old = policy(r#"rule "everybody passed" when passed.all then pass;"#)?;
/// let new = policy(r#"rule "somebody passed" when passed.some then pass;"#)?;
/// let done = Arc::new(AtomicUsize::new(0));
/// let counted = Arc::clone(&done);
/// let progress = Progress::new(move |_more, done| drop(counted.fetch_add(done, Ordering::Relaxed)));
/// let found = diff_telling(&old, &new, &[], &[Scope::ONE_SUBJECT], &progress)?;
/// assert!(found.loosens());
/// assert!(done.load(Ordering::Relaxed) > 0);
/// # Ok::<(), assize::Diagnostics>(())
/// ```
#[derive(Clone, Default)]
pub struct Progress(Option<Arc<Told>>);

type Told = dyn Fn(usize, usize) + Send + Sync;

impl Progress {
    /// Calls this, from any thread.
    pub fn new(told: impl Fn(usize, usize) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(told)))
    }

    pub(crate) fn told(&self, more: usize, done: usize) {
        if let Some(told) = &self.0 {
            told(more, done);
        }
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Progress(told)" } else { "Progress" })
    }
}
