//! Shapes of records that others define, as data.

/// A node of a shape: its name, what is said behind it, what stands in it. `grammar/shapes/` has the shapes that are shipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShapeNode {
    pub(crate) name: String,
    pub(crate) texts: Vec<String>,
    pub(crate) properties: Vec<(String, String)>,
    pub(crate) children: Vec<ShapeNode>,
}

impl ShapeNode {
    /// The nodes of a name in it.
    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = &Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The texts behind all nodes of a name in it.
    pub(crate) fn texts(&self, name: &str) -> impl Iterator<Item = &str> {
        self.all(name).flat_map(|child| child.texts.iter().map(String::as_str))
    }
}
