//! A folder in which something is tried: it goes when that is over.

use std::io;
use std::path::{Path, PathBuf};

use super::secret;

/// A new folder among those that the system keeps for a while.
#[derive(Debug)]
pub struct ProbeFolder(PathBuf);

impl ProbeFolder {
    /// Makes one.
    ///
    /// # Errors
    ///
    /// It cannot be made.
    pub fn make() -> io::Result<Self> {
        let bytes = secret().map_err(io::Error::other)?;
        let name: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let path = std::env::temp_dir().join(format!("assize-{name}"));
        std::fs::create_dir(&path)?;
        // Where it lies behind links: what is begun in it is compared with where a command is run.
        Ok(Self(path.canonicalize().unwrap_or(path)))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for ProbeFolder {
    fn drop(&mut self) {
        // What is left there, the system clears.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
