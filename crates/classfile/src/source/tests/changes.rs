//! Class files that change after a class path was opened.

use std::fs;
use std::sync::Arc;

use super::{class_bytes, major, names, open};
use crate::source::{ClassFileChange, ClassPath};

fn put(name: &str, version: u16) -> ClassFileChange {
    let bytes = Some(Arc::from(class_bytes(name, version)));
    let path = format!("now/{name}.class");
    ClassFileChange { name: name.to_owned(), bytes, path }
}

fn gone(name: &str) -> ClassFileChange {
    ClassFileChange { bytes: None, ..put(name, 0) }
}

#[test]
fn a_change_makes_another_class_path_and_leaves_the_first_alone() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["A", "B", "C"] {
        let file = folder.path().join(format!("{name}.class"));
        fs::write(file, class_bytes(name, 50)).unwrap();
    }
    let opened = open(&[folder.path()]);
    let changed = opened.with([put("B", 51), gone("A"), put("New", 52)]);
    assert_eq!(names(&opened), ["A", "B", "C"]);
    assert_eq!(names(&changed), ["B", "C", "New"]);
    assert_eq!((major(&opened, "B"), major(&changed, "B")), (50, 51));
    assert_eq!((major(&changed, "C"), major(&changed, "New")), (50, 52));
    assert!(changed.find("A").is_none());
    let new = changed.find("New").unwrap();
    assert_eq!(new.path(), "now/New.class");
    assert_eq!(new.container(), changed.find("C").unwrap().container());
    assert_eq!(new.root(), changed.find("C").unwrap().root());
    assert!(new.is_new() && !changed.find("B").unwrap().is_new());
    assert!(new.shadowed_by().is_none());
}

#[test]
fn changes_come_on_top_of_each_other() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("A.class"), class_bytes("A", 50)).unwrap();
    let steps = [
        (vec![put("X", 51), put("Y", 51), put("Z", 51)], vec!["A", "X", "Y", "Z"]),
        (vec![gone("X"), put("Y", 52)], vec!["A", "Y", "Z"]),
        (vec![gone("A"), gone("X")], vec!["Y", "Z"]),
        (vec![put("A", 53), gone("Z"), gone("Y")], vec!["A"]),
        (vec![put("Z", 54)], vec!["A", "Z"]),
    ];
    let mut class_path: ClassPath = open(&[folder.path()]);
    for (changes, expected) in steps {
        class_path = class_path.with(changes);
        assert_eq!(names(&class_path), expected);
        for name in expected {
            let entry = class_path.find(name).unwrap();
            assert_eq!(entry.name(), name);
            assert_eq!(class_path.class(entry.id()).name(), name);
        }
    }
    assert_eq!((major(&class_path, "A"), major(&class_path, "Z")), (53, 54));
}
