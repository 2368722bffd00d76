//! The summary of a ruling, `verdict-summary.kdl`: KDL 2, for people and for any KDL reader.

use ::kdl::{
    KdlDocument, KdlEntry, KdlEntryFormat, KdlIdentifier, KdlNode, KdlNodeFormat, KdlValue,
};

use super::visible::{is_command, is_hidden};
use super::words;
use crate::ir::{
    Binding, CellRef, ClosedDocket, Diagnostic, Diagnostics, FindingRef, Impediment, Override,
    PolicyFacts, Ruling, Stake, State, Subject,
};

/// The version of the summary's shape. Additions do not change it.
pub const SUMMARY_VERSION: u32 = 1;

/// The summary of a ruling. `recorded` is the time of the run, which a ruling does not know.
pub fn summary(ruling: &Ruling, recorded: &str) -> String {
    summary_beside(ruling, None, recorded)
}

/// The same, and the outcome of a policy that decides nothing.
pub fn summary_beside(ruling: &Ruling, shadow: Option<&Ruling>, recorded: &str) -> String {
    let docket = ruling.docket();
    let outcome = ruling.outcome();
    let mut gate = node("gate").text(outcome.as_str());
    gate = gate.prop("open", ruling.opening().is_some());
    if ruling.word() != outcome.as_str() {
        gate = gate.prop("word", ruling.word());
    }
    let facts = ruling.policy();
    let mut nodes = head((docket.id(), docket.round(), docket.binding()), gate);
    nodes.push(policy(facts));
    nodes.extend(facts.stages.iter().map(|stage| policy(stage).prop("stage", stage.stage)));
    nodes.extend(docket.panel().map(|panel| {
        let named = node("panel").text(&panel.name).prop("sha256", panel.sha256.to_string());
        named.prop("origin", panel.origin.as_str())
    }));
    nodes.extend(refused(ruling));
    nodes.extend(overrides(ruling));
    nodes.extend(docket.cells().map(|cell| reviewer(cell)));
    nodes.extend(shadow.map(shadowed));
    nodes.push(node("recorded").text(recorded));
    print(nodes)
}

/// `shadow "ours" outcome="fail" sha256="…"`; it is no gate, and opens none.
fn shadowed(shadow: &Ruling) -> Node {
    let facts = shadow.policy();
    let told = node("shadow").text(&facts.name).prop("outcome", shadow.outcome().as_str());
    told.prop("word", shadow.word()).prop("sha256", facts.sha256.to_string())
}

/// `policy "any-blocker" sha256="…" language=1`
fn policy(facts: &PolicyFacts) -> Node {
    let policy = node("policy")
        .text(&facts.name)
        .prop("sha256", facts.sha256.to_string())
        .prop("language", i128::from(facts.language));
    facts.own_origin().into_iter().fold(policy, |policy, origin| policy.prop("origin", origin))
}

/// What is known of a run before anything was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The name of the work.
    pub task: String,
    /// Which round of review it is.
    pub round: u32,
    /// The policy as it was asked for: its name or its file.
    pub policy: String,
    /// What the round is bound to.
    pub binding: Binding,
}

/// The summary of a run that has not ended: the gate is shut. It stands in the place of the last one
/// before anything is read, so that a run that is killed leaves no gate open.
pub fn pending_summary(run: &Run, recorded: &str) -> String {
    run.print("pending", Vec::new(), recorded)
}

/// The summary of a run without a ruling: the gate is shut, and the reasons.
pub fn error_summary(run: &Run, why: &Diagnostics, recorded: &str) -> String {
    let reason =
        |item: &Diagnostic| node("reason").text(&item.message).prop("code", item.code.as_ref());
    run.print("error", why.items().iter().map(reason).collect(), recorded)
}

impl Run {
    fn print(&self, word: &str, more: Vec<Node>, recorded: &str) -> String {
        let gate = node("gate").text(word).prop("open", false);
        let mut nodes = head((&self.task, self.round, &self.binding), gate);
        nodes.push(node("policy").text(&self.policy));
        nodes.extend(more);
        nodes.push(node("recorded").text(recorded));
        print(nodes)
    }
}

/// What summaries of reports are told by: the work, the panel that sits, and whose reports these are.
#[cfg(feature = "host")]
pub(crate) struct JudgedReports {
    pub(crate) task: String,
    pub(crate) panel: Option<String>,
    pub(crate) seats: Vec<String>,
}

#[cfg(feature = "host")]
impl JudgedReports {
    /// Whether a text is a summary that was printed here about these reports. Of the same work, one of another stage is not: it names
    /// another panel, and none of the reviewers who report here.
    pub(crate) fn have_summary(&self, text: &[u8]) -> bool {
        // A copy may have other line ends, a mark of the byte order and blank lines in front.
        let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text).trim_ascii_start();
        if !text.starts_with(b"schema ") {
            return false;
        }
        let own = print(about(&self.task));
        let mut said = text.iter().filter(|byte| **byte != b'\r');
        if !own.bytes().all(|byte| said.next() == Some(&byte)) {
            return false;
        }
        let text = String::from_utf8_lossy(text);
        let names = |kind: &str, name: &str| {
            let begins = format!("{} ", print(vec![node(kind).text(name)]).trim_end());
            text.lines().any(|line| line.starts_with(&begins))
        };
        let elsewhere = self.panel.as_ref().is_some_and(|panel| {
            text.lines().any(|line| line.starts_with("panel ")) && !names("panel", panel)
        });
        !elsewhere || self.seats.iter().any(|seat| names("reviewer", seat))
    }
}

fn about(task: &str) -> Vec<Node> {
    vec![node("schema").value(i128::from(SUMMARY_VERSION)), node("task-id").text(task)]
}

fn head((task, round, binding): (&str, u32, &Binding), gate: Node) -> Vec<Node> {
    let mut nodes = about(task);
    nodes.push(node("round").value(i128::from(round)));
    nodes.extend(bound(binding));
    nodes.push(gate);
    nodes
}

/// `bound commit="4f2a…"`
pub(crate) fn bound(binding: &Binding) -> Option<Node> {
    let all = binding.iter();
    (!binding.is_empty())
        .then(|| all.fold(node("bound"), |bound, (name, value)| bound.prop(name, value)))
}

/// `refused "everybody passed" word="pass" { impediment "…" }`
fn refused(ruling: &Ruling) -> Option<Node> {
    let found = ruling.refused()?;
    let mut refused = node("refused").text(ruling.rule_name());
    if let Some(word) = ruling.rule_word() {
        refused = refused.prop("word", word.name.as_str());
    }
    Some(refused.children(impediments(found, ruling.docket())))
}

/// `override "the release manager signed" rule="signed" { lifts "qa, which says fail" }`
fn overrides(ruling: &Ruling) -> Vec<Node> {
    let Some(opening) = ruling.opening() else { return Vec::new() };
    let view = |found: &Override| {
        let rule = ruling.policy().rules.get(found.rule as usize);
        let cells = found.cells(ruling.docket());
        let lifts = cells.map(|cell| node("lifts").text(words::lifted(cell))).collect();
        let name = rule.map_or("", |rule| &rule.name);
        node("override").text(&found.reason).prop("rule", name).children(lifts)
    };
    opening.overrides().iter().map(view).collect()
}

fn impediments(found: &[Impediment], docket: &ClosedDocket) -> Vec<Node> {
    let view = |found: &Impediment| node("impediment").text(words::impediment(*found, docket));
    found.iter().map(view).collect()
}

/// `reviewer "quality" verdict="fail" stated="pass" confidence="med" sha256="…"`
fn reviewer(cell: CellRef<'_>) -> Node {
    let mut seat = node("reviewer").text(cell.seat());
    match cell.subject() {
        Subject::Change => {}
        Subject::Criterion(id) => seat = seat.prop("criterion", id.as_str()),
        Subject::Pair { note, gate } => {
            seat = seat.prop("note", note.as_str()).prop("gate", gate.as_str());
        }
        Subject::Batch { batch, run } => {
            seat = seat.prop("batch", batch.as_str());
            seat = run.iter().fold(seat, |seat, run| seat.prop("run", run.as_str()));
        }
        Subject::Reviewer(name) => seat = seat.prop("of", name.as_str()),
    }
    let effective = cell.effective().filter(|_| cell.state() == State::Reported);
    let verdict = effective.map_or(cell.state().as_str(), |outcome| outcome.as_str());
    seat = seat.prop("verdict", verdict);
    let stated = cell.verdict().and_then(|verdict| verdict.stated);
    if stated.is_some_and(|stated| Some(stated.outcome) != effective) {
        seat = seat.prop("stated", cell.word().unwrap_or_default().as_ref());
    }
    if let Some(confidence) = cell.confidence() {
        seat = seat.prop("confidence", confidence.as_str());
    }
    if let Some(cause) = cell.cause() {
        seat = seat.prop("cause", cause.as_str());
    }
    if cell.stake() != Stake::Required {
        seat = seat.prop("stake", cell.stake().as_str());
    }
    if let Some(source) = cell.source() {
        seat = seat.prop("sha256", source.sha256().to_string());
    }
    let blocks = |found: &FindingRef<'_>| found.is_blocker();
    let blocker = |found: FindingRef<'_>| node("blocker").text(found.in_full());
    seat.children(cell.findings().filter(blocks).map(blocker).collect())
}

/// A node and its children while they are put together.
pub(crate) struct Node {
    node: KdlNode,
    children: Vec<Node>,
}

pub(crate) fn node(name: &str) -> Node {
    Node { node: KdlNode::new(identifier(name)), children: Vec::new() }
}

/// A name with what is printed of it where that is plain to see: `kdl` asks of each character whether it may stand in one.
fn identifier(name: &str) -> KdlIdentifier {
    let mut identifier = KdlIdentifier::from(name);
    let plain = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let of_kdl = matches!(name, "true" | "false" | "null" | "inf" | "nan" | "-inf");
    if plain && !of_kdl && !name.is_empty() {
        identifier.set_repr(name);
    }
    identifier
}

impl Node {
    pub(crate) fn value(mut self, value: impl Into<KdlValue>) -> Self {
        self.node.push(entry(KdlEntry::new(value)));
        self
    }

    pub(crate) fn text(self, text: impl AsRef<str>) -> Self {
        self.value(text.as_ref())
    }

    pub(crate) fn prop(mut self, name: &str, value: impl Into<KdlValue>) -> Self {
        self.node.push(entry(KdlEntry::new_prop(identifier(name), value)));
        self
    }

    pub(crate) fn children(mut self, children: Vec<Node>) -> Self {
        self.children = children;
        self
    }

    fn build(self, depth: usize) -> KdlNode {
        let mut node = self.node;
        let indent = "    ".repeat(depth);
        let mut format = KdlNodeFormat { leading: indent.clone(), ..KdlNodeFormat::default() };
        format.terminator = "\n".to_owned();
        if !self.children.is_empty() {
            let mut inner = KdlDocument::new();
            inner.nodes_mut().extend(self.children.into_iter().map(|child| child.build(depth + 1)));
            inner.set_format(::kdl::KdlDocumentFormat {
                leading: "\n".to_owned(),
                trailing: indent,
            });
            node.set_children(inner);
            format.before_children = " ".to_owned();
        }
        node.set_format(format);
        node
    }
}

/// Always in quotes, and with everything escaped that KDL forbids, or that a terminal or a CI service that interprets the
/// output acts on.
fn entry(mut entry: KdlEntry) -> KdlEntry {
    if let Some(text) = entry.value().as_string() {
        let value_repr = quoted(text);
        entry.set_format(KdlEntryFormat {
            value_repr,
            leading: " ".to_owned(),
            autoformat_keep: true,
            ..KdlEntryFormat::default()
        });
    }
    entry
}

fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    // Most texts are plain: hashes, names, words.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\' | b'#'))
    {
        quoted.push_str(text);
        quoted.push('"');
        return quoted;
    }
    for (at, c) in text.char_indices() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c if is_hidden(c) || is_command(&text[at..]) => quoted.extend(c.escape_unicode()),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

pub(crate) fn print(nodes: Vec<Node>) -> String {
    let mut document = KdlDocument::new();
    document.nodes_mut().extend(nodes.into_iter().map(|node| node.build(0)));
    document.to_string()
}
