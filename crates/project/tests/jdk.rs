//! The real JDKs of this machine; the order of the search is tested beside it, with made-up ones.

mod common;

use std::process::Command;

use project::{HowFound, JdkError, NotAJdk, locate};

#[test]
fn every_installed_jdk_is_known_by_its_own_version() {
    for jdk in common::compilers() {
        let output = Command::new(jdk.javac().unwrap()).arg("-version").output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains(&jdk.version), "{jdk}: javac says {said}");
        assert!(jdk.release >= 8, "{jdk}");
    }
}

#[test]
fn a_home_its_bin_and_its_launchers_all_name_the_jdk() {
    for jdk in common::compilers() {
        for path in ["", "bin", "bin/java", "bin/javac"] {
            let found = locate(Some(&jdk.home.join(path))).unwrap();
            assert_eq!(found.version, jdk.version, "{path}");
            assert_eq!(found.how_found, HowFound::Explicit);
            assert!(found.javac().is_some(), "{path}");
        }
    }
}

#[test]
fn something_is_found_without_being_told() {
    let jdk = locate(None).unwrap();
    assert!(project::Jdk::is_home(&jdk.home), "{jdk}");
    assert!(jdk.java().is_some(), "{jdk}");
}

#[cfg(unix)]
#[test]
fn without_a_release_file_java_tells_the_version() {
    for jdk in common::compilers() {
        let folder = common::Folder::new();
        let home = folder.join("home");
        std::fs::create_dir(&home).unwrap();
        for entry in std::fs::read_dir(&jdk.home).unwrap().flatten() {
            if entry.file_name() != "release" {
                let link = home.join(entry.file_name());
                std::os::unix::fs::symlink(entry.path(), link).unwrap();
            }
        }
        assert_eq!(locate(Some(&home)).unwrap().version, jdk.version);
    }
}

#[test]
fn a_wrong_explicit_path_is_an_error() {
    let folder = common::Folder::new();
    let error = locate(Some(folder.path())).unwrap_err();
    let path = folder.path().to_owned();
    assert_eq!(error, JdkError::Explicit { path, why: NotAJdk::NoClassLibrary });
}
