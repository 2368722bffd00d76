//! Puts the seeds of a target into its corpus: `cargo run --example seeds -- court`.

#![expect(clippy::disallowed_methods, reason = "it takes an argument, and writes files")]

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.parent().unwrap_or(here);
    for target in env::args().skip(1) {
        let corpus = here.join("corpus").join(&target);
        fs::create_dir_all(&corpus)?;
        for (number, seed) in assize_fuzz::seeds::seeds(root, &target).iter().enumerate() {
            fs::write(corpus.join(format!("seed-{number:03}")), seed)?;
        }
    }
    Ok(())
}
