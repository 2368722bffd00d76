//! Closed vocabularies: a variant and its word, once.

use std::fmt;

/// A closed vocabulary: each variant with its word.
///
/// From this one table come `ALL`, `as_str`, `Display`, `FromStr`, and the word in JSON and in
/// its schema.
macro_rules! words {
    ($(#[$about:meta])* $vis:vis enum $name:ident {
        $($(#[$doc:meta])* $variant:ident = $word:literal $(| $alias:literal)*,)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        $vis enum $name {
            $($(#[$doc])* #[cfg_attr(feature = "serde", serde(rename = $word $(, alias = $alias)*))] $variant,)*
        }

        impl $name {
            /// Every one of them, in the order in which they are declared.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The word for it, which [`FromStr`](std::str::FromStr) reads again.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::ir::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                match word {
                    $($word $(| $alias)* => Ok(Self::$variant),)*
                    _ => Err($crate::ir::UnknownWord::new(word, &[$($word),*])),
                }
            }
        }
    };
}
pub(crate) use words;

/// A word that is not one of a closed vocabulary: `maybe`, where an outcome is asked for.
///
/// ```
/// use assize::Outcome;
/// use assize::diagnostic::UnknownWord;
/// let error: UnknownWord = "maybe".parse::<Outcome>().unwrap_err();
/// assert_eq!(error.to_string(), "`maybe` is not one of `pass`, `warn`, `hold`, `fail`");
/// assert_eq!(error.known(), ["pass", "warn", "hold", "fail"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    word: String,
    known: &'static [&'static str],
}

impl UnknownWord {
    pub(crate) fn new(word: &str, known: &'static [&'static str]) -> Self {
        Self { word: word.to_owned(), known }
    }

    /// The word.
    pub fn word(&self) -> &str {
        &self.word
    }

    /// The words that are known.
    pub fn known(&self) -> &'static [&'static str] {
        self.known
    }
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not one of ", self.word)?;
        for (place, known) in self.known.iter().enumerate() {
            write!(f, "{}`{known}`", if place == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownWord {}

#[cfg(test)]
mod tests {
    use crate::ir::{
        Cause, Confidence, Format, Kind, Level, Outcome, Profile, RemarkKind, Severity,
    };

    #[test]
    fn every_word_is_read_as_it_is_shown() {
        macro_rules! check {
            ($($name:ty),*) => {$(
                for &value in <$name>::ALL {
                    assert_eq!(value.to_string().parse(), Ok(value));
                    assert!(value.as_str().to_uppercase().parse::<$name>().is_err());
                }
            )*};
        }
        check!(Cause, Confidence, Format, Kind, Level, Outcome, Profile, RemarkKind, Severity);
    }
}
