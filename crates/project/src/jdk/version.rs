//! Which version a JDK has, and which of two is newer.

use std::fs;
use std::path::Path;

use super::home;

/// A version that can be compared: `1.8.0_442`, `17.0.15`, `25.0.3+9-LTS`, `26-ea`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Version {
    /// Feature release first, with the `1.` of old versions taken off.
    numbers: Vec<u32>,
    /// A finished release is newer than an early-access build with the same numbers.
    is_final: bool,
}

impl Version {
    pub(super) fn parse(text: &str) -> Option<Version> {
        let (numbers, suffix) = match text.find(['-', '+']) {
            Some(at) => text.split_at(at),
            None => (text, ""),
        };
        let mut numbers: Vec<u32> =
            numbers.split(['.', '_']).map_while(|number| number.parse().ok()).collect();
        if numbers.len() > 1 && numbers[0] == 1 {
            numbers.remove(0);
        }
        let plausible = numbers.first().is_some_and(|&n| (1..=u32::from(u16::MAX)).contains(&n));
        plausible.then(|| Version { numbers, is_final: !suffix.starts_with("-ea") })
    }

    /// The feature release, by which class file versions and language features are numbered.
    pub(super) fn feature(&self) -> u16 {
        self.numbers.first().and_then(|&n| u16::try_from(n).ok()).unwrap_or(u16::MAX)
    }
}

/// The version of the JDK in `home`, from its `release` file or else from its `java`.
pub(super) fn of_home(home: &Path) -> Option<String> {
    let in_release_file =
        fs::read_to_string(home.join("release")).ok().and_then(|text| from_release_file(&text));
    in_release_file.or_else(|| {
        let java =
            home::launcher(home, "java").or_else(|| home::launcher(&home.join("jre"), "java"))?;
        home::ask(&java)?.version
    })
}

fn from_release_file(text: &str) -> Option<String> {
    let value = text.lines().find_map(|line| line.trim().strip_prefix("JAVA_VERSION="))?;
    let version = value.trim().trim_matches('"');
    Version::parse(version).map(|_| version.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feature(text: &str) -> Option<u16> {
        Version::parse(text).map(|version| version.feature())
    }

    #[test]
    fn every_spelling_gives_its_feature_release() {
        let cases = [
            ("1.8.0_442", Some(8)),
            ("1.8.0_442-b06", Some(8)),
            ("9", Some(9)),
            ("11.0.2", Some(11)),
            ("17.0.15", Some(17)),
            ("25.0.3+9-LTS", Some(25)),
            ("26-ea", Some(26)),
            ("", None),
            ("zulu", None),
            ("0.1", None),
            ("99999999", None),
        ];
        for (text, expected) in cases {
            assert_eq!(feature(text), expected, "{text:?}");
        }
    }

    #[test]
    fn newer_is_greater() {
        let oldest_to_newest = [
            "1.7.0_80",
            "1.8.0_9",
            "1.8.0_442",
            "11.0.2",
            "17",
            "17.0.9",
            "17.0.15",
            "25-ea",
            "25",
        ];
        let versions: Vec<_> = oldest_to_newest.iter().map(|text| Version::parse(text)).collect();
        assert!(versions.is_sorted(), "{versions:?}");
    }

    #[test]
    fn release_files_of_old_and_new_jdks_are_read() {
        let new = "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"17.0.15\"\nJAVA_VERSION_DATE=\"2025-04-15\"\n";
        let old = "JAVA_VERSION=\"1.8.0_442\"\r\nOS_NAME=\"Linux\"\r\n";
        assert_eq!(from_release_file(new).as_deref(), Some("17.0.15"));
        assert_eq!(from_release_file(old).as_deref(), Some("1.8.0_442"));
        assert_eq!(from_release_file("JAVA_VERSION=\"\""), None);
        assert_eq!(from_release_file("MODULES=\"java.base\""), None);
    }
}
