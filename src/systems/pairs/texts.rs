//! The texts of notes and gates that reviews are about: what was asked for, and whether it still is what it was.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Pair, mistakes};
use crate::ir::Diagnostic;
use crate::source::{Sha256, Source};
use crate::systems::data::own_json;

/// The text of a note or of a gate, as it was when its review was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedText {
    /// The file that it stands in.
    pub file: String,
    /// Its SHA-256.
    pub sha256: String,
}

/// Both texts of a pair, where they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairTexts {
    /// What was judged.
    #[serde(deserialize_with = "Option::deserialize")]
    pub note: Option<AskedText>,
    /// By what.
    #[serde(deserialize_with = "Option::deserialize")]
    pub gate: Option<AskedText>,
}

/// Pairs that were asked for, and what their texts were then: what `assize pairs contract --format json` prints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The pairs, in their order.
    pub pairs: Vec<Pair>,
    notes: BTreeMap<String, AskedText>,
    gates: BTreeMap<String, AskedText>,
}

/// What `assize pairs contract --format json` prints, as far as it is read again.
#[derive(Deserialize)]
struct Printed {
    pairs: Vec<Pair>,
    texts: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    kind: String,
    name: String,
    file: String,
    sha256: String,
}

/// The version of the shape.
const VERSION: u32 = 1;

impl AskedText {
    /// The text of a file.
    pub fn new(file: impl Into<String>, bytes: &[u8]) -> Self {
        Self { file: file.into(), sha256: Sha256::of(bytes).to_string() }
    }
}

impl PairTexts {
    /// Why they are not what was reviewed; none when they are, or when it is not known what was. `bytes_of` is what a file has now;
    /// one that is not there is another text.
    pub fn changed(&self, bytes_of: &mut dyn FnMut(&str) -> Option<Sha256>) -> Option<String> {
        let texts = [("note", &self.note), ("gate", &self.gate)];
        texts.into_iter().find_map(|(kind, text)| {
            let AskedText { file, sha256 } = text.as_ref()?;
            match bytes_of(file) {
                Some(now) if now.to_string() == *sha256 => None,
                Some(_) => Some(format!("the {kind} `{file}` is not the text that was reviewed")),
                None => Some(format!("the {kind} `{file}`, which was reviewed, cannot be read")),
            }
        })
    }
}

impl From<Vec<Pair>> for Asked {
    /// Pairs of whose texts nothing is known.
    fn from(pairs: Vec<Pair>) -> Self {
        Self { pairs, ..Self::default() }
    }
}

impl Asked {
    /// Reads what `assize pairs contract --format json` printed.
    ///
    /// # Errors
    ///
    /// It is something else.
    ///
    /// ```
    /// use assize::pairs::{Asked, Pair};
    /// let json = r#"{"schema_version": 1, "pairs": [{"note": "a.md", "gate": "b"}],
    ///     "texts": [{"kind": "note", "name": "a.md", "file": "a.md", "sha256": "00"}]}"#;
    /// let asked = Asked::read(&assize::Source::new("prompt.json", json))?;
    /// assert_eq!(asked.pairs, [Pair::new("a.md", "b")]);
    /// assert_eq!(asked.texts(&asked.pairs[0]).note.map(|text| text.sha256).as_deref(), Some("00"));
    /// # Ok::<(), assize::Diagnostic>(())
    /// ```
    pub fn read(source: &Source) -> Result<Self, Diagnostic> {
        let refuse = || mistakes::nothing_asked(source.name());
        let printed: Printed = own_json(source, VERSION).map_err(|_| refuse())?;
        let mut asked = Self::from(printed.pairs);
        let once: BTreeSet<&Pair> = asked.pairs.iter().collect();
        if once.is_empty() || once.len() < asked.pairs.len() {
            return Err(refuse());
        }
        for Row { kind, name, file, sha256 } in printed.texts {
            let all = match kind.as_str() {
                "note" => &mut asked.notes,
                "gate" => &mut asked.gates,
                _ => return Err(refuse()),
            };
            all.entry(name).or_insert(AskedText { file, sha256 });
        }
        Ok(asked)
    }

    /// The notes and gates of whose texts nothing is known, each once: `note` or `gate`, and the name. No one will notice when they
    /// change.
    ///
    /// ```
    /// use assize::pairs::{Asked, Pair};
    /// let asked = Asked::from(vec![Pair::new("a.md", "b"), Pair::new("a.md", "c")]);
    /// assert_eq!(asked.without_text(), [("note", "a.md"), ("gate", "b"), ("gate", "c")]);
    /// ```
    pub fn without_text(&self) -> Vec<(&'static str, &str)> {
        let mut found = Vec::new();
        let notes = self.pairs.iter().map(|pair| ("note", pair.note.as_str(), &self.notes));
        let gates = self.pairs.iter().map(|pair| ("gate", pair.gate.as_str(), &self.gates));
        let mut once = BTreeSet::new();
        for (kind, name, texts) in notes.chain(gates) {
            if !texts.contains_key(name) && once.insert((kind, name)) {
                found.push((kind, name));
            }
        }
        found
    }

    /// The texts of one of the pairs.
    pub fn texts(&self, pair: &Pair) -> PairTexts {
        PairTexts {
            note: self.notes.get(&pair.note).cloned(),
            gate: self.gates.get(&pair.gate).cloned(),
        }
    }
}
