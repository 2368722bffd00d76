//! What is kept of the rounds of a court: `anvil/verify/court-verdict.json` (K6).

use serde::{Deserialize, Serialize};

use super::mistakes;
use crate::codec::{Data, data_of_json};
use crate::ir::{Confidence, Decoded, Diagnostic, Diagnostics, Ruling};
use crate::source::{Sha256, Source};
use crate::systems::data::own_json;

/// The name of the file that a record is kept in.
pub(super) const RECORD_FILE: &str = "court-verdict.json";

/// The version of the shape. Additions do not change it.
const VERSION: u32 = 1;

/// Which round it is: the court is asked once about the same evidence in the same round of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The task.
    pub task: String,
    /// Its number, from 1.
    pub number: u32,
    /// The hash of what the court was told; none when that could not be composed.
    pub briefing_hash: Option<String>,
}

/// What a round came to.
#[derive(Clone, Debug)]
pub enum Judged {
    /// The court was asked, and has not answered.
    Pending,
    /// There is no ruling, and why.
    Error(String),
    /// What the court answered, and what the policy made of it.
    Ruled(Box<Outcome>),
}

/// What the court answered, and what the policy made of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    verdict: Option<KeptVerdict>,
    ruling: KeptRuling,
    reply: Reply,
}

#[derive(Clone, Debug, Serialize)]
struct KeptVerdict {
    action: String,
    confidence: Option<&'static str>,
    per_criterion: Vec<KeptCriterion>,
}

#[derive(Clone, Debug, Serialize)]
struct KeptCriterion {
    id: String,
    status: &'static str,
    reason: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptRuling {
    outcome: String,
    word: String,
    open: bool,
    rule: String,
    policy: KeptPolicy,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptPolicy {
    name: String,
    sha256: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Reply {
    source: String,
    sha256: String,
    text: String,
}

/// The rounds of a court: the last, and those before it. [`Record::to_json`] is read by the court's own format as well,
/// so `assize court decide` can judge it again.
#[derive(Clone, Debug, Default)]
pub struct Record {
    last: Option<Last>,
    earlier: Vec<Past>,
}

#[derive(Clone, Debug)]
struct Last {
    round: Round,
    contract: Option<Sha256>,
    judged: Judged,
}

/// An earlier round in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Past {
    #[serde(rename = "taskId")]
    task: String,
    round: u32,
    #[serde(rename = "briefingHash")]
    briefing_hash: Option<String>,
    state: String,
    outcome: Option<String>,
    word: Option<String>,
    open: bool,
    reply_sha256: Option<String>,
}

/// What of a record is read again.
#[derive(Deserialize)]
struct Kept {
    #[serde(rename = "taskId")]
    task: String,
    round: u32,
    #[serde(rename = "briefingHash")]
    briefing_hash: Option<String>,
    state: String,
    #[serde(default)]
    open: bool,
    ruling: Option<KeptRuling>,
    reply: Option<Reply>,
    #[serde(default)]
    earlier: Vec<Past>,
}

#[derive(Serialize)]
struct View<'a> {
    schema_version: u32,
    state: &'static str,
    #[serde(rename = "taskId")]
    task: &'a str,
    round: u32,
    #[serde(rename = "briefingHash")]
    briefing_hash: Option<&'a str>,
    #[serde(rename = "contractHash")]
    contract_hash: Option<String>,
    #[serde(flatten)]
    verdict: Option<&'a KeptVerdict>,
    open: bool,
    ruling: Option<&'a KeptRuling>,
    reason: Option<&'a str>,
    reply: Option<&'a Reply>,
    earlier: &'a [Past],
}

impl Outcome {
    /// What is kept of an answer and of what a policy ruled on it.
    pub fn new(answer: &Decoded, ruling: &Ruling) -> Self {
        let source = answer.sources.first();
        let policy = ruling.policy();
        Self {
            verdict: KeptVerdict::of(answer),
            ruling: KeptRuling {
                outcome: ruling.outcome().to_string(),
                word: ruling.word().to_owned(),
                open: ruling.opening().is_some(),
                rule: ruling.rule_name().to_owned(),
                policy: KeptPolicy { name: policy.name.clone(), sha256: policy.sha256.to_string() },
            },
            reply: Reply {
                source: source.map(Source::name).unwrap_or_default().to_owned(),
                sha256: source.map(|source| source.sha256().to_string()).unwrap_or_default(),
                text: source.map(|source| source.lossy().into_owned()).unwrap_or_default(),
            },
        }
    }

    /// Whether the answer is a verdict. One that is not may be asked for again.
    pub fn is_verdict(&self) -> bool {
        self.verdict.is_some()
    }

    /// The verdict, in the words of the court; none when the answer is out of its schema.
    pub fn verdict(&self) -> Option<impl Serialize + '_> {
        self.verdict.as_ref()
    }
}

impl KeptVerdict {
    fn of(answer: &Decoded) -> Option<Self> {
        let [verdict] = answer.verdicts.as_slice() else { return None };
        let action = answer.text(verdict.stated?.word).into_owned();
        let confidence = verdict.confidence.map(|confidence| match confidence {
            Confidence::High => "high",
            Confidence::Med => "medium",
            Confidence::Low => "low",
        });
        let criterion = |criterion: &crate::ir::Criterion| KeptCriterion {
            id: answer.text(criterion.name).into_owned(),
            status: match criterion.outcome {
                Some(crate::ir::Outcome::Pass) => "pass",
                Some(crate::ir::Outcome::Fail) => "fail",
                _ => "suspicious",
            },
            reason: criterion.text.map(|at| answer.text(at).into_owned()),
        };
        let per_criterion = verdict.criteria.iter().map(criterion).collect();
        Some(Self { action, confidence, per_criterion })
    }
}

impl Record {
    /// Reads what was kept.
    ///
    /// # Errors
    ///
    /// `{"state": "judged"}`: it is not a record, so it cannot be told which rounds were judged.
    pub fn read(source: &Source) -> Result<Self, Diagnostics> {
        let kept: Result<Kept, String> = own_json(source, VERSION);
        let refused = |why: String| Diagnostics::from(vec![unreadable_record(source.name(), &why)]);
        let Kept { task, round, briefing_hash, state, open, ruling, reply, mut earlier } =
            kept.map_err(refused)?;
        let (outcome, word) = ruling.map(|ruling| (ruling.outcome, ruling.word)).unzip();
        let reply_sha256 = reply.map(|reply| reply.sha256);
        earlier.push(Past { task, round, briefing_hash, state, outcome, word, open, reply_sha256 });
        Ok(Self { last: None, earlier })
    }

    /// Whether the court has ruled in a round.
    pub fn has_judged(&self, round: &Round) -> bool {
        self.earlier.iter().any(|past| {
            past.state == "judged"
                && past.task == round.task
                && past.round == round.number
                && past.briefing_hash == round.briefing_hash
        })
    }

    /// Puts what a round came to in the place of the last, which is this round's own while it is pending.
    pub fn set(&mut self, round: Round, contract: Option<Sha256>, judged: Judged) {
        self.last = Some(Last { round, contract, judged });
    }

    /// The record as JSON. Only a ruling that opened says `open`.
    pub fn to_json(&self) -> String {
        let Some(Last { round, contract, judged }) = &self.last else { return String::new() };
        let (state, outcome, reason) = match judged {
            Judged::Pending => ("pending", None, None),
            Judged::Error(reason) => ("error", None, Some(reason.as_str())),
            Judged::Ruled(outcome) if outcome.is_verdict() => ("judged", Some(outcome), None),
            Judged::Ruled(outcome) => ("invalid", Some(outcome), Some("E_INVALID_VERDICT")),
        };
        crate::emit::json::print(&View {
            schema_version: VERSION,
            state,
            task: &round.task,
            round: round.number,
            briefing_hash: round.briefing_hash.as_deref(),
            contract_hash: contract.map(|sha256| format!("sha256:{sha256}")),
            verdict: outcome.and_then(|outcome| outcome.verdict.as_ref()),
            open: outcome.is_some_and(|outcome| outcome.ruling.open),
            ruling: outcome.map(|outcome| &outcome.ruling),
            reason,
            reply: outcome.map(|outcome| &outcome.reply),
            earlier: &self.earlier,
        })
    }
}

/// Whether what is to be judged may be: a record of a round only where the court gave a verdict in it, and only by the contract
/// that it was given for. What is no record is not looked at, unless it lies where a record is kept.
///
/// # Errors
///
/// The round has no verdict, or the contract is another one.
pub fn check_record(
    source: &Source,
    contract: Option<Sha256>,
    is_kept: bool,
) -> Result<(), Diagnostic> {
    let Some(data) = source.text().ok().and_then(|text| data_of_json(text).ok()) else {
        return Ok(());
    };
    let (state, hash) = (data.get("state"), data.get("contractHash"));
    // One without a verdict is read as none.
    if data.get("action").is_none() {
        return Ok(());
    }
    if state.is_none() && hash.is_none() {
        // Where a record is kept, a bare verdict is one that lost what says when and by what it was given.
        let file = source.name().rsplit(['/', '\\']).next();
        return match is_kept && file == Some(RECORD_FILE) {
            true => Err(mistakes::bare_record(source.name())),
            false => Ok(()),
        };
    }
    if state.and_then(Data::text) != Some("judged") {
        return Err(mistakes::not_judged(source.name()));
    }
    let own = contract.map(|sha256| format!("sha256:{sha256}"));
    match own.filter(|own| hash.and_then(Data::text) != Some(own)) {
        Some(own) => Err(mistakes::record_of_another(source.name(), &own)),
        None => Ok(()),
    }
}

/// Whether what a court answered may be about a briefing: where it says which one it is about, as a record does, it is this.
///
/// ```
/// use assize::Source;
/// use assize::court::check_reply;
/// let bare = Source::new("verdict.json", r#"{"action": "merge", "per_criterion": []}"#);
/// assert!(check_reply(&bare, "sha256:12e1").is_ok());
/// let old = Source::new("kept.json", r#"{"action": "merge", "per_criterion": [], "briefingHash": "sha256:42f4"}"#);
/// assert!(check_reply(&old, "sha256:12e1").is_err());
/// ```
///
/// # Errors
///
/// It is about another one, so it says nothing of this.
pub fn check_reply(reply: &Source, briefing_hash: &str) -> Result<(), Diagnostic> {
    let data = reply.text().ok().and_then(|text| data_of_json(text).ok());
    match data.as_ref().and_then(|data| data.get("briefingHash")) {
        Some(hash) if hash.text() != Some(briefing_hash) => {
            Err(mistakes::reply_to_another(reply.name(), briefing_hash))
        }
        _ => Ok(()),
    }
}

/// A record that somebody wrote by hand
fn unreadable_record(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error("assize::court::unreadable_record")
        .message(format!(
            "`{}` is not a record of a court, so it is not certain which rounds were judged: {}",
            crate::emit::visible::visible(name),
            crate::emit::visible::visible(why)
        ))
        .help("move it away once you know what it is; the court then begins a new record")
}
