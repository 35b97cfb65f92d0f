//! Which entries of an archive are classes, and under which names.
//!
//! A class's name is its path without the place that the kind of archive gives it: `classes/` in a jmod,
//! `WEB-INF/classes/` in a war, `BOOT-INF/classes/` in a Spring Boot jar, `META-INF/versions/N/` in a multi-release jar.
//! Other classes below `META-INF`, `WEB-INF` and `BOOT-INF` are data to a JVM (templates, class files for another
//! loader) and are left alone.

use hashbrown::HashMap;

use super::manifest::Manifest;

/// The first release that knows multi-release jars; lower numbers below `META-INF/versions` mean nothing.
const FIRST_VERSIONED_RELEASE: u16 = 9;

/// The folders of web and Spring Boot archives that hold classes.
pub(crate) const CLASS_FOLDERS: [&str; 2] = ["WEB-INF/classes/", "BOOT-INF/classes/"];

const JMOD_CLASSES: &str = "classes/";
const NOT_PACKAGES: [&str; 3] = ["META-INF/", "WEB-INF/", "BOOT-INF/"];
const NESTED_EXTENSIONS: [&str; 3] = ["jar", "war", "ear"];

/// A class of an archive.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Placed<'a> {
    pub(crate) name: &'a str,
    /// `N` of `META-INF/versions/N/`, 0 for the base.
    pub(crate) version: u16,
    /// Which loader finds it first: 0 the archive's root, then each of [`CLASS_FOLDERS`].
    pub(crate) rank: u8,
}

/// The class that a path inside a jar or war means, if any.
pub(crate) fn place(path: &str) -> Option<Placed<'_>> {
    let path = path.strip_suffix(".class")?;
    let folder = CLASS_FOLDERS.iter().position(|folder| path.starts_with(folder));
    let (path, rank) = match folder {
        Some(index) => (&path[CLASS_FOLDERS[index].len()..], index as u8 + 1),
        None => (path, 0),
    };
    let (version, name) = split_version(path).unwrap_or((0, path));
    let is_package =
        !name.is_empty() && NOT_PACKAGES.iter().all(|folder| !name.starts_with(folder));
    is_package.then_some(Placed { name, version, rank })
}

/// The class that a path inside a jmod means, if any.
pub(crate) fn place_in_jmod(path: &str) -> Option<Placed<'_>> {
    place(path.strip_prefix(JMOD_CLASSES)?)
}

/// `META-INF/versions/N/rest` in its parts.
pub(crate) fn split_version(path: &str) -> Option<(u16, &str)> {
    let (number, rest) = path.strip_prefix("META-INF/versions/")?.split_once('/')?;
    let version = number.bytes().all(|b| b.is_ascii_digit()).then(|| number.parse().ok())??;
    (version >= FIRST_VERSIONED_RELEASE).then_some((version, rest))
}

/// Keeps, of each class, the version that the release uses. The order stays; ranks come one after the other.
///
/// `classes` pairs whatever identifies an entry with its place.
pub(crate) fn choose_versions<'a, T>(
    mut classes: Vec<(T, Placed<'a>)>,
    manifest: &Manifest,
    release: u16,
) -> Vec<(T, Placed<'a>)> {
    let newest = if manifest.multi_release { release } else { 0 };
    classes.retain(|(_, class)| class.version <= newest);
    if classes.iter().any(|(_, class)| class.version > 0) {
        let mut best: HashMap<(&str, u8), u16> = HashMap::new();
        for (_, class) in &classes {
            let version = best.entry((class.name, class.rank)).or_default();
            *version = class.version.max(*version);
        }
        classes.retain(|(_, class)| best.get(&(class.name, class.rank)) == Some(&class.version));
    }
    if !classes.is_sorted_by_key(|(_, class)| class.rank) {
        classes.sort_by_key(|(_, class)| class.rank);
    }
    classes
}

/// Whether a path has the name of an archive that can hold classes.
pub(crate) fn is_archive_name(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    NESTED_EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(name: &str, version: u16, rank: u8) -> Option<Placed<'_>> {
        Some(Placed { name, version, rank })
    }

    #[test]
    fn prefixes_are_not_part_of_the_name() {
        assert_eq!(place("a/B.class"), placed("a/B", 0, 0));
        assert_eq!(place("WEB-INF/classes/a/B.class"), placed("a/B", 0, 1));
        assert_eq!(place("BOOT-INF/classes/a/B.class"), placed("a/B", 0, 2));
        assert_eq!(place("META-INF/versions/11/a/B.class"), placed("a/B", 11, 0));
        assert_eq!(place_in_jmod("classes/a/B.class"), placed("a/B", 0, 0));
    }

    #[test]
    fn what_no_loader_asks_for_is_no_class() {
        for path in ["a/B.java", ".class", "META-INF/a/B.class", "META-INF/versions/8/B.class"] {
            assert_eq!(place(path), None, "{path}");
        }
        assert_eq!(place("META-INF/versions/+9/B.class"), None);
        assert_eq!(place("META-INF/versions/99999/B.class"), None);
        assert_eq!(place("WEB-INF/B.class"), None);
        assert_eq!(place_in_jmod("lib/B.class"), None);
    }

    #[test]
    fn the_highest_version_up_to_the_release_wins() {
        let paths =
            ["A", "META-INF/versions/9/A", "META-INF/versions/17/A", "META-INF/versions/11/N"]
                .map(|path| format!("{path}.class"));
        let chosen = |multi_release, release| {
            let manifest = Manifest { multi_release, ..Manifest::default() };
            let all =
                paths.iter().enumerate().filter_map(|(i, path)| Some((i, place(path)?))).collect();
            choose_versions(all, &manifest, release).into_iter().map(|(i, _)| i).collect::<Vec<_>>()
        };
        assert_eq!(chosen(false, 25), [0]);
        assert_eq!(chosen(true, 8), [0]);
        assert_eq!(chosen(true, 9), [1]);
        assert_eq!(chosen(true, 11), [1, 3]);
        assert_eq!(chosen(true, 25), [2, 3]);
    }
}
