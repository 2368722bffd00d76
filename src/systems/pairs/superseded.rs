//! Which reviews were superseded, and by which: the order in which they were taken in.

use std::borrow::Cow;
use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::{KeptReview, Pair, PairRecord, mistakes};
use crate::ir::Diagnostic;
use crate::source::{Sha256, Source};
use crate::systems::data::own_json;

/// The version of the shape. Additions do not change it.
const VERSION: u32 = 1;

/// One review that took the place of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Superseded {
    /// Of which pair.
    #[serde(flatten)]
    pub pair: Pair,
    /// The SHA-256 of the canonical text that no longer counts.
    pub canonical_sha256: String,
    /// The same of those that took their place.
    pub by: String,
    /// Why an output counts again that was superseded once; none where it is a new one.
    pub reason: Option<String>,
}

/// All of them, in the order in which they were taken in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Supersessions {
    all: Vec<Superseded>,
    /// Which canonical text of which pair, by its hash.
    known: HashSet<(Pair, String)>,
}

#[derive(Deserialize, Serialize)]
struct View<'a> {
    schema_version: u32,
    superseded: Cow<'a, [Superseded]>,
}

/// What is to become of a review beside the one that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// It takes its place.
    Takes,
    /// It has the same canonical text.
    Same,
    /// It was superseded before.
    Superseded,
}

impl Supersessions {
    /// Reads what [`Supersessions::to_json`] writes.
    ///
    /// # Errors
    ///
    /// It is something else.
    ///
    /// ```
    /// use assize::pairs::Supersessions;
    /// let none = Supersessions::default();
    /// assert_eq!(Supersessions::read(&assize::Source::new("kept", none.to_json()))?, none);
    /// # Ok::<(), assize::Diagnostic>(())
    /// ```
    pub fn read(source: &Source) -> Result<Self, Diagnostic> {
        let read: Result<View<'_>, String> = own_json(source, VERSION);
        let read = read.map_err(|_| mistakes::no_supersessions(source.name()))?;
        let mut all = Self::default();
        read.superseded.into_owned().into_iter().for_each(|one| all.add(one));
        Ok(all)
    }

    /// As they are kept beside the records.
    pub fn to_json(&self) -> String {
        let superseded = self.all.as_slice().into();
        crate::emit::json::print(&View { schema_version: VERSION, superseded })
    }

    /// What is to become of a review beside the one that is kept, wherever it comes from: its canonical text says the same in
    /// every form.
    pub fn place(&self, kept: &KeptReview, new: &PairRecord) -> Place {
        let was = || self.known.contains(&(new.pair.clone(), hash(&new.canonical)));
        match kept.canonical == new.canonical {
            true => Place::Same,
            false if was() => Place::Superseded,
            false => Place::Takes,
        }
    }

    fn add(&mut self, one: Superseded) {
        self.known.insert((one.pair.clone(), one.canonical_sha256.clone()));
        self.all.push(one);
    }

    /// Keeps that a review took the place of the one that was kept.
    pub fn push(&mut self, kept: &KeptReview, new: &PairRecord, reason: Option<&str>) {
        self.add(Superseded {
            pair: new.pair.clone(),
            canonical_sha256: hash(&kept.canonical),
            by: hash(&new.canonical),
            reason: reason.map(str::to_owned),
        });
    }
}

fn hash(text: &str) -> String {
    Sha256::of(text.as_bytes()).to_string()
}
