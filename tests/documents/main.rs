//! What the documents say holds: the layers of ARCHITECTURE.md, and the commands of README.md.

mod arrows;
mod crates;
mod environment;
mod floors;
mod made_up;
mod readme;
mod shipped;
mod supply;
