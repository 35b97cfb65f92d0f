//! What a Gradle project says it needs.
//!
//! Its files are programs and are not run. A lock file is exact. Without one, dependencies that are written as text
//! (`implementation("group:artifact:version")`) or taken from the catalogue `gradle/libs.versions.toml` are found; others are not.

use std::fs;
use std::path::Path;

use super::Declared;

/// The words that a dependency may stand behind.
const CONFIGURATIONS: [&str; 11] = [
    "api",
    "implementation",
    "compileOnly",
    "compileOnlyApi",
    "runtimeOnly",
    "testImplementation",
    "testCompileOnly",
    "testRuntimeOnly",
    "compile",
    "runtime",
    "testCompile",
];

/// What a project declares, and whether that is exact.
pub(crate) fn declared(project: &Path, root: &Path) -> (Vec<Declared>, bool) {
    if let Ok(lock) = fs::read_to_string(project.join("gradle.lockfile")) {
        return (locked(&lock), true);
    }
    let files = ["build.gradle", "build.gradle.kts"].map(|file| project.join(file));
    let text: String = files
        .iter()
        .filter_map(|file| fs::read_to_string(file).ok())
        .collect::<Vec<_>>()
        .join("\n");
    let catalogue = fs::read_to_string(root.join("gradle/libs.versions.toml")).unwrap_or_default();
    (written(&text, &catalogue), false)
}

/// `group:artifact:version=compileClasspath,runtimeClasspath`
fn locked(text: &str) -> Vec<Declared> {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| coordinates(line.split('=').next()?)).collect()
}

fn written(text: &str, catalogue: &str) -> Vec<Declared> {
    let catalogue: toml::Table = catalogue.parse().unwrap_or_default();
    let mut found: Vec<Declared> = Vec::new();
    for line in text.lines() {
        let line = line.trim_start();
        let word = line.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        if !CONFIGURATIONS.contains(&word) {
            continue;
        }
        let quoted = line.split(['"', '\'']).skip(1).step_by(2);
        let in_catalogue = accessors(line).filter_map(|name| from_catalogue(&catalogue, name));
        for one in quoted.filter_map(coordinates).chain(in_catalogue) {
            if !found.contains(&one) {
                found.push(one);
            }
        }
    }
    found
}

/// `group:artifact:version`, maybe with more behind it, maybe without a version.
fn coordinates(text: &str) -> Option<Declared> {
    let mut parts = text.split(':');
    let (group, artifact) = (parts.next()?.trim(), parts.next()?.trim());
    let is_name = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
    };
    let version = parts.next().map(|version| version.split('@').next().unwrap_or(version));
    let key = (group.to_owned(), artifact.to_owned());
    (is_name(group) && is_name(artifact))
        .then(|| Declared { key, version: version.map(str::to_owned) })
}

/// `libs.commons.lang3` in a line.
fn accessors(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '_');
    words.filter_map(|word| word.strip_prefix("libs."))
}

/// An accessor has dots where the catalogue has dashes or underscores.
fn from_catalogue(catalogue: &toml::Table, accessor: &str) -> Option<Declared> {
    let libraries = catalogue.get("libraries")?.as_table()?;
    let (_, library) =
        libraries.iter().find(|(name, _)| name.replace(['-', '_'], ".") == accessor)?;
    if let Some(text) = library.as_str() {
        return coordinates(text);
    }
    let text = |key: &str| library.get(key).and_then(toml::Value::as_str).map(str::to_owned);
    let module = match (text("module"), text("group"), text("name")) {
        (Some(module), ..) => module,
        (None, Some(group), Some(name)) => format!("{group}:{name}"),
        _ => return None,
    };
    let reference = || library.get("version")?.get("ref")?.as_str();
    let version = text("version").or_else(|| {
        let version = catalogue.get("versions")?.get(reference()?)?;
        version.as_str().map(str::to_owned)
    });
    Some(Declared { version, ..coordinates(&module)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(declared: &[Declared]) -> Vec<String> {
        let one = |of: &Declared| {
            format!("{}:{}:{}", of.key.0, of.key.1, of.version.as_deref().unwrap_or("?"))
        };
        declared.iter().map(one).collect()
    }

    #[test]
    fn written_dependencies_are_found() {
        let text = "\
plugins { id 'java' version '1' }
dependencies {
    implementation 'org.a:one:1.0'
    api(\"org.a:two:2.0\")
    implementation(platform(\"org.a:list:1\"))
    testImplementation libs.commons.lang3
    runtimeOnly(libs.drivers)
    // implementation 'org.a:not:1'
    annotationProcessor 'org.a:neither:1'
    implementation project(':core')
}";
        let catalogue = "\
[versions]
lang = \"3.12\"
[libraries]
commons-lang3 = { module = \"org.apache.commons:commons-lang3\", version.ref = \"lang\" }
drivers = \"org.a:drivers:5\"
unused = \"org.a:unused:5\"
";
        let expected = [
            "org.a:one:1.0",
            "org.a:two:2.0",
            "org.a:list:1",
            "org.apache.commons:commons-lang3:3.12",
            "org.a:drivers:5",
        ];
        assert_eq!(shown(&written(text, catalogue)), expected);
    }

    #[test]
    fn a_lock_file_is_exact() {
        let text = "# comment\norg.a:one:1.0=compileClasspath,runtimeClasspath\nempty=annotationProcessor\n";
        assert_eq!(shown(&locked(text)), ["org.a:one:1.0"]);
    }
}
