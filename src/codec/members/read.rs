//! Reading an object by its table.

use std::borrow::Cow;

use super::{Kind, Member, Object, choice, document, list};
use crate::codec::builder::DecodeLog;
use crate::codec::lexicon::Label;
use crate::codec::mistakes;
use crate::codec::mistakes::mistake_rows;
use crate::codec::text::fields;
use crate::codec::text::tags::{Tag, is_one_of, outside_tags};
use crate::codec::tree::json::{Type, Value};
use crate::ir::{self, Cause, Diagnostic, Outcome};
use crate::source::Span;

/// No table has more members.
pub(super) const MOST: usize = 24;

/// The members of an object that are what they should be.
pub(in crate::codec) struct Read<'d> {
    table: &'static Object,
    /// The object.
    pub(in crate::codec) span: Span,
    /// Whether every member is what it should be.
    pub(in crate::codec) whole: bool,
    found: [Option<(Value<'d>, Value<'d>)>; MOST],
}

impl Object {
    /// Reads an object. A member of another type, and a name that is hard to tell from one of its
    /// own, make the text unreadable; members that it does not have are `kept`.
    pub(in crate::codec) fn read<'d>(
        &'static self,
        reading: &mut DecodeLog<'_>,
        object: Value<'d>,
        kept: &mut Vec<ir::Member>,
    ) -> Option<Read<'d>> {
        if object.kind() != Type::Object {
            let what = format!("{} is {}", self.called, object.kind().in_words());
            self.refuse(reading, object, &what, "an object");
            return None;
        }
        let mut read = Read { table: self, span: object.span(), whole: true, found: [None; MOST] };
        for (name, value) in object.members() {
            match self.members.iter().position(|member| name.is(member.name)) {
                Some(at) if self.members[at].check(self, reading, value) => {
                    // Of two the first: that there are two is told by then.
                    read.found[at].get_or_insert((name, value));
                    if self.members[at].own {
                        keep(reading, (name, value), true, kept);
                    }
                }
                Some(at) => {
                    read.whole &= self.members[at].nullable && value.kind() == Type::Null;
                }
                // It might say what nobody reads.
                None if self.closed => {
                    reading.unclaimed(name.span().to(value.span()));
                    reading.refuse(Cause::Malformed, self.unknown_member(name));
                }
                None => {
                    self.check_unknown(reading, name);
                    keep(reading, (name, value), false, kept);
                }
            }
        }
        if self.closed {
            read.whole &= self.check_complete(reading, object);
        }
        Some(read)
    }

    /// Whether an object has all members that it has to have.
    fn check_complete(&self, reading: &mut DecodeLog<'_>, object: Value<'_>) -> bool {
        let required = self.members.iter().filter(|member| member.required);
        let mut whole = true;
        for member in required.filter(|member| object.get(member.name).is_none()) {
            reading.refuse(Cause::Malformed, missing_member(object.span(), member.name));
            whole = false;
        }
        whole
    }

    /// `{"pairs": [], "overall": "PASS"}`
    fn unknown_member(&self, name: Value<'_>) -> Diagnostic {
        let said = name.text().unwrap_or_default();
        let known = || self.members.iter().map(|member| member.name);
        let help = match fields::meant_of(&said, known()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "leave it out;".to_owned(),
        };
        Diagnostic::error("assize::read::unknown_member")
            .message(format!("{} has no member `{}`", self.called, mistakes::shown(&said)))
            .label(name.span(), "not in the schema")
            .help(format!("{help} the members are {}", list(known())))
    }

    /// A name that the table does not have: one of its own that is misspelt, or somebody else's.
    fn check_unknown(&self, reading: &mut DecodeLog<'_>, name: Value<'_>) {
        if self.loose {
            return;
        }
        let said = name.text().unwrap_or_default();
        let same = |member: &&Member| member.name.eq_ignore_ascii_case(said.trim());
        let asked = self.members.iter().filter(|member| !member.silent || same(member));
        let names = asked.map(|member| member.name);
        // What is short is one edit away from everything.
        let meant = fields::meant_of(&said, names)
            .filter(|meant| meant.len() > 3 || said.trim().eq_ignore_ascii_case(meant));
        let at = name.place(&mut reading.embedded).unwrap_or_else(|| name.span());
        match meant {
            Some(meant) => reading.refuse(Cause::MisspeltKey, misspelt_name(at, meant)),
            None => {
                reading.report(unknown_name(at));
            }
        }
    }

    /// Whether an object has a name that makes it another.
    pub(in crate::codec) fn names_another(&self, object: Value<'_>) -> bool {
        self.never.iter().any(|name| object.get(name).is_some())
    }

    fn refuse(&self, reading: &mut DecodeLog<'_>, value: Value<'_>, what: &str, wanted: &str) {
        reading.refuse(Cause::Malformed, (self.wrong)(value.span(), what, wanted));
    }
}

/// Keeps a member as it is; what is said under a name of the format's `own` is no remark.
pub(in crate::codec) fn keep(
    reading: &mut DecodeLog<'_>,
    (name, value): (Value<'_>, Value<'_>),
    own: bool,
    kept: &mut Vec<ir::Member>,
) {
    let Some(name) = name.place(&mut reading.embedded) else { return };
    let text = value.place(&mut reading.embedded).unwrap_or_else(|| value.span());
    if own {
        reading.own(name);
    }
    kept.push(ir::Member { name, text });
}

impl Member {
    /// Whether a value belongs here; when it does not, that is reported.
    fn check(&self, object: &Object, reading: &mut DecodeLog<'_>, value: Value<'_>) -> bool {
        let text = value.text();
        if self.nullable && value.kind() == Type::Null {
            return false;
        }
        if text.as_deref().is_some_and(|text| self.is_template(text)) {
            reading.refuse(Cause::Template, document::template(value.span()));
            return false;
        }
        let outcome = self.outcome(value);
        reading.says_fail |= outcome == Some(Outcome::Fail);
        let kind = value.kind();
        let fits = self.kind.fits(value);
        if !fits {
            let label =
                if matches!(self.kind, Kind::YesNo) { Label::Question } else { Label::Verdict };
            let words = &reading.words;
            let fails = text.as_deref().is_some_and(|text| document::says_fail(text, label, words));
            reading.says_fail |= self.states && fails;
            let what = match (&self.kind, text) {
                (Kind::Word(_), Some(text)) => {
                    let shown: String = text.chars().take(40).collect();
                    format!("`{}` is `{shown}`", self.name)
                }
                _ => format!("`{}` is {}", self.name, kind.in_words()),
            };
            object.refuse(reading, value, &what, &self.kind.wanted());
        }
        fits
    }

    /// The outcome of a value, where that is the format's affair.
    fn outcome(&self, value: Value<'_>) -> Option<Outcome> {
        match (self.kind, value.kind()) {
            (Kind::YesNo, Type::Bool(true)) => Some(Outcome::Pass),
            (Kind::YesNo, Type::Bool(false)) if self.states => Some(Outcome::Fail),
            (Kind::YesNo, Type::Bool(false)) => Some(Outcome::Hold),
            (Kind::Word(words), Type::String) => {
                words.iter().find(|(word, _)| value.is(word)).map(|(_, outcome)| *outcome)
            }
            _ => None,
        }
    }

    /// `<why>`, `pass | fail`, `low|high`
    fn is_template(&self, text: &str) -> bool {
        let words = self.kind.words();
        let chosen = |part: &str| words.contains(&part.trim());
        match self.free {
            true => {
                let text = text.trim();
                text.len() > 2
                    && text.starts_with('<')
                    && text.ends_with('>')
                    && !is_filled_in(text)
            }
            false => {
                document::is_template(text) || text.contains('|') && text.split('|').all(chosen)
            }
        }
    }
}

/// Whether a text says something in elements, and not the name of what belongs there: `<p>The pool is bounded.</p>`, but not
/// `<feedback>your feedback</feedback>`. Such a form is one line.
fn is_filled_in(text: &str) -> bool {
    const HTML: [&str; 14] = [
        "p", "div", "span", "b", "strong", "i", "em", "code", "pre", "ul", "ol", "h2", "h3",
        "details",
    ];
    let outside = || outside_tags(text);
    let html = Tag::read(text).is_some_and(|(tag, _)| is_one_of(tag.name, &HTML));
    (html || text.contains('\n'))
        && text.contains("</")
        && outside().any(|said| said.contains(char::is_alphanumeric))
        && !outside().any(|said| said.contains('<'))
}

impl Kind {
    /// Whether a value is of this kind. What stands in it is not looked at.
    fn fits(self, value: Value<'_>) -> bool {
        let kind = value.kind();
        match self {
            Self::YesNo => matches!(kind, Type::Bool(_)),
            Self::Word(words) => words.iter().any(|(word, _)| value.is(word)),
            Self::Text | Self::Name => kind == Type::String,
            Self::TextOrNull => matches!(kind, Type::String | Type::Null),
            Self::Texts | Self::ListOf(_) | Self::SomeOf(_) => kind == Type::List,
            Self::ObjectOrText(_) => matches!(kind, Type::Object | Type::String),
            Self::Grade(_) | Self::Any => true,
        }
    }

    /// The words that may stand here, where these are few.
    pub(super) fn words(self) -> Vec<&'static str> {
        match self {
            Self::Word(words) => words.iter().map(|(word, _)| *word).collect(),
            Self::Grade(words) => words.to_vec(),
            _ => Vec::new(),
        }
    }

    /// What belongs here, in words.
    fn wanted(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::YesNo => "`true` or `false`",
            Self::Text | Self::Name => "a string",
            Self::TextOrNull => "a string or `null`",
            Self::Texts | Self::ListOf(_) | Self::SomeOf(_) => "a list",
            Self::ObjectOrText(_) => "an object or a string",
            Self::Any => "a value",
            Self::Word(_) | Self::Grade(_) => {
                return choice(self.words().into_iter()).into();
            }
        })
    }
}

impl<'d> Read<'d> {
    /// The name and the value of a member.
    pub(in crate::codec) fn entry(&self, name: &str) -> Option<(Value<'d>, Value<'d>)> {
        let at = self.table.members.iter().position(|member| member.name == name)?;
        self.found[at]
    }

    pub(in crate::codec) fn get(&self, name: &str) -> Option<Value<'d>> {
        self.entry(name).map(|(_, value)| value)
    }

    /// The outcome of a member that is `true`, `false` or a known word.
    pub(in crate::codec) fn outcome(&self, name: &str) -> Option<Outcome> {
        let at = self.table.members.iter().position(|member| member.name == name)?;
        self.table.members[at].outcome(self.found[at]?.1)
    }

    /// The text of a member that is not blank.
    pub(in crate::codec) fn text(&self, name: &str) -> Option<Cow<'d, str>> {
        self.get(name)?.text().filter(|text| !text.trim().is_empty())
    }

    /// The place of a text.
    pub(in crate::codec) fn place(&self, name: &str, reading: &mut DecodeLog<'_>) -> Option<Span> {
        self.get(name)?.place(&mut reading.embedded)
    }

    /// The place of a text that is not empty.
    pub(in crate::codec) fn filled(&self, name: &str, reading: &mut DecodeLog<'_>) -> Option<Span> {
        self.place(name, reading).filter(|place| place.start < place.end)
    }

    /// The items of a list.
    pub(in crate::codec) fn items(&self, name: &str) -> impl Iterator<Item = Value<'d>> {
        self.get(name).into_iter().flat_map(Value::items)
    }
}

mistake_rows! {
    /// `{"pairs": [{"note": "a.md"}]}`
    error "assize::read::missing_member" missing_member(at: Span, name: &str)
        "`{name}` is missing", at "has no member `{name}`", "write every member that the schema asks for, even an empty one";
    /// `{"pased": true}`
    error "assize::read::misspelt_name" misspelt_name(at: Span, meant: &str)
        "a name looks almost like `{meant}`", at "this is not read", "write `\"{meant}\"`, or a name that cannot be confused with it";
    /// `{"passed": true, "duration": 12}`
    advice "assize::read::unknown_name" unknown_name(at: Span)
        "the format has no such name", at "kept, and decides nothing", "nothing needs to be done if this is meant for another program";
}
