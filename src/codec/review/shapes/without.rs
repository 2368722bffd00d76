//! A build that knows no KDL has no shapes.

use crate::ir::Diagnostic;
use crate::ir::shape::ShapeNode;
use crate::source::Span;

pub(super) fn of_data(_: impl Fn(&str) -> bool) -> Vec<&'static ShapeNode> {
    Vec::new()
}

pub(in crate::codec) fn of_answers(_: impl Fn(&str) -> bool) -> Vec<&'static ShapeNode> {
    Vec::new()
}

pub(super) fn of_lines(_: impl Fn(&str) -> bool) -> Vec<&'static ShapeNode> {
    Vec::new()
}

pub(super) fn read_apart(_: &str) -> Result<Vec<ShapeNode>, Vec<Diagnostic>> {
    let told = Diagnostic::error("assize::shape::malformed");
    let told = told.message("this build reads no KDL, and so no shapes");
    Err(vec![told.label(Span::new(0, 0), "not read").help("build Assize with the feature `kdl`")])
}
