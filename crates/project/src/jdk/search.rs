//! Where JDKs are looked for, and in which order.

use std::collections::HashSet;
use std::env;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::{HowFound, Jdk, JdkError};

/// The folders in which the packages of a system put JDKs, one folder per JDK. `~` is the user's own folder.
/// `scripts/setup.sh` looks in the same places, so that it installs nothing which would be found here.
const USUAL_FOLDERS: &[&str] = if cfg!(windows) {
    &[
        r"C:\Program Files\Java",
        r"C:\Program Files\Eclipse Adoptium",
        r"C:\Program Files\Microsoft",
        r"C:\Program Files\Zulu",
        r"C:\Program Files\Amazon Corretto",
        r"C:\Program Files\BellSoft",
        "~/.jdks",
    ]
} else if cfg!(target_os = "macos") {
    &[
        "/Library/Java/JavaVirtualMachines",
        "~/Library/Java/JavaVirtualMachines",
        "/opt/homebrew/opt",
        "/usr/local/opt",
        "~/.sdkman/candidates/java",
        "~/.jdks",
    ]
} else {
    &[
        "/usr/lib/jvm",
        "/usr/lib64/jvm",
        "/usr/java",
        "/opt/java",
        "~/.sdkman/candidates/java",
        "~/.jdks",
    ]
};

/// Everything outside of the command line that the choice of a JDK depends on.
#[derive(Default)]
pub(super) struct Search {
    pub(super) java_home: Option<PathBuf>,
    pub(super) path: Option<OsString>,
    pub(super) folders: Vec<PathBuf>,
}

impl Search {
    pub(super) fn on_this_machine() -> Search {
        Search {
            java_home: env::var_os("JAVA_HOME").map(PathBuf::from),
            path: env::var_os("PATH"),
            folders: USUAL_FOLDERS.iter().filter_map(|folder| expanded(folder)).collect(),
        }
    }

    pub(super) fn locate(&self, explicit: Option<&Path>) -> Result<Jdk, JdkError> {
        if let Some(path) = explicit {
            return Jdk::at(path, HowFound::Explicit)
                .map_err(|why| JdkError::Explicit { path: path.to_owned(), why });
        }
        if let Some(path) = self.java_home() {
            return Jdk::at(path, HowFound::JavaHome)
                .map_err(|why| JdkError::JavaHome { path: path.to_owned(), why });
        }
        self.guess().ok_or_else(|| JdkError::NotFound { folders: self.folders.clone() })
    }

    /// The PATH is what the user's own `java` comes from, so the newest installed one wins over it only where the PATH
    /// has no compiler.
    fn guess(&self) -> Option<Jdk> {
        let on_path = self.on_path();
        if on_path.as_ref().is_some_and(|jdk| jdk.javac().is_some()) {
            return on_path;
        }
        let newest = self.in_folders().max_by_key(Jdk::rank);
        let compiles = newest.as_ref().is_some_and(|jdk| jdk.javac().is_some());
        if compiles { newest } else { on_path.or(newest) }
    }

    pub(super) fn all(&self) -> Vec<Jdk> {
        let java_home = self.java_home().and_then(|path| Jdk::at(path, HowFound::JavaHome).ok());
        let mut known = HashSet::new();
        let mut all: Vec<Jdk> = java_home
            .into_iter()
            .chain(self.on_path())
            .chain(self.in_folders())
            .filter(|jdk| fs::canonicalize(&jdk.home).is_ok_and(|home| known.insert(home)))
            .collect();
        all.sort_by_key(|jdk| std::cmp::Reverse(jdk.rank().1));
        all
    }

    fn java_home(&self) -> Option<&Path> {
        self.java_home.as_deref().filter(|path| !path.as_os_str().is_empty())
    }

    /// The JDK of the first `javac` on the PATH that leads to one, else of the first `java`.
    fn on_path(&self) -> Option<Jdk> {
        let folders: Vec<PathBuf> = env::split_paths(self.path.as_deref()?).collect();
        ["javac", "java"].iter().find_map(|name| {
            let program = format!("{name}{EXE_SUFFIX}");
            folders
                .iter()
                .map(|folder| folder.join(&program))
                .filter(|program| program.is_file())
                .find_map(|program| Jdk::at(&program, HowFound::Path).ok())
        })
    }

    /// Sorted by path, so that the choice between two equal ones is the same in every run.
    fn in_folders(&self) -> impl Iterator<Item = Jdk> {
        self.folders.iter().flat_map(|folder| {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let mut homes: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
            homes.sort();
            homes.into_iter().filter_map(|home| Jdk::at(&home, HowFound::UsualFolder).ok())
        })
    }
}

fn expanded(folder: &str) -> Option<PathBuf> {
    match folder.strip_prefix("~/") {
        Some(below) => env::home_dir().map(|home| home.join(below)),
        None => Some(PathBuf::from(folder)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::NotAJdk;
    use super::*;

    /// Makes a folder that looks like a JDK of the given version, with the named programs.
    fn fake_jdk(home: &Path, version: &str, programs: &[&str]) -> PathBuf {
        fs::create_dir_all(home.join("bin")).unwrap();
        fs::create_dir_all(home.join("lib")).unwrap();
        fs::write(home.join("lib/modules"), "").unwrap();
        fs::write(home.join("release"), format!("JAVA_VERSION=\"{version}\"\n")).unwrap();
        for program in programs {
            fs::write(home.join("bin").join(format!("{program}{EXE_SUFFIX}")), "").unwrap();
        }
        home.to_owned()
    }

    fn temporary() -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let path = fs::canonicalize(dir.path()).unwrap();
        (dir, path)
    }

    const FULL: &[&str] = &["java", "javac"];

    #[test]
    fn each_source_wins_over_the_ones_after_it() {
        let (_dir, root) = temporary();
        let explicit = fake_jdk(&root.join("explicit"), "11.0.1", FULL);
        let java_home = fake_jdk(&root.join("java home"), "17.0.1", FULL);
        let on_path = fake_jdk(&root.join("on path"), "21.0.1", FULL);
        fake_jdk(&root.join("jvm/a"), "24", FULL);
        let newest = fake_jdk(&root.join("jvm/b"), "25", FULL);
        let mut search = Search {
            java_home: Some(java_home.clone()),
            path: Some(on_path.join("bin").into()),
            folders: vec![root.join("absent"), root.join("jvm")],
        };
        let found = |search: &Search, explicit: Option<&Path>| {
            let jdk = search.locate(explicit).unwrap();
            (jdk.home, jdk.how_found)
        };
        assert_eq!(found(&search, Some(&explicit)), (explicit, HowFound::Explicit));
        assert_eq!(found(&search, None), (java_home, HowFound::JavaHome));
        search.java_home = Some(PathBuf::new());
        assert_eq!(found(&search, None), (on_path, HowFound::Path));
        search.path = None;
        assert_eq!(found(&search, None), (newest, HowFound::UsualFolder));
    }

    #[test]
    fn a_compiler_in_the_usual_folders_wins_over_a_runtime_on_the_path() {
        let (_dir, root) = temporary();
        let runtime = fake_jdk(&root.join("runtime"), "25", &["java"]);
        let newer_runtime = fake_jdk(&root.join("jvm/a"), "26", &["java"]);
        let mut search = Search {
            java_home: None,
            path: Some(runtime.join("bin").into()),
            folders: vec![root.join("jvm")],
        };
        assert_eq!(search.locate(None).unwrap().home, runtime);
        let jdk = fake_jdk(&root.join("jvm/b"), "1.8.0_442", FULL);
        let found = search.locate(None).unwrap();
        assert_eq!((found.home, found.release), (jdk, 8));
        search.folders.clear();
        search.path = Some(newer_runtime.join("bin").into());
        let found = search.locate(None).unwrap();
        assert_eq!((found.javac(), found.release), (None, 26));
    }

    #[test]
    fn the_runtime_inside_of_an_old_jdk_stands_for_the_jdk() {
        let (_dir, root) = temporary();
        let jdk = fake_jdk(&root.join("java-8"), "1.8.0_442", FULL);
        fs::remove_file(jdk.join("lib/modules")).unwrap();
        fs::create_dir_all(jdk.join("jre/lib")).unwrap();
        fs::create_dir_all(jdk.join("jre/bin")).unwrap();
        fs::write(jdk.join("jre/lib/rt.jar"), "").unwrap();
        fs::write(jdk.join(format!("jre/bin/java{EXE_SUFFIX}")), "").unwrap();
        for path in ["", "jre", "jre/bin", &format!("jre/bin/java{EXE_SUFFIX}")] {
            let found = Search::default().locate(Some(&jdk.join(path))).unwrap();
            assert_eq!((found.home, found.release), (jdk.clone(), 8), "{path:?}");
        }
    }

    #[test]
    fn a_bundle_stands_for_the_home_in_it() {
        let (_dir, root) = temporary();
        let home = fake_jdk(&root.join("jvm/temurin-25.jdk/Contents/Home"), "25.0.3", FULL);
        let search = Search { folders: vec![root.join("jvm")], ..Search::default() };
        assert_eq!(search.locate(None).unwrap().home, home);
        let explicit = search.locate(Some(&root.join("jvm/temurin-25.jdk"))).unwrap();
        assert_eq!(explicit.home, home);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_scripts_on_the_path_lead_to_the_home() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let (_dir, root) = temporary();
        let home = fake_jdk(&root.join("some where/jdk"), "17.0.2", FULL);
        let links = root.join("links");
        fs::create_dir(&links).unwrap();
        symlink(home.join("bin/javac"), root.join("alternative")).unwrap();
        symlink(root.join("alternative"), links.join("javac")).unwrap();

        let scripts = root.join("scripts");
        fs::create_dir(&scripts).unwrap();
        let script = format!("#!/bin/sh\necho '    java.home = {}' >&2\n", home.display());
        for name in ["java", "javac"] {
            fs::write(scripts.join(name), &script).unwrap();
            let executable = fs::Permissions::from_mode(0o755);
            fs::set_permissions(scripts.join(name), executable).unwrap();
        }
        for folder in [links, scripts] {
            let search = Search { path: Some(folder.into()), ..Search::default() };
            let found = search.locate(None).unwrap();
            assert_eq!((found.home, found.how_found), (home.clone(), HowFound::Path));
        }
    }

    #[test]
    fn a_wrong_name_is_an_error_even_when_another_jdk_is_there() {
        let (_dir, root) = temporary();
        let good = fake_jdk(&root.join("jvm/good"), "25", FULL);
        let empty = root.join("empty");
        fs::create_dir(&empty).unwrap();
        let unversioned = fake_jdk(&root.join("unversioned"), "?", &[]);
        let cases = [
            (root.join("absent"), NotAJdk::Absent),
            (empty, NotAJdk::NoClassLibrary),
            (good.join("release"), NotAJdk::NoClassLibrary),
            (unversioned, NotAJdk::NoVersion),
        ];
        for (path, why) in cases {
            let folders = vec![root.join("jvm")];
            if path != good.join("release") {
                let search =
                    Search { java_home: Some(path.clone()), path: None, folders: folders.clone() };
                let error = search.locate(None).unwrap_err();
                assert_eq!(error, JdkError::JavaHome { path: path.clone(), why });
                let text = error.to_string();
                assert!(text.contains("JAVA_HOME is") && text.contains("--jdk"), "{text}");
            }
            let search = Search { folders, ..Search::default() };
            let error = search.locate(Some(&path)).unwrap_err();
            assert!(error.to_string().starts_with(&format!("--jdk {}", path.display())));
            assert!(matches!(error, JdkError::Explicit { .. }), "{error}");
        }
    }

    #[test]
    fn nothing_found_says_where_was_looked() {
        let search =
            Search { folders: vec!["/a/jvm".into(), "/b/jvm".into()], ..Search::default() };
        let text = search.locate(None).unwrap_err().to_string();
        for part in ["JAVA_HOME", "PATH", "/a/jvm, /b/jvm", "--jdk HOME"] {
            assert!(text.contains(part), "{part} is missing in: {text}");
        }
    }

    #[test]
    fn all_lists_each_jdk_once_and_newest_first() {
        let (_dir, root) = temporary();
        let old = fake_jdk(&root.join("jvm/a"), "9", FULL);
        fake_jdk(&root.join("jvm/b"), "25", &["java"]);
        fake_jdk(&root.join("jvm/c"), "17", FULL);
        fs::create_dir_all(root.join("jvm/no jdk")).unwrap();
        let search = Search {
            java_home: Some(old.clone()),
            path: Some(old.join("bin").into()),
            folders: vec![root.join("jvm")],
        };
        let releases: Vec<u16> = search.all().iter().map(|jdk| jdk.release).collect();
        assert_eq!(releases, [25, 17, 9]);
    }
}
