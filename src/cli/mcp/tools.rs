//! The tools that a client is offered, and what each answers.

use std::path::Path;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::console::{Console, ConsoleArgs};
use super::super::contract::Contract;
use super::super::explain::Explain;
use super::super::gate::{Gate, in_words};
use super::super::hook::event::bounded;
use super::super::hook::{Judged, Work, Works, asked_of};
use super::super::of_flags;
use super::super::open_round::in_shell;
use super::Mcp;
use super::submit::{self, Form};
use crate::host::{Disk, nearest, shown};
use crate::{Diagnostic, Diagnostics};

const SUBMIT: &str = "submit_verdict";

/// The name of each tool that looks, and what it does.
const LOOKS: [(&str, &str); 3] = [
    (
        "gate",
        "Says whether the work may go on: judges what the reviewers of its round have written, as `assize gate` does. \
         Writes nothing.",
    ),
    (
        "explain",
        "Judges as `gate` does, and shows every rule of the policy, what it saw, and what would change the ruling. Writes \
         nothing.",
    ),
    (
        "contract",
        "Says how a review is written: what a reviewer is told, for a format, and for a seat in the round of a work.",
    ),
];

/// What `gate` and `explain` are given.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OfWork {
    /// The name of the work; without it, the one whose round was begun for what is checked out.
    task: Option<String>,
}

/// What `contract` is given.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OfReview {
    /// A format, such as `review` or `verdict-file`.
    format: Option<String>,
    /// The name of a work whose round was begun: its mark is asked for, too.
    task: Option<String>,
    /// The seat of a reviewer in that work: the file that it writes is named, too.
    seat: Option<String>,
}

/// What `gate` answers besides its text.
#[derive(Serialize, JsonSchema)]
struct Standing {
    /// The name of the work.
    task: String,
    /// Which round of review it is in.
    round: u32,
    /// Whether the work may go on.
    open: bool,
    /// `pass`, `warn`, `hold` or `fail`.
    outcome: String,
    /// The rule of the policy that decided.
    rule: String,
}

/// What a call is answered.
pub(super) struct Reply {
    pub(super) text: String,
    pub(super) data: Option<Value>,
    pub(super) wrong: bool,
}

impl Reply {
    fn of(text: &str) -> Self {
        let text = bounded(text, "the command `assize` says all of it");
        Self { text, data: None, wrong: false }
    }

    pub(super) fn wrong(why: &Diagnostics) -> Self {
        Self { wrong: true, ..Self::of(&in_words(why)) }
    }
}

/// The tools of one server.
#[derive(Clone)]
pub(super) struct Tools {
    server: Mcp,
    messages: ConsoleArgs,
}

impl Tools {
    pub(super) fn new(server: Mcp, messages: ConsoleArgs) -> Self {
        Self { server, messages }
    }

    /// What a client tells its model about this server.
    pub(super) fn instructions(&self) -> String {
        match &self.server.seat {
            Some(seat) => format!(
                "Assize decides whether reviewed work may go on. You speak for the seat `{}`, and for no other: review the \
                 work, then hand in one verdict by `{SUBMIT}`. `gate` says whether the work may go on.",
                shown(seat)
            ),
            None => "Assize decides whether reviewed work may go on: `gate` says it, `explain` says why. This server \
                     speaks for no seat, so nothing can be handed in."
                .to_owned(),
        }
    }

    /// Every tool, with the schema of what it is given.
    pub(super) fn list(&self) -> Vec<Tool> {
        let [gate, explain, contract] = LOOKS;
        let looks = |(name, about): (&'static str, &'static str), schema: JsonObject| {
            Tool::new(name, about, schema).with_annotations(ToolAnnotations::new().read_only(true))
        };
        let mut all = vec![
            looks(gate, schema_of::<OfWork>())
                .with_raw_output_schema(schema_of::<Standing>().into()),
            looks(explain, schema_of::<OfWork>()),
            looks(contract, schema_of::<OfReview>()),
        ];
        if let Some(seat) = &self.server.seat {
            let about = format!(
                "Hands in the verdict of the seat `{}`, once the review is done. It is kept as the report of that seat in \
                 the round that was begun. A later one in the same round replaces it only if it is worse.",
                shown(seat)
            );
            let annotations = ToolAnnotations::new().read_only(false).idempotent(true);
            let tool = Tool::new(SUBMIT, about, self.form(seat).schema());
            all.insert(0, tool.with_annotations(annotations.destructive(false)));
        }
        all
    }

    /// How the seat writes; where no round was begun, as the panels say that have it.
    fn form(&self, seat: &str) -> Form {
        let Ok(works) = self.works(None) else { return Form::of(None) };
        let seated = submit::seated(&works, seat);
        let panel = seated.first().and_then(|(work, _)| works.panel(work));
        let panel = panel.or_else(|| works.panel_with(seat));
        Form::of(panel.as_ref())
    }

    /// Answers a call. What is wrong is an answer as well.
    pub(super) fn call(&self, name: &str, given: JsonObject) -> Reply {
        let console = Console::new(&self.messages);
        let answered = match name {
            "gate" => read(name, given).and_then(|of| self.gate(&of, &console)),
            "explain" => read(name, given).and_then(|of| self.explain(&of, &console)),
            "contract" => read(name, given).and_then(|of| self.contract(&of, &console)),
            SUBMIT => self.submit(&given, &console),
            _ => Err(unknown_tool(name).into()),
        };
        answered.unwrap_or_else(|why| Reply::wrong(&why))
    }

    /// The works that a call is about.
    fn works(&self, task: Option<&str>) -> Result<Works, Diagnostics> {
        match task.map(Path::new).or(self.server.task.as_deref()) {
            Some(task) => Works::of_task(&Disk, task, self.server.panel.as_deref()),
            None => Works::find(&Disk),
        }
    }

    fn gate(&self, of: &OfWork, console: &Console) -> Result<Reply, Diagnostics> {
        let works = self.works(of.task.as_deref())?;
        let work = only(&works)?;
        let gate: Gate = asked_of(work, &works)?;
        let judged = Judged::of(work, gate.peek(&Disk, console)?);
        let standing = Standing {
            task: work.task().to_owned(),
            round: work.open.round.round,
            open: judged.is_open(),
            outcome: judged.ruling.outcome().to_string(),
            rule: judged.ruling.rule_name().to_owned(),
        };
        let data = serde_json::to_value(standing).ok();
        Ok(Reply { data, ..Reply::of(&judged.text) })
    }

    fn explain(&self, of: &OfWork, console: &Console) -> Result<Reply, Diagnostics> {
        let works = self.works(of.task.as_deref())?;
        let explain: Explain = asked_of(only(&works)?, &works)?;
        Ok(Reply::of(&explain.peek(&Disk, console)?))
    }

    fn contract(&self, of: &OfReview, console: &Console) -> Result<Reply, Diagnostics> {
        let own = self.server.seat.as_deref();
        if let (Some(own), Some(other)) = (own, of.seat.as_deref())
            && own != other
        {
            return Err(another_seat(own, other).into());
        }
        let format = || own.map_or_else(|| Form::of(None), |seat| self.form(seat)).format();
        let mut flags = vec![of.format.clone().unwrap_or_else(|| format().to_string())];
        if let (Some(task), None) = (&of.task, own) {
            flags.push(format!("--task={task}"));
            flags.extend(of.seat.iter().map(|seat| format!("--seat={seat}")));
            flags.extend(self.server.panel.iter().map(|panel| format!("--panel={panel}")));
        }
        let mut text = of_flags::<Contract>(&flags)?.text(console)?;
        if own.is_some() {
            text += &format!(
                "\nHand it in by `{SUBMIT}`, whose schema says what it is given; the mark of the round is put into it.\n"
            );
        }
        Ok(Reply::of(&text))
    }

    fn submit(&self, given: &JsonObject, console: &Console) -> Result<Reply, Diagnostics> {
        let seat = self.server.seat.as_deref().ok_or_else(no_seat)?;
        let works = self.works(None)?;
        Ok(Reply::of(&submit::submit(&works, seat, given, &Disk, console)?))
    }
}

/// The JSON Schema of what a tool is given or answers.
fn schema_of<T: JsonSchema>() -> JsonObject {
    let schema = schemars::schema_for!(T).to_value();
    schema.as_object().cloned().unwrap_or_default()
}

/// Reads what a tool is given.
fn read<T: DeserializeOwned>(name: &str, given: JsonObject) -> Result<T, Diagnostics> {
    serde_json::from_value(Value::Object(given)).map_err(|error| misfit(name, &error).into())
}

/// The one work that a call can be about.
fn only(works: &Works) -> Result<&Work, Diagnostic> {
    match works.concerned().as_slice() {
        [] => Err(nothing_begun(works)),
        [work] => Ok(work),
        several => Err(several_works(several)),
    }
}

/// No round covers what is checked out
pub(super) fn nothing_begun(works: &Works) -> Diagnostic {
    Diagnostic::error("assize::mcp::nothing_begun")
        .message(format!(
            "no round of review was begun for what is checked out, {}",
            shown(works.checked_out())
        ))
        .help("begin one: `assize begin TASK`; or check out the work that is reviewed")
}

/// Two works have a round for one commit
fn several_works(all: &[&Work]) -> Diagnostic {
    let named: Vec<String> = all.iter().map(|work| format!("`{}`", shown(work.task()))).collect();
    Diagnostic::error("assize::mcp::several_works")
        .message(format!("it may be about {}", named.join(" and ")))
        .help("name one in `task`, or start the server for it: `assize mcp --task TASK`")
}

/// `submit_verdict` of a server without a seat
fn no_seat() -> Diagnostic {
    Diagnostic::error("assize::mcp::no_seat")
        .message("this server speaks for no seat, so nothing can be handed in")
        .help("start it for the seat of its client: `assize mcp --seat SEAT`")
}

/// `{"seat": "security"}` in a call to a server of `qa`
fn another_seat(own: &str, other: &str) -> Diagnostic {
    let (own, other) = (shown(own), shown(other));
    Diagnostic::error("assize::mcp::another_seat")
        .message(format!("this server speaks for the seat `{own}`, and not for `{other}`"))
        .help(format!(
            "leave `seat` out; who speaks for `{other}` has a server of its own: `assize mcp --seat {}`",
            in_shell(&other)
        ))
}

/// A tool that does not exist
fn unknown_tool(name: &str) -> Diagnostic {
    let known = || LOOKS.iter().map(|(name, _)| *name).chain([SUBMIT]);
    let all: Vec<String> = known().map(|name| format!("`{name}`")).collect();
    Diagnostic::error("assize::mcp::unknown_tool")
        .message(format!("there is no tool `{}`", shown(name)))
        .help(match nearest(name, known()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the tools are {}", all.join(", ")),
        })
}

/// `gate` with `{"tsak": "t1"}`
fn misfit(tool: &str, error: &serde_json::Error) -> Diagnostic {
    Diagnostic::error("assize::mcp::arguments")
        .message(format!("`{tool}` cannot be called like this: {}", shown(error.to_string())))
        .help("the schema of the tool says what it is given")
}
