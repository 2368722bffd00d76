//! The shapes that are shipped.

use super::read::{SHIPPED, shipped};

#[test]
#[expect(clippy::disallowed_methods, reason = "it lists the folder of the shapes")]
fn every_file_of_the_folder_is_shipped_and_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/grammar/shapes");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
    let mut files: Vec<String> = files.map(|name| name.into_string().unwrap()).collect();
    files.sort();
    let own: Vec<String> = SHIPPED.iter().map(|(name, _)| format!("{name}.kdl")).collect();
    assert_eq!(files, own);
    let names: Vec<&str> = shipped().iter().map(|shape| shape.texts[0].as_str()).collect();
    assert_eq!(names, SHIPPED.iter().map(|(name, _)| *name).collect::<Vec<_>>());
}
