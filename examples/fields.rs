//! The fields of a text, as a table: `fields review.md`

#![expect(clippy::print_stdout, reason = "it prints a table")]
#![expect(clippy::disallowed_methods, reason = "it reads the files that it is given")]

use std::{env, fs};

fn main() -> std::io::Result<()> {
    for name in env::args_os().skip(1) {
        let bytes = fs::read(&name)?;
        println!("== {}", name.display());
        for row in assize::fields_of(&String::from_utf8_lossy(&bytes)) {
            println!("{row}");
        }
    }
    Ok(())
}
