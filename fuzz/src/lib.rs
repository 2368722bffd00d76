//! What each fuzz target asks of any bytes. The targets of cargo-fuzz and `tests/mutations.rs` run the
//! same functions: they return when everything holds, and panic when it does not.

#![allow(unreachable_pub, reason = "a crate here, and a module in tests/mutations.rs")]

pub mod dictionary;
mod folder;
#[path = "../../tests/forms/generate.rs"]
#[expect(dead_code, reason = "tests/forms.rs asks for more of it")]
mod forms;
pub mod invariants;
mod policy;
mod reading;
pub mod seeds;

use assize::Format;

pub use folder::check_gate;
pub use policy::check_script;
pub use reading::{check_detect, check_format};

/// What a target asks of bytes.
pub type Check = Box<dyn Fn(&[u8])>;

/// Every target by its name: a format each, the search for the format, policies, folders of reports.
pub fn targets() -> Vec<(&'static str, Check)> {
    let formats = Format::ALL.iter().map(|&format| {
        let check: Check = Box::new(move |data| check_format(format, data));
        (format.as_str(), check)
    });
    let others: [(&str, Check); 3] = [
        ("detect", Box::new(check_detect)),
        ("script", Box::new(check_script)),
        ("gate", Box::new(check_gate)),
    ];
    formats.chain(others).collect()
}

/// The body of a target, for cargo-fuzz. Built without it, the program runs the files that it is given,
/// so that what was found can be looked at on any machine.
#[macro_export]
macro_rules! target {
    ($check:expr) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|data: &[u8]| ($check)(data));

        #[cfg(not(fuzzing))]
        fn main() -> std::io::Result<()> {
            let check: fn(&[u8]) = $check;
            for file in std::env::args_os().skip(1) {
                check(&std::fs::read(file)?);
            }
            Ok(())
        }
    };
}
