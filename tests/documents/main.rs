//! What the documents say holds: the layers of ARCHITECTURE.md, and the commands of README.md.

mod arrows;
mod floors;
mod readme;
