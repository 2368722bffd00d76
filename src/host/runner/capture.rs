//! The pipes of a command: what goes in, and what comes out up to a limit.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::ChildStdin;

/// As much as a pipe holds.
const PIECE: usize = 64 * 1024;

/// What came out of a pipe so far. It is kept when reading is given up.
#[derive(Debug)]
pub(super) struct Captured {
    pub(super) bytes: Vec<u8>,
    limit: usize,
}

/// There was more than allowed.
#[derive(Debug)]
pub(super) struct TooMuch;

impl Captured {
    pub(super) fn new(limit: usize) -> Self {
        Self { bytes: Vec::new(), limit }
    }

    /// Reads to the end, or until it is too much. A pipe that breaks has ended.
    pub(super) async fn read(
        &mut self,
        pipe: &mut Option<impl AsyncRead + Unpin>,
    ) -> Result<(), TooMuch> {
        let Some(pipe) = pipe else { return Ok(()) };
        let mut piece = vec![0; PIECE];
        loop {
            let Ok(count @ 1..) = pipe.read(&mut piece).await else { return Ok(()) };
            if !self.keep(&piece[..count]) {
                return Err(TooMuch);
            }
        }
    }

    /// Reads to the end, and passes over what is too much: a pipe that no one empties stops its writer.
    pub(super) async fn skim(&mut self, pipe: &mut Option<impl AsyncRead + Unpin>) {
        while self.read(pipe).await.is_err() {}
    }

    /// Whether all of it found room.
    fn keep(&mut self, piece: &[u8]) -> bool {
        let room = self.limit.saturating_sub(self.bytes.len());
        self.bytes.extend_from_slice(&piece[..piece.len().min(room)]);
        piece.len() <= room
    }
}

/// Writes all that a command is to read, and closes the pipe. No one has to read it.
pub(super) async fn feed(pipe: Option<ChildStdin>, input: &[u8]) {
    if let Some(mut pipe) = pipe {
        let written: io::Result<()> = pipe.write_all(input).await;
        // A command that has closed its input, or ended, does not want the rest.
        drop(written);
    }
}
