//! Cases: what goes in lies in a folder or a file, and each is a test with a name of its own.
//!
//! `cargo test --test cases -- read::pointer` runs those with `read::pointer` in their names. With
//! `-- --bless` it rewrites what they expect; read what it wrote.

#[cfg(all(feature = "judge", feature = "serde"))]
mod docket;
#[path = "../common/folders.rs"]
mod folders;
#[cfg(feature = "judge")]
mod hostile;
#[cfg(feature = "judge")]
mod lint;
#[cfg(feature = "judge")]
#[path = "../common/policies.rs"]
mod policies;
#[cfg(feature = "judge")]
mod policy;
mod read;
#[cfg(feature = "judge")]
mod remarks;
#[cfg(feature = "judge")]
#[path = "../common/rooms.rs"]
mod rooms;
#[cfg(feature = "host")]
mod rulings;

use libtest_mimic::{Arguments, Trial};

/// The cases of each module, which come with its name in front. They rewrite what they expect if
/// they are told to.
const CASES: &[fn(bool) -> Vec<Trial>] = &[
    read::trials,
    #[cfg(feature = "judge")]
    hostile::trials,
    #[cfg(feature = "judge")]
    remarks::trials,
    #[cfg(all(feature = "judge", feature = "serde"))]
    docket::trials,
    #[cfg(feature = "judge")]
    policy::trials,
    #[cfg(feature = "judge")]
    lint::trials,
    #[cfg(feature = "host")]
    rulings::trials,
];

#[expect(clippy::disallowed_methods, reason = "it takes the arguments of a test runner")]
fn main() {
    let (bless, given): (Vec<_>, Vec<_>) = std::env::args().partition(|arg| arg == "--bless");
    let trials = CASES.iter().flat_map(|trials| trials(!bless.is_empty())).collect();
    libtest_mimic::run(&Arguments::from_iter(given), trials).exit();
}
