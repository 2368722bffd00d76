//! Puts the seeds of targets into their corpora: `just fuzz-seeds court detect`.

#![expect(clippy::disallowed_methods, reason = "it takes an argument, and writes files")]

use std::path::Path;
use std::{env, fs, io};

use assize_fuzz::seeds::{generated, seeds};

fn main() -> io::Result<()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.parent().unwrap_or(here);
    for target in env::args().skip(1) {
        let corpus = here.join("corpus").join(&target);
        fs::create_dir_all(&corpus)?;
        let (cases, made) = (seeds(root, &target), generated(&target));
        println!("{target}: {} of the cases, {} of the forms", cases.len(), made.len());
        for (number, seed) in cases.iter().chain(&made).enumerate() {
            fs::write(corpus.join(format!("seed-{number:04}")), seed)?;
        }
    }
    Ok(())
}
