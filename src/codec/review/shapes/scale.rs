//! Numbers on a scale that a shape declares: `number "score" from=0 to=10`, `number "care" among="none low high"`.

use crate::ir::Member;
use crate::ir::shape::ShapeNode;

/// A number that a record gives, and how far up its scale it lies, in percent, rounded down.
#[derive(Clone, Copy, Debug)]
pub(in crate::codec) struct Numbered {
    pub(in crate::codec) member: Member,
    /// None where there is no scale, or where it does not lie on it.
    pub(in crate::codec) percent: Option<u8>,
}

/// How far up the scale of a node a text lies.
pub(super) fn percent(node: &ShapeNode, said: &str) -> Option<u8> {
    let says = |name: &str| {
        let own = node.properties.iter().find(|(known, _)| known == name);
        own.map(|(_, value)| value.as_str())
    };
    let (value, low, high) = match says("among") {
        Some(steps) => {
            let mut steps = steps.split_whitespace();
            let last = steps.clone().count().checked_sub(1)?;
            let at = steps.position(|step| step.eq_ignore_ascii_case(said.trim()))?;
            (i128::try_from(at).ok()?, 0, i128::try_from(last).ok()?)
        }
        None => (decimal(said)?, decimal(says("from")?)?, decimal(says("to")?)?),
    };
    let is_on_it = low < high && (low..=high).contains(&value);
    u8::try_from((value - low) * 100 / (high - low).max(1)).ok().filter(|_| is_on_it)
}

/// A decimal number in millionths, without what lies behind these; none for anything else, an exponent included.
fn decimal(text: &str) -> Option<i128> {
    const PLACES: usize = 6;
    let text = text.trim();
    let (bare, sign) = text.strip_prefix('-').map_or((text, 1), |bare| (bare, -1));
    let (whole, part) = bare.split_once('.').unwrap_or((bare, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(part) || whole.len() > 12 {
        return None;
    }
    let part = format!("{part:0<PLACES$}");
    format!("{whole}{}", &part[..PLACES]).parse::<i128>().ok().map(|number| sign * number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_lies_somewhere_on_its_scale() {
        let of = |properties: &[(&str, &str)], said: &str| {
            let own = properties.iter().map(|(name, value)| ((*name).into(), (*value).into()));
            percent(&ShapeNode { properties: own.collect(), ..ShapeNode::default() }, said)
        };
        let whole = [("from", "0"), ("to", "1")];
        for (said, percent) in [
            ("0", Some(0)),
            ("1", Some(100)),
            ("1.0", Some(100)),
            ("0.29", Some(29)),
            ("0.7999999999", Some(79)),
            ("1.01", None),
            ("-0.1", None),
            ("8e-1", None),
            ("0x1", None),
            (".5", None),
            ("high", None),
            ("", None),
        ] {
            assert_eq!(of(&whole, said), percent, "{said}");
        }
        assert_eq!(of(&[("from", "1"), ("to", "5")], "4"), Some(75));
        assert_eq!(of(&[("from", "-10"), ("to", "10")], "0"), Some(50));
        assert_eq!(of(&[("among", "none low high")], "Low"), Some(50));
        assert_eq!(of(&[("from", "1"), ("to", "1")], "1"), None);
        assert_eq!(of(&[], "1"), None);
    }
}
