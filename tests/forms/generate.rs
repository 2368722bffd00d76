//! Texts by generation: forms are filled with a statement, stand in a place, and are carried by a format. All of it is data.

/// The files that forms are read from.
const FORMS: [&str; 2] = [include_str!("pages.txt"), include_str!("data.txt")];
const STATEMENTS: &str = include_str!("statements.txt");
const PLACES: &str = include_str!("places.txt");

/// A named text with flags: a form, a place, a carrier.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) name: String,
    flags: Vec<String>,
    text: String,
}

/// How a statement is written, by class and kind. `list/verdict/nested/bold`
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) class: String,
    pub(crate) kind: String,
    pub(crate) part: Part,
    /// Among those of every run: whole forms, each piece in one wrap and each wrap around one piece, and some others.
    pub(crate) usual: bool,
}

/// Classes whose first wrap is tried around each piece in every run.
const COMMON: [&str; 5] = ["label", "list", "json", "yaml", "toml"];
/// One of so many other products is tried in every run.
const RARE: u64 = 48;

/// Slots and what they are filled with.
type Slots = Vec<(String, String)>;

/// A no, and its honest twins.
#[derive(Debug)]
pub(crate) struct Statement {
    kind: String,
    page: bool,
    no: Slots,
    twins: Vec<Slots>,
}

#[derive(Debug)]
pub(crate) struct Generator {
    pub(crate) forms: Vec<Form>,
    statements: Vec<Statement>,
    places: Vec<Part>,
    pub(crate) carriers: Vec<Part>,
}

/// One text: a form, what it says, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case<'g> {
    pub(crate) form: &'g Form,
    statement: &'g Statement,
    /// The honest twin of the no, where it is one.
    pub(crate) twin: Option<usize>,
    place: &'g Part,
    pub(crate) carrier: &'g Part,
    /// No other verdict stands beside it.
    pub(crate) alone: bool,
}

impl Part {
    pub(crate) fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|own| own == flag)
    }

    /// Whether its values stand without marks of their own.
    fn is_plain(&self) -> bool {
        ["data", "plain", "html"].iter().any(|flag| self.has(flag))
    }

    /// A piece in a wrap; none where the wrap cannot hold it.
    fn holding(&self, piece: &Self) -> Option<Self> {
        let lines = piece.text.contains('\n') && !self.has("lines");
        let bar = self.has("table") && (piece.text.contains('|') || piece.has("heads"));
        if lines || bar || self.has("html") && !piece.has("html") {
            return None;
        }
        let before = self.text.split("$L").next().unwrap_or("");
        let margin = before.rsplit('\n').next().map_or(0, |line| line.chars().count());
        let inner = piece.text.replace('\n', &format!("\n{}", " ".repeat(margin)));
        let own = piece.flags.iter().filter(|flag| *flag != "html");
        let flags = self.flags.iter().chain(own).cloned().collect();
        let text = self.text.replace("$L", &inner);
        // Lines without a word have no margin.
        let text: Vec<&str> =
            text.split('\n').map(|line| if line.trim().is_empty() { "" } else { line }).collect();
        Some(Self { name: format!("{}/{}", self.name, piece.name), flags, text: text.join("\n") })
    }
}

impl Form {
    /// `list/verdict/nested/bold`
    pub(crate) fn path(&self) -> String {
        format!("{}/{}/{}", self.class, self.kind, self.part.name)
    }
}

impl Generator {
    pub(crate) fn new() -> Self {
        let parts = |head| {
            sections(PLACES)
                .find(|(own, _)| own[..] == [head])
                .map_or(Vec::new(), |(_, parts)| parts)
        };
        Self {
            forms: forms(),
            statements: statements(),
            places: parts("places"),
            carriers: parts("carriers"),
        }
    }

    /// All that a form can say, each no and its twins at each place and in each carrier.
    pub(crate) fn cases<'g>(&'g self, form: &'g Form) -> Vec<Case<'g>> {
        let is_said = |statement: &&Statement| {
            statement.kind == form.kind && !(statement.page && form.part.is_plain())
        };
        let places: Vec<&Part> = self.places.iter().filter(|place| fits(form, place)).collect();
        let mut all = Vec::new();
        for (nth, statement) in self.statements.iter().filter(is_said).enumerate() {
            for twin in (0..=statement.twins.len()).map(|twin| twin.checked_sub(1)) {
                for carrier in &self.carriers {
                    let own = carrier.has("exact");
                    if own && (form.part.has("top") || form.part.has("whole")) {
                        continue;
                    }
                    // Every place without a carrier, and each carrier with one place.
                    let places = if carrier.name == "bare" {
                        &places[..]
                    } else {
                        &places[nth % places.len()..][..1]
                    };
                    for place in if form.part.has("whole") { &places[..1] } else { places } {
                        let case = Case {
                            form,
                            statement,
                            twin,
                            place,
                            carrier,
                            alone: own || form.part.has("whole"),
                        };
                        all.push(case);
                        if !case.alone && form.speaks() {
                            all.push(Case { alone: true, ..case });
                        }
                    }
                }
            }
        }
        // In the same order in each run, and no two beside each other that are alike.
        let from = seed_of(&form.path());
        let mixed = |nth: u64| (from ^ nth).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        let mut mixed: Vec<_> = (0..).map(mixed).zip(all).collect();
        mixed.sort_by_key(|(seed, _)| *seed);
        mixed.into_iter().map(|(_, case)| case).collect()
    }

    /// The text of a form that is filled with the statement of a part, which opens nothing.
    pub(crate) fn of_part(form: &Form, name: &str, value: &str, place: &str) -> String {
        let slots = [("Name", name), ("Value", value), ("Sign", "✅"), ("Other", "FAIL")];
        let slots = slots.map(|(slot, said)| (slot.to_owned(), said.to_owned()));
        place.replace("$FORM", &filled(&form.part.text, &slots))
    }
}

impl Form {
    /// Whether its go opens where nothing else is said.
    fn speaks(&self) -> bool {
        matches!(&*self.kind, "verdict" | "question") && !self.part.has("part")
    }

    /// Whether it has a name that any other may stand for, and nothing beside it decides.
    pub(crate) fn is_named(&self) -> bool {
        let (text, aside) =
            (&self.part.text, ["top", "whole"].iter().any(|flag| self.part.has(flag)));
        let named = ["$Name", "$k_Name", "$NAME"].iter().any(|name| text.contains(name));
        self.kind == "verdict" && named && !aside && !text.contains("APPROVE")
    }

    /// Whether a browser could draw it: data that stands in no fence is no page.
    pub(crate) fn is_page(&self) -> bool {
        !self.part.has("data") || self.part.text.contains("```")
    }

    /// Whether it begins a section of its own beside those of tasks.
    pub(crate) fn is_section(&self) -> bool {
        let begins =
            |line: &str| ["## ", "<h2>", "-------"].iter().any(|mark| line.starts_with(mark));
        self.part.text.lines().any(begins)
    }
}

impl Case<'_> {
    /// The form alone, filled.
    pub(crate) fn filled(&self) -> String {
        let no = &self.statement.no;
        let twin = self.twin.and_then(|twin| self.statement.twins.get(twin));
        let value = |slots: Option<&Slots>| {
            slots
                .and_then(|slots| slots.iter().find(|(name, _)| name == "Value"))
                .map(|(_, value)| value.clone())
        };
        let other =
            if twin.is_some() { value(Some(no)) } else { value(self.statement.twins.first()) };
        let mut slots: Slots = twin.cloned().unwrap_or_default();
        slots.extend(no.iter().cloned());
        slots.push(("Other".to_owned(), other.unwrap_or_default()));
        filled(&self.form.part.text, &slots)
    }

    /// The document that is carried.
    pub(crate) fn document(&self) -> String {
        if self.form.part.has("whole") {
            return self.filled() + "\n";
        }
        let mut text = String::new();
        for line in self.place.text.lines() {
            let (said, host) =
                line.strip_prefix('!').map_or((line, false), |line| (line.trim_start(), true));
            if !(host && self.alone) {
                text += if said == "$FORM" { "$FORM" } else { said };
                text += "\n";
            }
        }
        text.replace("$FORM", &self.filled())
    }

    pub(crate) fn text(&self) -> String {
        let document = self.document();
        let document = document.trim_end_matches('\n');
        let indented: Vec<String> = document.lines().map(|line| format!("  {line}")).collect();
        let quoted = document.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        let text = self.carrier.text.replace("$INDENTED", &indented.join("\n"));
        let text =
            text.replace("$QUOTED", &format!("\"{quoted}\"")).replace("$DOC", document) + "\n";
        match () {
            () if self.carrier.has("crlf") => text.replace('\n', "\r\n"),
            () if self.carrier.has("mixed") => text.replace("\n\n", "\r\n\n"),
            () if self.carrier.has("unended") => text.trim_end().to_owned(),
            () => text,
        }
    }

    /// Where it stands, and what it says, for people.
    pub(crate) fn name(&self) -> String {
        let beside = if self.alone { "alone" } else { "beside a verdict" };
        let (path, place, carrier) = (self.form.path(), &self.place.name, &self.carrier.name);
        format!("{path} · {place} · {carrier} · {beside} · {}", self.filled())
    }
}

fn fits(form: &Form, place: &Part) -> bool {
    place.has("top") == form.part.has("top")
        && (place.has("head") || form.kind != "question" && !form.part.has("head"))
}

/// A number of a text, the same in each run.
pub(crate) fn seed_of(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |seed, byte| {
        (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    }) >> 7
}

/// `$Name` as it is, `$name` in small letters, `$NAME` in capitals, `$k_Name` as a key, `$h_Name` as the name of an element.
fn filled(text: &str, slots: &[(String, String)]) -> String {
    let mut said = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('$') {
        let joint =
            [("k_", "_"), ("h_", "-")].into_iter().find(|(mark, _)| behind.starts_with(mark));
        let behind = joint.map_or(behind, |(mark, _)| &behind[mark.len()..]);
        let slot =
            &behind[..behind.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(behind.len())];
        let value = slots
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(slot))
            .map_or("", |(_, value)| value);
        said += before;
        said += &match (slot, joint) {
            (_, Some((_, joint))) => value.to_lowercase().replace(' ', joint),
            (slot, _) if slot.len() > 1 && slot.chars().all(char::is_uppercase) => {
                value.to_uppercase()
            }
            (slot, _) if slot.chars().all(char::is_lowercase) => value.to_lowercase(),
            _ => value.to_owned(),
        };
        rest = &behind[slot.len()..];
    }
    said + rest
}

/// The sections of a file: the words of `== head`, and each `-- name flags` with the lines below it.
fn sections(file: &str) -> impl Iterator<Item = (Vec<&str>, Vec<Part>)> {
    file.split("\n== ").skip(1).map(|section| {
        let (head, body) = section.split_once('\n').unwrap_or((section, ""));
        let body = format!("\n{body}");
        let parts = body.split("\n-- ").skip(1).map(|part| {
            let (first, text) = part.split_once('\n').unwrap_or((part, ""));
            let mut words = first.split_whitespace().map(str::to_owned);
            let name = words.next().unwrap_or_default();
            Part { name, flags: words.collect(), text: text.trim_end_matches('\n').to_owned() }
        });
        (head.split_whitespace().collect(), parts.collect())
    })
}

fn forms() -> Vec<Form> {
    let all: Vec<(Vec<&str>, Vec<Part>)> = FORMS.iter().flat_map(|file| sections(file)).collect();
    let form = |class: &str, kind: &str, part, usual| Form {
        class: class.to_owned(),
        kind: kind.to_owned(),
        part,
        usual,
    };
    let mut forms = Vec::new();
    for (head, parts) in &all {
        match head[..] {
            ["forms", class, kind] => {
                forms.extend(parts.iter().map(|part| form(class, kind, part.clone(), true)));
            }
            ["wraps", class, group, ref only @ ..] => {
                for (head, pieces) in &all {
                    let &["pieces", of, kind] = &head[..] else { continue };
                    if of != group || only.first().is_some_and(|only| *only != kind) {
                        continue;
                    }
                    for (nth, wrap) in parts.iter().enumerate() {
                        for (mth, piece) in pieces.iter().enumerate() {
                            let Some(part) = wrap.holding(piece) else { continue };
                            let usual = nth == 0 && COMMON.contains(&class)
                                || mth == 0 && ["verdict", "finding"].contains(&kind)
                                || seed_of(&part.name).is_multiple_of(RARE);
                            forms.push(form(class, kind, part, usual));
                        }
                    }
                }
            }
            _ => {}
        }
    }
    forms
}

fn statements() -> Vec<Statement> {
    let slots = |text: &str| -> Slots {
        text.split(';')
            .filter_map(|slot| slot.split_once('='))
            .map(|(slot, value)| (slot.trim().to_owned(), value.trim().to_owned()))
            .collect()
    };
    let mut all = Vec::new();
    for section in STATEMENTS.split("\n== ").skip(1) {
        let mut lines = section.lines();
        let mut head = lines.next().unwrap_or("").split_whitespace();
        let (kind, page) = (head.next().unwrap_or(""), head.next() == Some("page"));
        for line in lines.filter(|line| line.contains('=') && !line.starts_with('#')) {
            let mut said = line.split(" | ").map(slots);
            let no = said.next().unwrap_or_default();
            all.push(Statement { kind: kind.to_owned(), page, no, twins: said.collect() });
        }
    }
    all
}
