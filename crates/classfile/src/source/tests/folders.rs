//! Folders, single files, and places that are not what they seem.

use std::fs;
use std::path::Path;

use super::zip_builder::zip;
use super::{class_bytes, major, messages, names, open, open_with};
use crate::error::ErrorKind;
use crate::source::{ContainerKind, Limits, Options, ProblemKind, this_class};

fn write(folder: &Path, name: &str, contents: impl AsRef<[u8]>) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, contents).unwrap();
}

#[test]
fn names_come_from_the_classes_so_that_any_folder_above_will_do() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "target/classes/a/b/C.class", class_bytes("a/b/C", 50));
    write(folder.path(), "target/classes/D.class", class_bytes("D", 50));
    write(folder.path(), "target/test-classes/D.class", class_bytes("D", 51));
    write(folder.path(), "target/elsewhere/Wrong.class", class_bytes("x/Right", 50));
    write(folder.path(), "target/classes/module-info.class", class_bytes("module-info", 53));
    for top in ["", "target"] {
        let class_path = open(&[&folder.path().join(top)]);
        assert_eq!(names(&class_path), ["D", "a/b/C", "x/Right"]);
        assert_eq!(major(&class_path, "D"), 50);
        assert_eq!(class_path.duplicates().count(), 1);
        assert_eq!(class_path.module_infos().count(), 1);
        assert_eq!(messages(&class_path, folder.path()), [""; 0]);
        let path = class_path.find("a/b/C").unwrap().path();
        assert_eq!(Path::new(&path), folder.path().join("target/classes/a/b/C.class"));
    }
}

#[test]
fn a_single_class_file_is_a_class_path() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "X.class", class_bytes("a/B", 50));
    let class_path = open(&[&folder.path().join("X.class")]);
    assert_eq!(names(&class_path), ["a/B"]);
    assert_eq!(class_path.find("a/B").unwrap().read().unwrap(), class_bytes("a/B", 50));
    let container = class_path.container(class_path.find("a/B").unwrap().container());
    assert_eq!(container.kind(), ContainerKind::ClassFile);
}

#[test]
fn an_unpacked_multi_release_jar_is_treated_as_the_jar() {
    let folder = tempfile::tempdir().unwrap();
    for (path, major) in [("A", 50), ("META-INF/versions/9/A", 53), ("META-INF/versions/21/A", 65)]
    {
        write(folder.path(), &format!("out/{path}.class"), class_bytes("A", major));
    }
    let version = |release| {
        let class_path = open_with(Options { release, ..Options::default() }, &[folder.path()]);
        assert_eq!(class_path.duplicates().count(), 0);
        major(&class_path, "A")
    };
    assert_eq!(version(25), 50, "without a manifest");
    write(
        folder.path(),
        "out/META-INF/MANIFEST.MF",
        "Manifest-Version: 1.0\nMulti-Release: true\n",
    );
    assert_eq!([version(8), version(17), version(25)], [50, 53, 65]);
}

#[test]
fn a_folder_of_jars_is_opened_but_a_jar_beside_classes_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let jar = |name: &str| zip(&[(&format!("{name}.class"), &class_bytes(name, 50))]);
    write(folder.path(), "lib/b.jar", jar("B"));
    write(folder.path(), "lib/a.jar", jar("A"));
    assert_eq!(names(&open(&[&folder.path().join("lib")])), ["A", "B"]);

    write(folder.path(), "war/WEB-INF/classes/S.class", class_bytes("S", 50));
    write(folder.path(), "war/WEB-INF/lib/l.jar", jar("L"));
    write(folder.path(), "war/other.jar", jar("O"));
    let class_path = open(&[&folder.path().join("war")]);
    assert_eq!(names(&class_path), ["S", "L"]);
    assert_eq!(
        messages(&class_path, folder.path()),
        [
            "war: 1 archives below this folder of classes were not opened (name those that belong to the program)"
        ]
    );
    assert!(!class_path.problems()[0].loses_input());
}

#[test]
fn bad_class_files_are_told_and_the_others_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let class = class_bytes("Good", 50);
    write(folder.path(), "Good.class", &class);
    write(folder.path(), "Text.class", "no class");
    write(folder.path(), "Empty.class", "");
    write(folder.path(), "Cut.class", &class[..20]);
    let class_path = open(&[folder.path()]);
    assert_eq!(names(&class_path), ["Good"]);
    assert_eq!(
        messages(&class_path, folder.path()),
        [
            "Cut.class: at offset 20: the file ends too early, at least 1 bytes are missing",
            "Empty.class: the file is empty",
            "Text.class: at offset 0: not a class file (it starts with 6e6f2063 instead of cafebabe)",
        ]
    );
}

#[test]
fn absent_places_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let class_path = open(&[&folder.path().join("gone.jar"), &folder.path().join("gone/too")]);
    assert_eq!(
        messages(&class_path, folder.path()),
        ["gone.jar: there is no such file or folder", "gone/too: there is no such file or folder"]
    );
    let mut class_path = open(&[]);
    let problem = class_path.add_jdk(folder.path()).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::NoJdk);
    assert_eq!(class_path.problems(), []);
}

#[cfg(unix)]
#[test]
fn links_in_circles_come_to_an_end_and_broken_ones_are_told() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a/A.class", class_bytes("A", 50));
    symlink("..", folder.path().join("a/up")).unwrap();
    symlink("a", folder.path().join("b")).unwrap();
    symlink("loop", folder.path().join("loop")).unwrap();
    symlink("nowhere", folder.path().join("C.class")).unwrap();
    symlink("loop.class", folder.path().join("loop.class")).unwrap();
    let class_path = open(&[folder.path()]);
    assert_eq!(names(&class_path), ["A"]);
    assert_eq!(class_path.duplicates().count(), 0);
    let told = messages(&class_path, folder.path());
    assert_eq!(told[0], "C.class: there is no such file or folder");
    assert!(told.len() == 2 && told[1].starts_with("loop.class: it cannot be read: "), "{told:?}");
}

/// Root may read everything, so as root the test is run again as another user.
#[cfg(unix)]
#[test]
fn what_may_not_be_read_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "Good.class", class_bytes("Good", 50));
    write(folder.path(), "Secret.class", class_bytes("Secret", 50));
    write(folder.path(), "secret.jar", zip(&[]));
    write(folder.path(), "closed/A.class", class_bytes("A", 50));
    let set = |name: &str, mode| {
        fs::set_permissions(folder.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    ["Secret.class", "secret.jar", "closed"].iter().for_each(|name| set(name, 0));
    if fs::read(folder.path().join("Secret.class")).is_ok() {
        return run_again_as_nobody("source::tests::folders::what_may_not_be_read_is_told");
    }
    let class_path = open(&[folder.path(), &folder.path().join("secret.jar")]);
    set("closed", 0o755);
    assert_eq!(names(&class_path), ["Good"]);
    let told = messages(&class_path, folder.path()).join("\n");
    for name in ["Secret.class", "secret.jar", "closed"] {
        assert!(told.contains(&format!("{name}: it cannot be read: ")), "{told}");
    }
}

#[cfg(unix)]
fn run_again_as_nobody(test: &str) {
    use std::os::unix::process::CommandExt;
    const NOBODY: u32 = 65534;
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test]).current_dir("/").env_remove("TMPDIR").uid(NOBODY).gid(NOBODY);
    match command.output() {
        Err(error) => eprintln!("skipped: {test}: this user may read everything ({error})"),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(said.contains("1 passed"), "{said}");
        }
    }
}

/// Opening a pipe to read it would wait for ever.
#[cfg(unix)]
#[test]
fn pipes_and_sockets_are_no_class_files() {
    let folder = tempfile::tempdir().unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(folder.path().join("S.class")).unwrap();
    let expected = ["S.class: neither a file nor a folder (a device, a pipe or a socket)"];
    assert_eq!(messages(&open(&[folder.path()]), folder.path()), expected);
    assert_eq!(messages(&open(&[&folder.path().join("S.class")]), folder.path()), expected);
    let endless = open(&[Path::new("/dev/zero")]);
    assert_eq!(endless.problems()[0].kind, ProblemKind::NotAFile);
}

#[test]
fn files_and_folders_have_limits() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["A", "B", "C"] {
        write(folder.path(), &format!("{name}.class"), class_bytes(name, 50));
    }
    write(folder.path(), "Large.class", vec![0; 2000]);
    let opened = |limits| {
        let class_path = open_with(Options { limits, ..Options::default() }, &[folder.path()]);
        (names(&class_path).len(), messages(&class_path, folder.path()))
    };
    let (count, told) = opened(Limits { file_size: 1000, ..Limits::default() });
    assert_eq!(count, 3);
    assert_eq!(told, ["Large.class: the file is refused: it has 2000 bytes, the limit is 1000"]);
    let (_, told) = opened(Limits { folder_entries: 2, ..Limits::default() });
    assert!(told[0].contains("2 files and folders are the limit"), "{told:?}");
}

#[test]
fn the_name_of_a_class_needs_only_its_constant_pool() {
    let class = class_bytes("a/B", 50);
    assert_eq!(this_class(&class).unwrap().as_str(), Some("a/B"));
    let pool_end = class.len() - 14;
    for len in 0..pool_end + 4 {
        let error = this_class(&class[..len]).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Truncated { missing: 1.. }), "{len}: {error}");
        assert!(error.offset <= len, "{error}");
    }
    assert!(this_class(&class[..pool_end + 4]).is_ok());
}

#[test]
fn the_name_of_a_class_is_checked() {
    let with = |at: usize, value: u8| {
        let mut class = class_bytes("a/B", 50);
        class[at] = value;
        this_class(&class).unwrap_err().kind
    };
    assert_eq!(with(10, 2), ErrorKind::UnknownConstantTag(2));
    assert_eq!(with(13, 0xff), ErrorKind::BadText);
    assert_eq!(with(18, 2), ErrorKind::BadConstant { index: 2, expected: "text" });
    let this = class_bytes("a/B", 50).len() - 11;
    for index in [0, 1, 99] {
        assert_eq!(
            with(this, index),
            ErrorKind::BadConstant { index: index.into(), expected: "a class" }
        );
    }
}
