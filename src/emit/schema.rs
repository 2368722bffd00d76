pub(crate) fn ruling_schema() -> String {
    "{}\n".into()
}
pub(crate) fn verdicts_schema() -> String {
    "{}\n".into()
}
