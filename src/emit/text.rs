use crate::Ruling;
use std::fmt::Write as _;
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextOptions {
    pub(crate) color: bool,
    pub(crate) width: usize,
}
pub(crate) fn ruling(ruling: &Ruling, _: &TextOptions) -> String {
    let open = if ruling.opening().is_some() { "OPEN" } else { "SHUT" };
    let mut text = format!("{} {open}  {}\n", ruling.word(), ruling.rule().name);
    for cell in ruling.docket().cells() {
        let word = cell.effective().map_or_else(
            || cell.cause().map_or(cell.state().as_str(), |c| c.as_str()),
            |o| o.as_str(),
        );
        let _ = writeln!(text, "  {} {} {word}", cell.seat(), cell.stake());
    }
    text
}
pub(crate) fn explain(r: &Ruling, options: &TextOptions) -> String {
    ruling(r, options)
}
