//! What `git diff -z` prints: records that end with a NUL, and nothing in quotes.

use super::{Change, MOST, Read, from_root, is_of_another_command, not_a_path, numbers};
use crate::{Diagnostics, Source, Span};

/// Whether a text is parted by NULs: it has no other use for them.
pub(super) fn is_parted(source: &Source) -> bool {
    let utf_16 =
        source.bytes().starts_with(&[0xff, 0xfe]) || source.bytes().starts_with(&[0xfe, 0xff]);
    !utf_16 && source.bytes().contains(&0)
}

/// `12\t3\tsrc/a.rs\0`, `1\t0\t\0old.rs\0new.rs\0`, or paths alone.
pub(super) fn read(source: Source) -> Result<Change, Diagnostics> {
    let (mut change, mut wrong) = (Change::default(), Vec::new());
    let text = source.lossy();
    let mut records = text.split_inclusive('\0');
    let (mut numbered, mut start) = (None, 0);
    while let Some(record) = records.next() {
        let begin = start;
        start += record.len();
        let counted = numbers(record.trim_end_matches('\0'));
        let mut paths: Vec<&str> = vec![counted.map_or(record, |(_, path)| path)];
        // Both paths of a rename follow.
        let renamed = counted.is_some() && record.ends_with("\t\0");
        if renamed {
            paths = records.by_ref().take(2).collect();
            start += paths.iter().map(|path| path.len()).sum::<usize>();
        }
        let told = match (counted.is_some(), *numbered.get_or_insert(counted.is_some())) {
            _ if !text[..start].ends_with('\0') || (renamed && paths.len() < 2) => {
                Err("it ends within a record, and may have been cut off")
            }
            (false, true) | (true, false) => Err("one record has numbers and another has none"),
            (false, false) if is_status(record, begin == 0) => {
                Err("this is more than a path, as another command prints it")
            }
            _ => paths.iter().map(|path| from_root(path.trim_end_matches('\0'))).collect(),
        };
        let told: Read<Vec<String>> = told;
        match (told, counted) {
            (Ok(told), Some((count, _))) => change.add(count, told),
            (Ok(told), None) => change.paths.extend(told),
            (Err(why), _) => wrong.push(not_a_path(Span::new(begin, start), why)),
        }
        if wrong.len() == MOST {
            break;
        }
    }
    match wrong.is_empty() {
        true => Ok(change),
        false => Err(Diagnostics::new(vec![source], wrong)),
    }
}

/// `M\0src/a.rs\0`, ` M src/a.rs\0`
fn is_status(record: &str, first: bool) -> bool {
    let bare = record.trim_end_matches('\0');
    let letter = bare.strip_prefix(|c: char| "MADRCUTX".contains(c));
    let status = letter.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    first && status || is_of_another_command(bare)
}
