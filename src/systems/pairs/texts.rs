//! The texts of notes and gates that reviews are about: what was asked for, and whether it still is what it was.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{Pair, mistakes};
use crate::codec::{Data, Datum, data_of_json};
use crate::ir::Diagnostic;
use crate::source::{Sha256, Source};

/// The text of a note or of a gate, as it was when its review was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AskedText {
    /// The file that it stands in.
    pub file: String,
    /// Its SHA-256.
    pub sha256: String,
}

/// Both texts of a pair, where they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PairTexts {
    /// What was judged.
    pub note: Option<AskedText>,
    /// By what.
    pub gate: Option<AskedText>,
}

/// Pairs that were asked for, and what their texts were then: what `assize pairs contract --format json` prints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The pairs, in their order.
    pub pairs: Vec<Pair>,
    notes: Vec<(String, AskedText)>,
    gates: Vec<(String, AskedText)>,
}

impl AskedText {
    /// The text of a file.
    pub fn new(file: impl Into<String>, bytes: &[u8]) -> Self {
        Self { file: file.into(), sha256: Sha256::of(bytes).to_string() }
    }
}

impl PairTexts {
    /// Why they are not what was reviewed; none when they are, or when nobody knows what was. `bytes_of` is what a file has now;
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

    /// What a record says of them; none when that is not to be understood. One without a word of them knows nothing.
    pub(super) fn of(record: &Data) -> Option<Self> {
        let Some(texts) = record.get("texts") else { return Some(Self::default()) };
        let one = |key: &str| match texts.get(key)? {
            Data { value: Datum::Null, .. } => Some(None),
            text => asked_text(text).map(Some),
        };
        Some(Self { note: one("note")?, gate: one("gate")? })
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
        let data = data_of_json(source.text().map_err(|_| refuse())?).map_err(|_| refuse())?;
        let version =
            matches!(data.get("schema_version"), Some(Data { value: Datum::Number(1.0), .. }));
        let list = |key: &str| match data.get(key) {
            Some(list @ Data { value: Datum::List(_), .. }) => Ok(list.items()),
            _ => Err(refuse()),
        };
        let (pairs, texts) = (list("pairs")?, list("texts")?);
        let said = |item: &Data, key: &str| item.get(key).and_then(Data::text).map(str::to_owned);
        let pair = |item: &Data| Some(Pair::new(said(item, "note")?, said(item, "gate")?));
        let pairs: Option<Vec<Pair>> = pairs.iter().map(pair).collect();
        let mut asked = Self::from(pairs.filter(|_| version).ok_or_else(refuse)?);
        let once: BTreeSet<&Pair> = asked.pairs.iter().collect();
        if once.is_empty() || once.len() < asked.pairs.len() {
            return Err(refuse());
        }
        for item in texts {
            let (kind, name) = (said(item, "kind"), said(item, "name"));
            let all = match kind.as_deref() {
                Some("note") => &mut asked.notes,
                Some("gate") => &mut asked.gates,
                _ => return Err(refuse()),
            };
            all.push(name.zip(asked_text(item)).ok_or_else(refuse)?);
        }
        Ok(asked)
    }

    /// The notes and gates of whose texts nothing is known, each once: `note` or `gate`, and the name. Nobody will notice when they
    /// change.
    ///
    /// ```
    /// use assize::pairs::{Asked, Pair};
    /// let asked = Asked::from(vec![Pair::new("a.md", "b"), Pair::new("a.md", "c")]);
    /// assert_eq!(asked.without_text(), [("note", "a.md"), ("gate", "b"), ("gate", "c")]);
    /// ```
    pub fn without_text(&self) -> Vec<(&'static str, &str)> {
        let known =
            |texts: &[(String, AskedText)], name: &str| texts.iter().any(|(own, _)| own == name);
        let mut found = Vec::new();
        let notes = self.pairs.iter().map(|pair| ("note", pair.note.as_str(), &self.notes));
        let gates = self.pairs.iter().map(|pair| ("gate", pair.gate.as_str(), &self.gates));
        let mut once = BTreeSet::new();
        for (kind, name, texts) in notes.chain(gates) {
            if !known(texts, name) && once.insert((kind, name)) {
                found.push((kind, name));
            }
        }
        found
    }

    /// The texts of one of the pairs.
    pub fn texts(&self, pair: &Pair) -> PairTexts {
        let of = |texts: &[(String, AskedText)], name: &str| {
            texts.iter().find(|(known, _)| known == name).map(|(_, text)| text.clone())
        };
        PairTexts { note: of(&self.notes, &pair.note), gate: of(&self.gates, &pair.gate) }
    }
}

fn asked_text(data: &Data) -> Option<AskedText> {
    let said = |key: &str| data.get(key).and_then(Data::text).map(str::to_owned);
    Some(AskedText { file: said("file")?, sha256: said("sha256")? })
}
