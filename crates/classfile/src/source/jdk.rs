//! Where a JDK keeps its classes: an image since 9, jars before, jmods if that is all there is.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::image::ByteOrder;

/// The files that hold a JDK's classes, in the order of its boot class path; empty if this is no JDK.
pub(crate) fn class_files(home: &Path) -> Vec<PathBuf> {
    let image = home.join("lib/modules");
    if is_image(&image) {
        return vec![image];
    }
    for lib in ["jre/lib", "lib"] {
        let lib = home.join(lib);
        if lib.join("rt.jar").is_file() {
            return with_first(&lib, "rt.jar", "jar");
        }
    }
    let jmods = home.join("jmods");
    match jmods.join("java.base.jmod").is_file() {
        true => with_first(&jmods, "java.base.jmod", "jmod"),
        false => Vec::new(),
    }
}

fn is_image(path: &Path) -> bool {
    let mut start = [0; 4];
    let is_file = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    let read = is_file && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok();
    read && ByteOrder::of_image(&start).is_some()
}

/// All files of a folder with this extension, sorted, one of them first.
fn with_first(folder: &Path, first: &str, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<_> = entries
        .filter(|file| file.extension().is_some_and(|known| known == extension) && file.is_file())
        .collect();
    files.sort_by_key(|file| (!file.ends_with(first), file.clone()));
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_jars_of_an_old_jdk_come_with_rt_jar_first() {
        let home = tempfile::tempdir().unwrap();
        let lib = home.path().join("jre/lib");
        fs::create_dir_all(&lib).unwrap();
        for name in ["charsets.jar", "jce.jar", "rt.jar", "README"] {
            fs::write(lib.join(name), "").unwrap();
        }
        let names = ["rt.jar", "charsets.jar", "jce.jar"].map(|name| lib.join(name));
        assert_eq!(class_files(home.path()), names);
    }
}
