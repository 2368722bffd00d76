//! How long random tests take: a third of what each names in every run, and as many as `PROPTEST_CASES` says where it is set,
//! as `just nightly` does.

use proptest::prelude::ProptestConfig;

/// The cases of this run, of a test that names so many.
pub(crate) fn cases(usual: u32) -> ProptestConfig {
    let cases = asked().map_or(usual.div_ceil(3), |asked| asked.max(usual));
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

#[expect(clippy::disallowed_methods, reason = "how long a test takes, and nothing that it finds")]
fn asked() -> Option<u32> {
    std::env::var("PROPTEST_CASES").ok()?.parse().ok()
}
