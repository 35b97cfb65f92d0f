//! The configuration of a project: `deadheat.toml`.
//!
//! ```text
//! text ──▶ keys (all known? else the nearest one is suggested) ──▶ values (of the right type?) ──▶ Config
//! ```
//!
//! Paths are relative to the folder of the file. What is wrong is an error with the line.

use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::nearest;

/// The name of the file.
pub const CONFIG_FILE: &str = "deadheat.toml";

const KEYS: [&str; 15] = [
    "inputs",
    "mains",
    "entries",
    "tests",
    "library-mode",
    "class-path",
    "jdk",
    "libraries",
    "application",
    "models",
    "reflection-log",
    "mode",
    "fail-on",
    "baseline",
    "suppress",
];

const SUPPRESS_KEYS: [&str; 4] = ["id", "location", "class", "justification"];

/// What a file says. What it does not say is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// The file.
    pub file: PathBuf,
    /// What is checked.
    pub inputs: Vec<PathBuf>,
    /// Classes whose main starts the program.
    pub mains: Vec<String>,
    /// Methods that are called from outside.
    pub entries: Vec<String>,
    /// Whether the tests are called.
    pub tests: bool,
    /// Whether public methods are called.
    pub library_mode: bool,
    /// Libraries of the program; `DIR/*` stands for all jars in a folder.
    pub class_path: Vec<PathBuf>,
    /// The JDK.
    pub jdk: Option<PathBuf>,
    /// Patterns of classes that are not the program's own.
    pub libraries: Vec<Line<String>>,
    /// Patterns of classes that are.
    pub application: Vec<Line<String>>,
    /// Files with models.
    pub models: Vec<PathBuf>,
    /// A file that says what reflection does.
    pub reflection_log: Option<PathBuf>,
    /// Which races are shown.
    pub mode: Option<Line<String>>,
    /// From which certainty on races make the check fail.
    pub fail_on: Option<Line<String>>,
    /// The races that are known.
    pub baseline: Option<PathBuf>,
    /// Races that are not to be shown.
    pub suppress: Vec<Line<Suppress>>,
}

/// Races that are not to be shown, and why. At least one of the first three is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suppress {
    /// What the id starts with.
    pub id: Option<String>,
    /// A pattern of the field that is accessed.
    pub location: Option<String>,
    /// A pattern of the class of an access.
    pub class: Option<String>,
    /// Why; never empty.
    pub justification: String,
}

/// Something, and the line that it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<T> {
    /// What.
    pub value: T,
    /// Counted from one.
    pub line: usize,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The file.
    pub file: PathBuf,
    /// The line; none if it is about the whole file.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file.display(), self.message),
            None => write!(f, "{}: {}", self.file.display(), self.message),
        }
    }
}

impl Config {
    /// The file of a project: in one of the folders that are checked, else in the current one.
    pub fn find(inputs: &[PathBuf]) -> Option<PathBuf> {
        let folders = inputs.iter().map(PathBuf::as_path).filter(|input| input.is_dir());
        let here = Path::new("");
        folders.chain([here]).map(|folder| folder.join(CONFIG_FILE)).find(|file| file.is_file())
    }

    /// Reads a file.
    pub fn read(file: &Path) -> Result<Config, ConfigError> {
        let failed = |error: std::io::Error| ConfigError {
            file: file.to_owned(),
            line: None,
            message: format!("cannot be read: {error}"),
        };
        Config::parse(file, &fs::read_to_string(file).map_err(failed)?)
    }

    /// Understands the text of a file.
    pub fn parse(file: &Path, text: &str) -> Result<Config, ConfigError> {
        let reader = Reader { file, text };
        reader.check_keys()?;
        let raw: Raw = toml::from_str(text)
            .map_err(|error| reader.error(error.span(), error.message().to_owned()))?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let paths = |paths: Vec<PathBuf>| paths.iter().map(|path| folder.join(path)).collect();
        let suppress = raw.suppress.into_iter().map(|one| reader.suppress(one));
        Ok(Config {
            file: file.to_owned(),
            inputs: paths(raw.inputs),
            mains: raw.mains,
            entries: raw.entries,
            tests: raw.tests,
            library_mode: raw.library_mode,
            class_path: paths(raw.class_path),
            jdk: raw.jdk.map(|path| folder.join(path)),
            libraries: raw.libraries.into_iter().map(|one| reader.line(one)).collect(),
            application: raw.application.into_iter().map(|one| reader.line(one)).collect(),
            models: paths(raw.models),
            reflection_log: raw.reflection_log.map(|path| folder.join(path)),
            mode: raw.mode.map(|one| reader.line(one)),
            fail_on: raw.fail_on.map(|one| reader.line(one)),
            baseline: raw.baseline.map(|path| folder.join(path)),
            suppress: suppress.collect::<Result<_, _>>()?,
        })
    }

    /// An error about a line of this file.
    pub fn error(&self, line: usize, message: String) -> ConfigError {
        ConfigError { file: self.file.clone(), line: Some(line), message }
    }
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[derive(Default)]
struct Raw {
    inputs: Vec<PathBuf>,
    mains: Vec<String>,
    entries: Vec<String>,
    tests: bool,
    library_mode: bool,
    class_path: Vec<PathBuf>,
    jdk: Option<PathBuf>,
    libraries: Vec<Spanned<String>>,
    application: Vec<Spanned<String>>,
    models: Vec<PathBuf>,
    reflection_log: Option<PathBuf>,
    mode: Option<Spanned<String>>,
    fail_on: Option<Spanned<String>>,
    baseline: Option<PathBuf>,
    suppress: Vec<Spanned<RawSuppress>>,
}

#[derive(Deserialize)]
struct RawSuppress {
    id: Option<String>,
    location: Option<String>,
    class: Option<String>,
    justification: Option<String>,
}

struct Reader<'t> {
    file: &'t Path,
    text: &'t str,
}

impl Reader<'_> {
    fn error(&self, span: Option<Range<usize>>, message: String) -> ConfigError {
        let line = span.map(|span| self.line_of(span.start));
        ConfigError { file: self.file.to_owned(), line, message }
    }

    fn line_of(&self, offset: usize) -> usize {
        let before = self.text.as_bytes().get(..offset).unwrap_or(self.text.as_bytes());
        before.iter().filter(|byte| **byte == b'\n').count() + 1
    }

    fn line<T>(&self, value: Spanned<T>) -> Line<T> {
        let line = self.line_of(value.span().start);
        Line { value: value.into_inner(), line }
    }

    /// Before types, so that a mistyped key is told as that.
    fn check_keys(&self) -> Result<(), ConfigError> {
        let table = DeTable::parse(self.text)
            .map_err(|error| self.error(error.span(), error.message().to_owned()))?;
        self.check_table(table.get_ref(), &KEYS, "")?;
        let Some(suppress) = table.get_ref().get("suppress") else { return Ok(()) };
        if let DeValue::Array(all) = suppress.get_ref() {
            for one in all.iter() {
                if let DeValue::Table(table) = one.get_ref() {
                    self.check_table(table, &SUPPRESS_KEYS, " of [[suppress]]")?;
                }
            }
        }
        Ok(())
    }

    fn check_table(
        &self,
        table: &DeTable<'_>,
        known: &[&'static str],
        of: &str,
    ) -> Result<(), ConfigError> {
        // In the order of the file: the table has them by name.
        let unknown = table.keys().filter(|key| !known.contains(&key.get_ref().as_ref()));
        let Some(key) = unknown.min_by_key(|key| key.span().start) else { return Ok(()) };
        let name = key.get_ref().as_ref();
        let hint = match nearest(name, known.iter().copied(), str::to_owned) {
            Some(nearest) => format!("did you mean {nearest}?"),
            None => format!("the keys{of} are {}", known.join(", ")),
        };
        Err(self.error(Some(key.span()), format!("unknown key {name}; {hint}")))
    }

    fn suppress(&self, raw: Spanned<RawSuppress>) -> Result<Line<Suppress>, ConfigError> {
        let Line { value: RawSuppress { id, location, class, justification }, line } =
            self.line(raw);
        let wrong = |message: &str| {
            let message = format!("[[suppress]] {message}");
            Err(ConfigError { file: self.file.to_owned(), line: Some(line), message })
        };
        if id.is_none() && location.is_none() && class.is_none() {
            return wrong("would suppress everything: give an id, a location or a class");
        }
        let id = id.map(|id| id.trim_start_matches('#').to_ascii_lowercase());
        let is_id = |id: &String| id.len() >= 4 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        if id.as_ref().is_some_and(|id| !is_id(id)) {
            return wrong(
                "has an id that is none: it is at least four of the digits that a report shows after #",
            );
        }
        match justification.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()) {
            Some(justification) => {
                Ok(Line { value: Suppress { id, location, class, justification }, line })
            }
            None => wrong("has no justification: say why the race is not to be shown"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Config, ConfigError> {
        Config::parse(Path::new("app/deadheat.toml"), text)
    }

    fn message(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn everything_is_read_and_paths_are_relative_to_the_file() {
        let config = parse(
            r##"
inputs = ["target/classes"]
mains = ["com.acme.Main"]
class-path = ["lib/*", "/opt/x.jar"]
jdk = "jdk"
libraries = ["com.acme.gen.**"]
fail-on = "precise"
baseline = "known.txt"
[[suppress]]
id = "#A41F"
justification = " statistics "
[[suppress]]
location = "com.acme.Stats.*"
justification = "only shown to operators"
"##,
        )
        .unwrap();
        assert_eq!(config.inputs, [Path::new("app/target/classes")]);
        assert_eq!(config.class_path, [Path::new("app/lib/*"), Path::new("/opt/x.jar")]);
        assert_eq!(config.libraries, [Line { value: "com.acme.gen.**".into(), line: 6 }]);
        assert_eq!(config.fail_on.unwrap().line, 7);
        assert_eq!(config.suppress[0].value.id.as_deref(), Some("a41f"));
        assert_eq!(config.suppress[0].value.justification, "statistics");
        assert_eq!(config.suppress[1].line, 12);
        assert_eq!(parse("").unwrap().mains, Vec::<String>::new());
    }

    #[test]
    fn an_unknown_key_is_told_with_the_nearest_and_the_line() {
        let told = "app/deadheat.toml:2: unknown key main; did you mean mains?";
        assert_eq!(message("tests = true\nmain = \"x\"\n"), told);
        assert!(message("colour = 1").contains("the keys are inputs, mains"));
        let text = "[[suppress]]\nid = \"a41f\"\njustificaton = \"x\"";
        let told = "app/deadheat.toml:3: unknown key justificaton; did you mean justification?";
        assert_eq!(message(text), told);
    }

    #[test]
    fn wrong_values_are_told_with_the_line() {
        assert!(message("\nmains = 5").starts_with("app/deadheat.toml:2: invalid type"));
        assert!(message("\n\nmains = [").starts_with("app/deadheat.toml:3: "));
    }

    #[test]
    fn a_suppression_says_what_and_why() {
        let told = |text: &str| message(&format!("tests = true\n\n[[suppress]]\n{text}"));
        assert!(told("justification = \"x\"").contains("would suppress everything"));
        let no_reason = told("id = \"a41f\"");
        assert!(no_reason.starts_with("app/deadheat.toml:3: [[suppress]] has no justification"));
        assert!(told("id = \"a41f\"\njustification = \"  \"").contains("has no justification"));
        assert!(told("id = \"xyz\"\njustification = \"x\"").contains("has an id that is none"));
    }
}
