//! On how many cores something is done.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Threads of its own, or the thread that asks. None are shared, so that a process may be forked.
#[derive(Clone, Default)]
pub(crate) struct Cores(Option<Arc<ThreadPool>>);

impl Cores {
    /// So many threads; one where they cannot be had.
    pub(crate) fn new(threads: usize) -> Self {
        let pool = || ThreadPoolBuilder::new().num_threads(threads).build().ok();
        Self(if threads > 1 { pool().map(Arc::new) } else { None })
    }

    /// What is made of each piece of `0..count`, in their order.
    pub(crate) fn of_pieces<T: Send>(
        &self,
        count: usize,
        size: usize,
        make: impl Fn(Range<usize>) -> T + Sync,
    ) -> Vec<T> {
        let piece = |at: usize| at * size..count.min((at + 1) * size);
        let pieces = count.div_ceil(size);
        match &self.0 {
            Some(pool) if pieces > 1 => {
                pool.install(|| (0..pieces).into_par_iter().map(|at| make(piece(at))).collect())
            }
            _ => (0..pieces).map(|at| make(piece(at))).collect(),
        }
    }
}
