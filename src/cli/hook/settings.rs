//! JSON that keeps the order of its members: the settings of a client are written again as they were.

use std::fmt;

use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// A value, with the members of objects in their order.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::cli) enum Ordered {
    Object(Vec<(String, Ordered)>),
    List(Vec<Ordered>),
    Other(Value),
}

impl Ordered {
    pub(in crate::cli) fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// An object of some members.
    pub(in crate::cli) fn object<const N: usize>(members: [(&str, Self); N]) -> Self {
        Self::Object(members.map(|(name, value)| (name.to_owned(), value)).to_vec())
    }

    pub(in crate::cli) fn text(text: &str) -> Self {
        Self::Other(Value::String(text.to_owned()))
    }

    /// A member; none in what is no object.
    pub(in crate::cli) fn member(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => {
                members.iter().find(|(known, _)| known == name).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// A member of an object, which is added where it is not there. None in what is no object.
    pub(in crate::cli) fn member_or(&mut self, name: &str, empty: Self) -> Option<&mut Self> {
        let Self::Object(members) = self else { return None };
        let at = members.iter().position(|(known, _)| known == name);
        let at = at.unwrap_or_else(|| {
            members.push((name.to_owned(), empty));
            members.len() - 1
        });
        members.get_mut(at).map(|(_, value)| value)
    }

    /// Every text in it.
    pub(in crate::cli) fn texts(&self) -> Vec<&str> {
        match self {
            Self::Object(members) => members.iter().flat_map(|(_, value)| value.texts()).collect(),
            Self::List(all) => all.iter().flat_map(Self::texts).collect(),
            Self::Other(value) => value.as_str().into_iter().collect(),
        }
    }

    pub(in crate::cli) fn print(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

impl Serialize for Ordered {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (name, value) in members {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
            Self::List(all) => all.serialize(serializer),
            Self::Other(value) => value.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Ordered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;

        impl<'de> Visitor<'de> for Any {
            type Value = Ordered;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value of JSON")
            }

            fn visit_unit<E>(self) -> Result<Ordered, E> {
                Ok(Ordered::Other(Value::Null))
            }

            fn visit_bool<E>(self, value: bool) -> Result<Ordered, E> {
                Ok(Ordered::Other(value.into()))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Ordered, E> {
                Ok(Ordered::Other(value.into()))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Ordered, E> {
                Ok(Ordered::Other(value.into()))
            }

            fn visit_f64<E>(self, value: f64) -> Result<Ordered, E> {
                Ok(Ordered::Other(value.into()))
            }

            fn visit_str<E>(self, value: &str) -> Result<Ordered, E> {
                Ok(Ordered::text(value))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Ordered, A::Error> {
                let mut all = Vec::new();
                while let Some(value) = seq.next_element()? {
                    all.push(value);
                }
                Ok(Ordered::List(all))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ordered, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Ordered::Object(members))
            }
        }

        deserializer.deserialize_any(Any)
    }
}
