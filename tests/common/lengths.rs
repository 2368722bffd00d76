//! How long random tests take: so many cases in every run, and as many as `PROPTEST_CASES` says where it is set, as
//! `just nightly` does.

use proptest::prelude::ProptestConfig;

/// The cases of this run, where every run has at least so many.
#[expect(clippy::disallowed_methods, reason = "how long a test takes, and nothing that it finds")]
pub(crate) fn cases(usual: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|asked| asked.parse().ok());
    let cases = asked.map_or(usual, |asked: u32| asked.max(usual));
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
