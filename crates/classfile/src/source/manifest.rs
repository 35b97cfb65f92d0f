//! The lines of `META-INF/MANIFEST.MF` that decide which classes a jar brings: `Multi-Release` and `Class-Path`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What a jar's manifest says about classes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Manifest {
    pub(crate) multi_release: bool,
    /// The URLs of `Class-Path`, in order.
    pub(crate) class_path: Vec<String>,
}

impl Manifest {
    /// Reads the main section; what cannot be understood is skipped, as the JVM does.
    pub(crate) fn parse(bytes: &[u8]) -> Manifest {
        let mut manifest = Manifest::default();
        for (key, value) in main_attributes(bytes) {
            if key.eq_ignore_ascii_case("Multi-Release") {
                manifest.multi_release = value.eq_ignore_ascii_case("true");
            } else if key.eq_ignore_ascii_case("Class-Path") {
                manifest.class_path = value.split_ascii_whitespace().map(str::to_owned).collect();
            }
        }
        manifest
    }
}

/// The attributes up to the first empty line, continuation lines (they start with a space) joined.
fn main_attributes(bytes: &[u8]) -> Vec<(String, String)> {
    let mut joined: Vec<Vec<u8>> = Vec::new();
    for line in lines(bytes).take_while(|line| !line.is_empty()) {
        match (line, joined.last_mut()) {
            ([b' ', rest @ ..], Some(last)) => last.extend(rest),
            _ => joined.push(line.to_vec()),
        }
    }
    joined.iter().filter_map(|line| attribute(line)).collect()
}

/// Lines end with CR LF, LF or CR.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.iter().position(|b| matches!(b, b'\r' | b'\n')).unwrap_or(rest.len());
        let (line, tail) = rest.split_at(end);
        rest = match tail {
            [b'\r', b'\n', tail @ ..] | [_, tail @ ..] => tail,
            [] => tail,
        };
        Some(line)
    })
}

fn attribute(line: &[u8]) -> Option<(String, String)> {
    let line = String::from_utf8_lossy(line);
    let (key, value) = line.split_once(": ")?;
    Some((key.to_owned(), value.to_owned()))
}

/// The file that a `Class-Path` URL means, relative to the folder of its jar. `None` for what is not a local file.
pub(crate) fn resolve(folder: &Path, url: &str) -> Option<PathBuf> {
    let path = match url.split_once(':') {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("file") => local_path(rest)?,
        Some((scheme, _)) if is_scheme(scheme) => return None,
        _ => url,
    };
    let decoded = percent_decode(path)?;
    (!decoded.is_empty()).then(|| folder.join(decoded))
}

/// Whether a resolved URL ends with a slash, which to a JVM makes it a folder. `.` and `..` do once they are resolved.
pub(crate) fn names_folder(path: &Path) -> bool {
    let path = path.as_os_str().as_encoded_bytes();
    let last = path.rsplit(|&b| b == b'/').next().unwrap_or_default();
    matches!(last, b"" | b"." | b"..")
}

/// `//host/path` names another machine, `///path` this one.
fn local_path(rest: &str) -> Option<&str> {
    match rest.strip_prefix("//") {
        Some(after) => {
            let path = after.strip_prefix("localhost").unwrap_or(after);
            path.starts_with('/').then_some(path)
        }
        None => Some(rest),
    }
}

/// A single letter before the colon is a drive, not a scheme.
fn is_scheme(text: &str) -> bool {
    text.len() > 1 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
}

fn percent_decode(text: &str) -> Option<OsString> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = match (first, tail) {
            (b'%', [high, low, tail @ ..]) => {
                let digit = |b: u8| char::from(b).to_digit(16);
                bytes.push((digit(*high)? * 16 + digit(*low)?) as u8);
                tail
            }
            _ => {
                bytes.push(*first);
                tail
            }
        };
    }
    // A path with a zero byte cannot exist, and the system would refuse it with a confusing message.
    (!bytes.contains(&0)).then(|| os_string(bytes)).flatten()
}

#[cfg(unix)]
fn os_string(bytes: Vec<u8>) -> Option<OsString> {
    Some(std::os::unix::ffi::OsStringExt::from_vec(bytes))
}

#[cfg(not(unix))]
fn os_string(bytes: Vec<u8>) -> Option<OsString> {
    String::from_utf8(bytes).ok().map(OsString::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn continuation_lines_are_joined_and_later_sections_ignored() {
        let text = "Manifest-Version: 1.0\r\nclass-path: lib/a.jar lib/\r\n b.jar  c.jar\r\nmulti-release: TRUE\r\n\r\n\
                    Name: x\r\nClass-Path: no.jar\r\n";
        let manifest = Manifest::parse(text.as_bytes());
        assert!(manifest.multi_release);
        assert_eq!(manifest.class_path, ["lib/a.jar", "lib/b.jar", "c.jar"]);
    }

    #[test]
    fn all_line_ends_are_understood() {
        for end in ["\n", "\r", "\r\n"] {
            let text = ["A: b", "Multi-Release: true", "", "Multi-Release: false"].join(end);
            assert!(Manifest::parse(text.as_bytes()).multi_release, "{end:?}");
        }
        assert_eq!(Manifest::parse(b"\xff\xfe \n: \n x"), Manifest::default());
    }

    #[test]
    fn a_folder_is_named_with_a_slash_at_the_end() {
        let names = |url| names_folder(&resolve(Path::new("/app"), url).unwrap());
        for url in ["lib/", ".", "./", "..", "../classes/", "lib/."] {
            assert!(names(url), "{url}");
        }
        for url in ["lib", "a.jar", "../x", "lib/.hidden"] {
            assert!(!names(url), "{url}");
        }
    }

    #[test]
    fn only_local_urls_are_followed() {
        let resolved = |url| resolve(Path::new("/app"), url);
        assert_eq!(resolved("lib/a.jar"), Some("/app/lib/a.jar".into()));
        assert_eq!(resolved("../b%20c.jar"), Some("/app/../b c.jar".into()));
        assert_eq!(resolved("file:/opt/x.jar"), Some("/opt/x.jar".into()));
        assert_eq!(resolved("file:///opt/x.jar"), Some("/opt/x.jar".into()));
        assert_eq!(resolved("file:rel.jar"), Some("/app/rel.jar".into()));
        for bad in ["http://example.org/x.jar", "file://other/x.jar", "a%zz.jar", "a%00b.jar", ""] {
            assert_eq!(resolved(bad), None, "{bad}");
        }
    }
}
