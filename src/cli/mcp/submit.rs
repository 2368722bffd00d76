//! What a client hands in, made into the report of its seat.

use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::super::console::Console;
use super::super::hook::deposit::{again, keep, options_of, the_one};
use super::super::hook::{Work, Works};
use super::tools::nothing_begun;
use crate::codec::json_schema;
use crate::host::{Panel, Writer, nearest, shown};
use crate::{Diagnostic, Diagnostics, Format, ReadOptions, Source, read};

/// The member that holds a report in a format that is no object.
const REPORT: &str = "report";

/// How a seat writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// One object, by the schema of its format.
    Object(Format, &'static str),
    /// A text.
    Text(Format),
}

impl Form {
    /// The first format of a panel that has a schema; a text, where none has one.
    pub(super) fn of(panel: Option<&Panel>) -> Self {
        let formats = panel.map_or(&[][..], |panel| &panel.formats);
        let formats = if formats.is_empty() { &[Format::Review][..] } else { formats };
        let typed =
            formats.iter().find_map(|format| Some(Self::Object(*format, json_schema(*format)?)));
        typed.unwrap_or(Self::Text(formats[0]))
    }

    pub(super) fn format(self) -> Format {
        match self {
            Self::Object(format, _) | Self::Text(format) => format,
        }
    }

    /// What a verdict is given as. Nothing else may stand beside it, so that no member is taken for what it is not.
    pub(super) fn schema(self) -> JsonObject {
        let schema = match self {
            Self::Object(_, schema) => serde_json::from_str(schema).unwrap_or_default(),
            Self::Text(format) => json!({
                "type": "object",
                "required": [REPORT],
                "properties": {
                    REPORT: {
                        "type": "string",
                        "description": format!("The whole report in the format `{format}`, as the tool `contract` says it."),
                    },
                },
            }),
        };
        let mut schema = match schema {
            Value::Object(schema) => schema,
            _ => JsonObject::new(),
        };
        schema.insert("additionalProperties".into(), false.into());
        schema
    }

    /// The report that a client hands in. A call comes whole or not at all, so a text ends with the mark of its round.
    fn report(self, given: &JsonObject, mark: &str) -> String {
        match self {
            Self::Text(_) => {
                let text = given.get(REPORT).and_then(Value::as_str).unwrap_or_default();
                format!("{}\n\n<!-- {mark} -->\n", text.trim_end())
            }
            Self::Object(..) => serde_json::to_string_pretty(given).unwrap_or_default(),
        }
    }
}

/// The works in whose rounds a seat sits.
pub(super) fn seated<'w>(works: &'w Works, seat: &str) -> Vec<(&'w Work, String)> {
    let sits = |work: &&Work| {
        work.open.round.seats.iter().any(|own| own.name == seat && own.skipped.is_none())
    };
    works.concerned().into_iter().filter(sits).map(|work| (work, seat.to_owned())).collect()
}

/// Keeps a verdict as the report of its seat; says what became of it.
pub(super) fn submit(
    works: &Works,
    seat: &str,
    given: &JsonObject,
    disk: &dyn Writer,
    console: &Console,
) -> Result<String, Diagnostics> {
    let seated = seated(works, seat);
    let Some((work, seat)) = the_one(&seated, "", disk)? else {
        return Err(not_seated(works, seat).into());
    };
    let panel = works.panel(work);
    let form = Form::of(panel.as_ref());
    if let Some(wrong) = misfit(&form.schema(), given, seat) {
        return Err(wrong.into());
    }
    let text = form.report(given, &work.open.round.mark);
    unreadable(&text, &options_of(panel.as_ref()))?;
    let kept = keep(works, (work, seat), &text, disk, console)?;
    let (task, round) = (shown(work.task()), work.open.round.round);
    let mut told = match kept {
        true => {
            format!("The verdict of `{}` is kept, for round {round} of `{task}`.\n", shown(seat))
        }
        false => format!(
            "What `{}` handed in before, in round {round} of `{task}`, stays: within a round a verdict is replaced by a worse \
             one only.\n",
            shown(seat)
        ),
    };
    if let Some(moved) = &work.moved {
        told += &format!(
            "It counts for nothing: the work has moved on since the round was begun ({}). A new round is needed: `assize \
             begin {}`.\n",
            shown(moved),
            super::super::open_round::in_shell(&task)
        );
    }
    if let Some(message) = again(work, seat, disk, console)? {
        told += &format!("The reviewer is asked again:\n\n{message}");
    }
    Ok(told)
}

/// A text in which no verdict can be read is not kept: its client can mend it at once.
fn unreadable(text: &str, options: &ReadOptions) -> Result<(), Diagnostics> {
    let decoded = read(&Source::new("verdict", text.as_bytes().to_vec()), options);
    match decoded.verdicts.iter().any(|verdict| verdict.effective().is_some()) {
        true => Ok(()),
        false => {
            let mut wrong = Diagnostics::new(decoded.sources, decoded.diagnostics);
            wrong.push(not_kept());
            Err(wrong)
        }
    }
}

/// What is given and not asked for, or asked for and not given.
fn misfit(schema: &JsonObject, given: &JsonObject, seat: &str) -> Option<Diagnostic> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let known = || properties.into_iter().flat_map(JsonObject::keys).map(String::as_str);
    let unknown = given.keys().find(|name| known().all(|known| known != *name));
    if let Some(name) = unknown {
        return Some(unknown_member(name, nearest(name, known()), seat));
    }
    let required = schema.get("required").and_then(Value::as_array);
    let mut required = required.into_iter().flatten().filter_map(Value::as_str);
    required.find(|name| !given.contains_key(*name)).map(missing)
}

/// `{"seat": "security", "verdict": "approve"}`
fn unknown_member(name: &str, near: Option<&str>, seat: &str) -> Diagnostic {
    let seat = shown(seat);
    Diagnostic::error("assize::mcp::unknown_member")
        .message(format!(
            "`{}` is no member of a verdict, and this server speaks for the seat `{seat}` alone",
            shown(name)
        ))
        .help(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "leave it out; the schema of `submit_verdict` has the members that there are"
                .to_owned(),
        })
}

/// `{"verdict": "approve"}`, and a summary is asked for
fn missing(name: &str) -> Diagnostic {
    Diagnostic::error("assize::mcp::missing_member")
        .message(format!("the verdict has no `{name}`"))
        .help("add it, empty where there is nothing to say; the schema of `submit_verdict` has the members that there are")
}

fn not_kept() -> Diagnostic {
    Diagnostic::error("assize::mcp::not_kept")
        .message("no verdict can be read in what was handed in, so nothing was kept of it")
        .help("mend it and hand it in again; the tool `contract` says how it is written")
}

/// A seat that does not sit in any round for what is checked out
fn not_seated(works: &Works, seat: &str) -> Diagnostic {
    let concerned = works.concerned();
    if concerned.is_empty() {
        return nothing_begun(works);
    }
    let seats = || concerned.iter().flat_map(|work| &work.open.round.seats);
    if let Some(reason) =
        seats().filter(|own| own.name == seat).find_map(|own| own.skipped.as_deref())
    {
        return Diagnostic::error("assize::mcp::skipped")
            .message(format!("`{}` need not sit in this round: {}", shown(seat), shown(reason)))
            .help("nothing was kept; go on without a verdict");
    }
    let known: Vec<&str> = seats().map(|own| own.name.as_str()).collect();
    Diagnostic::error("assize::mcp::not_seated")
        .message(format!(
            "this server speaks for the seat `{}`, which the round does not have",
            shown(seat)
        ))
        .help(match nearest(seat, known.iter().copied()) {
            Some(near) => {
                format!("start it for a seat of the round: `assize mcp --seat {}`", shown(near))
            }
            None => format!("start it for a seat of the round: {}", shown(known.join(", "))),
        })
}
