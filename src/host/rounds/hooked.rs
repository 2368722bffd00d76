//! What hooks of agents' clients did in a round: kept beside it, so that a client that asks for ever is answered in the end.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Rounds, mistakes};
use crate::Diagnostic;
use crate::host::{Files, Place, Writer, write_atomic};
use crate::round::ROUND_VERSION;

/// What hooks did in a round.
const HOOKED: &str = "hooks.json";
/// So many sessions are named; each no longer than this.
const MOST: usize = 64;
const LONGEST: usize = 128;
/// The file is no larger.
const LIMIT: usize = 64 * 1024;

/// What hooks of agents' clients did in a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hooked {
    /// The version of this shape.
    pub schema_version: u32,
    /// The sessions that took part.
    pub sessions: Vec<String>,
    /// How often an agent was sent on because the gate is shut.
    pub blocked: u32,
    /// What the gate was when a turn was ended all the same: `fail: a reviewer failed the change`; null where none was.
    pub ended: Option<String>,
}

impl Hooked {
    /// Names a session that takes part, once.
    pub fn join(&mut self, session: Option<&str>) {
        let Some(session) = session.filter(|session| session.len() <= LONGEST) else { return };
        if self.sessions.len() < MOST && !self.sessions.iter().any(|known| known == session) {
            self.sessions.push(session.to_owned());
        }
    }
}

impl Rounds {
    /// What hooks did in a round.
    ///
    /// # Errors
    ///
    /// What is kept of it cannot be read.
    pub fn hooked(&self, files: &dyn Files, number: u32) -> Result<Hooked, Diagnostic> {
        let folder = self.of_round(number);
        let path = folder.join(HOOKED);
        if files.kind(&path).is_err() {
            return Ok(Hooked { schema_version: ROUND_VERSION, ..Hooked::default() });
        }
        let unreadable = |why: &str| mistakes::unreadable(&path, why);
        let opened = files
            .read_inside(&folder, Path::new(HOOKED), LIMIT)
            .map_err(|error| unreadable(&error.to_string()))?;
        let bytes = opened.into_bytes(LIMIT).map_err(|(_, why)| unreadable(&why))?;
        serde_json::from_slice(&bytes).map_err(|error| unreadable(&error.to_string()))
    }

    /// Keeps what hooks did in a round.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn keep_hooked(
        &self,
        disk: &dyn Writer,
        number: u32,
        hooked: &Hooked,
    ) -> Result<(), Diagnostic> {
        let path = self.of_round(number).join(HOOKED);
        let text = serde_json::to_string_pretty(hooked).unwrap_or_default() + "\n";
        write_atomic(disk, &Place::Beside(path), &text, "record of hooks")
    }
}
