//! Base64 as RFC 4648 has it in section 4: its letters, its padding, and no line ends.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes as Base64.
pub(super) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
        let bits = bits << (8 * (3 - three.len()));
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

/// The bytes that a text stands for, or the place in it where it is not Base64.
pub(super) fn decode(text: &str) -> Result<Vec<u8>, usize> {
    let body = text.trim_end_matches('=');
    let padding = text.len() - body.len();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut held) = (0_u32, 0);
    for (place, letter) in body.bytes().enumerate() {
        bits = (bits << 6 | value(letter).ok_or(place)?) & 0xff_ffff;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held & 0xff) as u8);
        }
    }
    // One spelling for each bytes: whole groups, and no bit set that stands for nothing.
    let whole = text.len().is_multiple_of(4) && padding == (4 - body.len() % 4) % 4;
    let spare = bits & ((1 << held) - 1);
    if whole && padding < 3 && spare == 0 { Ok(bytes) } else { Err(body.len()) }
}

fn value(letter: u8) -> Option<u32> {
    let place = LETTERS.iter().position(|known| *known == letter)?;
    u32::try_from(place).ok()
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn bytes_are_read_as_they_were_written() {
        for (bytes, text) in [
            (&b""[..], ""),
            (b"f", "Zg=="),
            (b"fo", "Zm8="),
            (b"foo", "Zm9v"),
            (b"foob", "Zm9vYg=="),
            (b"\xff\xfe\x00", "//4A"),
        ] {
            assert_eq!(encode(bytes), text);
            assert_eq!(decode(text).as_deref(), Ok(bytes));
        }
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&encode(&all)), Ok(all));
    }

    #[test]
    fn each_text_has_one_spelling() {
        for odd in [
            "Z", "Zg", "Zg=", "Zh==", "Zm9=", "Zm9v=", "====", "Zm9v\n", "Zm-_", "Zg==Zg==", "Zé==",
        ] {
            assert!(decode(odd).is_err(), "{odd}");
        }
        assert_eq!(decode("Zm9v\nZg=="), Err(4));
    }
}
