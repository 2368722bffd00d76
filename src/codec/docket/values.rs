//! Texts that are read only where they are what belongs there.

use std::fmt;

use data_encoding::BASE64;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::is_own_code;
use crate::codec::Lexicon;
use crate::codec::mistakes::shown;
use crate::ir::glob::says_which;
use crate::ir::{ACTIONS, Date, Fingerprint, Stake};

/// A text that is what `wanted` says, where `read` makes something of it.
struct Text<T> {
    wanted: &'static str,
    read: fn(&str) -> Option<T>,
}

impl<T> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.wanted)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.read)(text).ok_or_else(|| {
            E::custom(format!("`{}` is not {}", shown(text).escape_debug(), self.wanted))
        })
    }
}

/// Kinds of texts: what each holds and is called, how it is read and written, and what the schema says of it.
macro_rules! texts {
    ($($(#[$about:meta])* $name:ident($of:ty), $wanted:literal,
        $read:expr, $write:expr, $schema:tt;)*) => {$(
        $(#[$about])*
        pub(super) struct $name(pub(super) $of);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                from.deserialize_str(Text { wanted: $wanted, read: $read }).map(Self)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let write: fn(&$of) -> String = $write;
                to.serialize_str(&write(&self.0))
            }
        }

        #[cfg(test)]
        impl schemars::JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!($schema)
            }
        }
    )*};
}

texts! {
    Name(String), "a name or a text",
        |text| own(text, |text| !text.trim().is_empty()), String::clone,
        { "type": "string", "minLength": 1 };

    /// A word or a name of reviewers: case, spaces, `-` and `_` make no difference in it.
    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    Word(String), "a word",
        |text| own(text, |text| !Lexicon::is_same(text, "")), String::clone,
        { "type": "string" };

    SeatStake(Stake), "`required`, `voting` or `observer`",
        |text| text.parse().ok().filter(|stake| *stake != Stake::Unexpected), ToString::to_string,
        { "enum": ["required", "voting", "observer"] };

    Action(String), "something that can be tried, such as `respawn`; `assize contract docket --schema` has them all",
        |text| own(text, |text| ACTIONS.contains(&text)), String::clone,
        { "enum": ACTIONS };

    Day(Date), "a day of the calendar, such as `2027-01-31`",
        Date::parse, ToString::to_string,
        { "type": "string", "minLength": 1 };

    FingerprintText(String), "a fingerprint, `f1:` and 32 digits of 0 to 9 and a to f",
        |text| own(text, Fingerprint::is_one), String::clone,
        { "type": "string", "minLength": 1 };

    Pattern(String), "a path that says which findings are covered, such as `src/tls/**`",
        |text| own(text, says_which), String::clone,
        { "type": "string", "minLength": 1 };

    HostCode(String), "a name of the host's own, such as `ours::late`: only Assize says `assize::…`",
        |text| own(text, |text| !text.trim().is_empty() && !is_own_code(text)), String::clone,
        { "type": "string", "minLength": 1 };

    Base64(Vec<u8>), "Base64: A to Z, a to z, 0 to 9, `+` and `/`, with `=` up to whole groups of four, on one line",
        |text| BASE64.decode(text.as_bytes()).ok(), |bytes| BASE64.encode(bytes),
        { "type": "string" };
}

fn own(text: &str, is_one: fn(&str) -> bool) -> Option<String> {
    is_one(text).then(|| text.to_owned())
}

/// `true`, and nothing else.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(try_from = "bool", into = "bool")]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(extend("const" = true)))]
pub(super) struct Yes;

impl TryFrom<bool> for Yes {
    type Error = &'static str;

    fn try_from(yes: bool) -> Result<Self, Self::Error> {
        yes.then_some(Self).ok_or("it is not `true`")
    }
}

impl From<Yes> for bool {
    fn from(_: Yes) -> Self {
        true
    }
}
