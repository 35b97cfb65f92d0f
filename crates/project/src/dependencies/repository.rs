//! Where build tools keep the libraries that they have fetched.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use roxmltree::Document;

use super::pom::child_text;

/// The folders of this machine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Repository {
    /// `org/junit/junit/4.13/junit-4.13.jar`
    maven: Option<PathBuf>,
    /// `org.junit/junit/4.13/<hash>/junit-4.13.jar`
    gradle: Option<PathBuf>,
}

impl Repository {
    pub(crate) fn new(maven: Option<PathBuf>, gradle: Option<PathBuf>) -> Repository {
        Repository { maven, gradle }
    }

    /// Those of the user.
    pub(crate) fn of_user() -> Repository {
        let home = env::var_os("HOME").map(PathBuf::from);
        let m2 = home.as_ref().map(|home| home.join(".m2"));
        let configured = m2.as_ref().and_then(|m2| configured(&m2.join("settings.xml")));
        let maven = configured.or(m2.map(|m2| m2.join("repository")));
        let gradle = env::var_os("GRADLE_USER_HOME").map(PathBuf::from);
        let gradle = gradle.or(home.map(|home| home.join(".gradle")));
        Repository::new(maven, gradle.map(|home| home.join("caches/modules-2/files-2.1")))
    }

    /// The file of a library with an ending: `.jar`, `.pom`, `-tests.jar`.
    pub(crate) fn find(
        &self,
        group: &str,
        artifact: &str,
        version: &str,
        ending: &str,
    ) -> Option<PathBuf> {
        // These come out of a file that may say anything.
        let is_name = |text: &&str| {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-+".contains(c);
            !text.is_empty() && text.chars().all(is_plain) && !text.contains("..")
        };
        if ![group, artifact, version].iter().all(is_name) {
            return None;
        }
        let name = format!("{artifact}-{version}{ending}");
        let in_maven = self.maven.as_ref().map(|root| {
            root.join(group.replace('.', "/")).join(artifact).join(version).join(&name)
        });
        if let Some(file) = in_maven.filter(|file| file.is_file()) {
            return Some(file);
        }
        let folder = self.gradle.as_ref()?.join(group).join(artifact).join(version);
        let hashes = fs::read_dir(folder).ok()?.flatten();
        hashes.map(|hash| hash.path().join(&name)).find(|file| file.is_file())
    }
}

/// The folder that the settings of Maven name.
fn configured(settings: &Path) -> Option<PathBuf> {
    let text = fs::read_to_string(settings).ok()?;
    let document = Document::parse(&text).ok()?;
    let folder = child_text(document.root_element(), "localRepository")?;
    let home = env::var("HOME").unwrap_or_default();
    Some(PathBuf::from(folder.replace("${user.home}", &home)))
}
