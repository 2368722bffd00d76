use crate::{Diagnostic, Source};
pub(crate) fn render(sources: &[Source], d: &Diagnostic, _color: bool, _width: usize) -> String {
    let _ = sources;
    let help = d.help.as_deref().map(|h| format!("  help: {h}\n")).unwrap_or_default();
    format!("{}\n\n  × {}\n{help}", d.code, d.message)
}
