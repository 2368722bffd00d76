//! What is this user's own: a secret, and the program that runs.
#![expect(
    clippy::disallowed_methods,
    reason = "with the files beside it, the one place that touches `std::fs`"
)]

use std::fs;
use std::io::{self, Read, Seek, Write};
use std::path::Path;

use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt};
use cap_std::ambient_authority;
use cap_std::fs::File;

use super::real::reading;

/// How long a secret is.
const SECRET: usize = 32;

/// What only this user may know, made if there is none.
pub(in crate::host) fn secret(path: &Path) -> io::Result<[u8; 32]> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = reading(true);
    options.create(true).append(true).follow(FollowSymlinks::No);
    #[cfg(unix)]
    {
        use cap_std::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let mut file = File::open_ambient_with(path, &options, ambient_authority())?;
    let about = file.metadata()?;
    if !about.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    #[cfg(unix)]
    if cap_std::fs::PermissionsExt::mode(&about.permissions()) & 0o077 != 0 {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "others may read it"));
    }
    #[cfg(unix)]
    if cap_std::fs::MetadataExt::uid(&about) != rustix::process::geteuid().as_raw() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it belongs to somebody else"));
    }
    let length = usize::try_from(about.len()).unwrap_or(usize::MAX);
    if (1..SECRET).contains(&length) {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "it was cut off; remove it, and the next run makes a new one and reads everything anew",
        ));
    }
    if length == 0 {
        // Of two runs at once, both take what was written first.
        let mut fresh = [0; SECRET];
        getrandom::fill(&mut fresh).map_err(|error| io::Error::other(error.to_string()))?;
        file.write_all(&fresh)?;
        file.sync_all()?;
    }
    let mut secret = [0; SECRET];
    file.rewind()?;
    file.read_exact(&mut secret)?;
    Ok(secret)
}

/// The bytes of the program that runs.
pub(in crate::host) fn this_program() -> io::Result<Vec<u8>> {
    // The file may have been replaced since it was started, which Linux knows.
    match fs::read("/proc/self/exe") {
        Ok(bytes) => Ok(bytes),
        Err(_) => fs::read(std::env::current_exe()?),
    }
}
