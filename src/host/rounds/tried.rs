//! What is being tried on the seats of a round, written down as it is done.

use super::{ATTEMPTS, Rounds, mistakes};
use crate::Diagnostic;
use crate::emit::kdl::{node, print};
use crate::host::{Writer, write_log};

impl Rounds {
    /// Adds what is being tried: who, and what. Only for the holder of the rounds.
    ///
    /// # Errors
    ///
    /// What was tried before cannot be read, or more cannot be written. Then the file is as it was.
    pub fn record_attempts(
        &self,
        disk: &dyn Writer,
        round: u32,
        tried: &[(String, String)],
    ) -> Result<(), Diagnostic> {
        /// Some thousand attempts; a person was called long before.
        const LIMIT: usize = 64 * 1024;
        let path = self.attempts_file();
        let mut text = match self.attempts(disk) {
            None => String::new(),
            Some(found) => {
                let unreadable = |why: &str| mistakes::unreadable(&found, why);
                let folder = found.parent().unwrap_or(&self.kept);
                let opened = disk.read_inside(folder, ATTEMPTS.as_ref(), LIMIT);
                let opened = opened.map_err(|error| unreadable(&error.to_string()))?;
                let bytes = opened.into_bytes(LIMIT).map_err(|(_, why)| unreadable(&why))?;
                String::from_utf8(bytes).map_err(|_| unreadable("it is not UTF-8"))?
            }
        };
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let nodes = tried.iter().map(|(seat, action)| {
            let attempt = node("attempt").prop("seat", seat.as_str());
            attempt.prop("action", action.as_str()).prop("round", i128::from(round))
        });
        text += &print(nodes.collect());
        // Whoever removes one of them is found out by the other.
        write_log(disk, &self.of_round(round).join(ATTEMPTS), &text)?;
        write_log(disk, &path, &text)
    }
}
