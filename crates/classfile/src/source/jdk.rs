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

/// The Java feature release (8, 17, 25…) that a JDK's `release` file names.
pub fn jdk_release(home: &Path) -> Option<u16> {
    let text = fs::read_to_string(home.join("release")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    let version = line.trim().trim_matches('"');
    // Up to 8 versions were written 1.8.0_392.
    let version = version.strip_prefix("1.").unwrap_or(version);
    let digits = version.find(|c: char| !c.is_ascii_digit()).unwrap_or(version.len());
    version[..digits].parse().ok()
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
    fn the_release_is_read_from_its_file() {
        let home = tempfile::tempdir().unwrap();
        for (text, release) in [
            ("JAVA_VERSION=\"1.8.0_392\"\n", Some(8)),
            ("IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"17.0.15\"\n", Some(17)),
            ("JAVA_VERSION=25\n", Some(25)),
            ("JAVA_VERSION=\"latest\"", None),
            ("", None),
        ] {
            fs::write(home.path().join("release"), text).unwrap();
            assert_eq!(jdk_release(home.path()), release, "{text}");
        }
    }

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
