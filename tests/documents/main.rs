//! What the documents say holds: the layers and floors of ARCHITECTURE.md, the steps of docs/adding.md, and the commands of
//! README.md and `docs/`.

mod arrows;
mod attacks;
mod commands;
mod crates;
mod environment;
mod floors;
mod made_up;
mod pictures;
mod quality;
mod release;
mod shipped;
mod supply;
mod vocabulary;
