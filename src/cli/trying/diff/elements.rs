//! Markdown in which foreign text begins no element of HTML.

/// Markdown in which no name begins an element or a comment of HTML, which would hide what stands behind it. In code
/// nothing does, and `&lt;` would be shown as it stands; a cell of a table, and a line, ends what is code.
pub(super) fn without_elements(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let is_row = line.starts_with('|');
        let mut rest = line;
        while !rest.is_empty() {
            let ends = rest.match_indices('|').find(|(at, _)| !rest[..*at].ends_with('\\'));
            let end = ends.filter(|_| is_row).map_or(rest.len(), |(at, _)| at + 1);
            push_plain(&mut shown, &rest[..end]);
            rest = &rest[end..];
        }
    }
    shown
}

/// Appends what has its code by itself.
fn push_plain(shown: &mut String, mut rest: &str) {
    let backticks = |text: &str| text.len() - text.trim_start_matches('`').len();
    while let Some(c) = rest.chars().next() {
        let mut taken = c.len_utf8();
        match c {
            '`' => {
                taken = backticks(rest);
                // Code ends at as many backticks as it begins with.
                let mut at = taken;
                while let Some(next) = rest[at..].find('`') {
                    let many = backticks(&rest[at + next..]);
                    at += next + many;
                    if many == taken {
                        taken = at;
                        break;
                    }
                }
                shown.push_str(&rest[..taken]);
            }
            '<' => shown.push_str("&lt;"),
            // It is no beginning of code.
            '\\' if rest[1..].starts_with(['`', '\\']) => {
                taken = 2;
                shown.push_str(&rest[..taken]);
            }
            c => shown.push(c),
        }
        rest = &rest[taken..];
    }
}

#[cfg(test)]
mod tests {
    use super::without_elements;

    #[test]
    fn an_element_is_spelled_out_only_where_it_would_be_one() {
        for (text, shown) in [
            ("`<a>` <a>", "`<a>` &lt;a>"),
            ("`` <a> ` <a> `` <a>", "`` <a> ` <a> `` &lt;a>"),
            // No code: nothing ends it, in this line or in this cell.
            ("` <a>", "` &lt;a>"),
            ("`` <a> `", "`` &lt;a> `"),
            ("` <a>\n`", "` &lt;a>\n`"),
            ("| ` <a> | ` |", "| ` &lt;a> | ` |"),
            ("| `a\\|<a>` |", "| `a\\|<a>` |"),
            ("\\` <a> `", "\\` &lt;a> `"),
            ("\\\\` <a> `", "\\\\` <a> `"),
        ] {
            assert_eq!(without_elements(text), shown);
        }
    }
}
