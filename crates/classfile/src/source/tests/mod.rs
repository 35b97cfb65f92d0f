//! Tests of the sources through [`ClassPath`], with archives and images that are made here: by the tools of a JDK
//! where the real thing matters, byte by byte where it has to be wrong in one particular way.

mod bad_images;
mod bad_zips;
mod changes;
mod folders;
mod image_builder;
mod jars;
mod jdks;
mod mutations;
mod tools;
mod zip_builder;

use std::path::Path;

use super::{ClassPath, Options, Problem};

/// A class path of these places.
fn open(places: &[&Path]) -> ClassPath {
    open_with(Options::default(), places)
}

fn open_with(options: Options, places: &[&Path]) -> ClassPath {
    let mut class_path = ClassPath::new(options);
    for place in places {
        class_path.add(place);
    }
    class_path
}

/// The names of all classes, in class-path order.
fn names(class_path: &ClassPath) -> Vec<&str> {
    class_path.classes().map(|class| class.name()).collect()
}

/// The problems as a user reads them, without the path of the temporary folder.
fn messages(class_path: &ClassPath, folder: &Path) -> Vec<String> {
    class_path.problems().iter().map(|problem| message(problem, folder)).collect()
}

fn message(problem: &Problem, folder: &Path) -> String {
    problem.to_string().replace(&format!("{}/", folder.display()), "")
}

/// The smallest class file with this name; `major` tells apart two of the same name.
fn class_bytes(name: &str, major: u16) -> Vec<u8> {
    let text =
        |text: &str| [&[1], &(text.len() as u16).to_be_bytes()[..], text.as_bytes()].concat();
    let mut class = 0xcafe_babe_u32.to_be_bytes().to_vec();
    class.extend([0, 0]);
    class.extend(major.to_be_bytes());
    class.extend([0, 5]);
    class.extend(text(name));
    class.extend([7, 0, 1]);
    class.extend(text("java/lang/Object"));
    class.extend([7, 0, 3]);
    class.extend([0, 0x21, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0]);
    class
}

/// The major version of a class file of [`class_bytes`].
fn major(class_path: &ClassPath, name: &str) -> u8 {
    class_path.find(name).unwrap().read().unwrap()[7]
}

#[test]
fn a_class_path_can_be_shared_by_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<ClassPath>();
    shared::<super::ClassEntry<'_>>();
}
