//! Archives as tools make them.

use std::fs;

use super::tools::{compile, jdk_with, run};
use super::zip_builder::{Entry, ZipBuilder, zip, zip_of};
use super::{class_bytes, major, messages, names, open, open_with};
use crate::source::{ClassPath, ContainerKind, Limits, Options, Origin};

#[test]
fn a_jar_of_the_jdk_is_read_and_its_classes_are_those_that_were_compiled() {
    let Some(jdk) = jdk_with("plain jar", "bin/jar") else { return };
    let folder = tempfile::tempdir().unwrap();
    let sources =
        [("a/B.java", "package a; public class B { class C {} }"), ("D.java", "class D {}")];
    compile(&jdk, folder.path(), "classes", &sources);
    run(&jdk, "jar", &["cf", "app.jar", "-C", "classes", "."], folder.path()).unwrap();
    run(&jdk, "jar", &["c0f", "stored.jar", "-C", "classes", "."], folder.path()).unwrap();
    for jar in ["app.jar", "stored.jar"] {
        let class_path = open(&[&folder.path().join(jar)]);
        let mut found = names(&class_path);
        found.sort();
        assert_eq!(found, ["D", "a/B", "a/B$C"]);
        assert_eq!(class_path.problems(), []);
        for class in class_path.classes() {
            let compiled = folder.path().join("classes").join(format!("{}.class", class.name()));
            assert_eq!(class.read().unwrap(), fs::read(compiled).unwrap());
        }
        let path = class_path.find("a/B").unwrap().path();
        assert!(path.ends_with(&format!("{jar}!/a/B.class")), "{path}");
    }
}

#[test]
fn a_multi_release_jar_gives_the_version_for_the_release() {
    let Some(jdk) = jdk_with("multi-release jar", "bin/jar") else { return };
    let folder = tempfile::tempdir().unwrap();
    compile(&jdk, folder.path(), "base", &[("A.java", "class A { int base; }")]);
    compile(&jdk, folder.path(), "nine", &[("A.java", "class A { int nine; }")]);
    compile(&jdk, folder.path(), "eleven", &[("A.java", "class A { int eleven; } class E {}")]);
    let arguments = "cf mr.jar -C base . --release 9 -C nine . --release 11 -C eleven ."
        .split(' ')
        .collect::<Vec<_>>();
    run(&jdk, "jar", &arguments, folder.path()).unwrap();
    for (release, classes, from) in [
        (8, &["A"][..], "base"),
        (9, &["A"], "nine"),
        (10, &["A"], "nine"),
        (25, &["A", "E"], "eleven"),
    ] {
        let options = Options { release, ..Options::default() };
        let class_path = open_with(options, &[&folder.path().join("mr.jar")]);
        let mut found = names(&class_path);
        found.sort();
        assert_eq!(found, classes, "release {release}");
        let compiled = fs::read(folder.path().join(from).join("A.class")).unwrap();
        assert_eq!(class_path.find("A").unwrap().read().unwrap(), compiled, "release {release}");
        assert_eq!(class_path.duplicates().count(), 0);
    }
}

#[test]
fn without_the_manifest_entry_versions_are_not_classes() {
    let folder = tempfile::tempdir().unwrap();
    let jar = folder.path().join("x.jar");
    let class = class_bytes("A", 50);
    fs::write(&jar, zip(&[("A.class", &class), ("META-INF/versions/9/A.class", &class)])).unwrap();
    let class_path = open(&[&jar]);
    assert_eq!(names(&class_path), ["A"]);
    assert_eq!(class_path.duplicates().count(), 0);
}

#[test]
fn the_first_on_the_class_path_wins_and_duplicates_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["1.jar", "2.jar"].map(|name| folder.path().join(name));
    fs::write(&first, zip(&[("A.class", &class_bytes("A", 50)), ("module-info.class", b"1")]))
        .unwrap();
    let files: [(&str, &[u8]); 3] = [
        ("A.class", &class_bytes("A", 51)),
        ("B.class", &class_bytes("B", 51)),
        ("module-info.class", b"2"),
    ];
    fs::write(&second, zip(&files)).unwrap();
    let mut class_path = ClassPath::new(Options::default());
    let roots = [class_path.add(&first), class_path.add(&second)];
    assert_eq!(names(&class_path), ["A", "B"]);
    assert_eq!(major(&class_path, "A"), 50);
    assert_eq!(class_path.find("A").unwrap().root(), roots[0]);
    assert_eq!(class_path.find("B").unwrap().root(), roots[1]);
    let duplicates: Vec<_> = class_path.duplicates().collect();
    let [hidden] = duplicates[..] else { panic!("{duplicates:?}") };
    assert_eq!(hidden.read().unwrap()[7], 51);
    assert_eq!(hidden.shadowed_by().unwrap().root(), roots[0]);
    let counts: Vec<_> = class_path
        .container_ids()
        .map(|id| class_path.container(id))
        .map(|container| (container.class_count(), container.duplicate_count()))
        .collect();
    assert_eq!(counts, [(1, 0), (1, 1)]);
    let infos: Vec<_> =
        class_path.module_infos().map(|info| info.read().unwrap().to_vec()).collect();
    assert_eq!(infos, [b"1", b"2"]);
    assert_eq!(class_path.add(&first), roots[0], "a place that is named again is the same root");
}

#[test]
fn an_old_jdk_is_its_jars() {
    let home = tempfile::tempdir().unwrap();
    let lib = home.path().join("jre/lib");
    fs::create_dir_all(&lib).unwrap();
    for (jar, class) in [("charsets", "C"), ("rt", "java/lang/Object"), ("jce", "J")] {
        let bytes = zip(&[(&format!("{class}.class"), &class_bytes(class, 50))]);
        fs::write(lib.join(format!("{jar}.jar")), bytes).unwrap();
    }
    let mut class_path = ClassPath::new(Options::default());
    let root = class_path.add_jdk(home.path()).unwrap();
    assert_eq!(names(&class_path), ["java/lang/Object", "C", "J"]);
    assert!(class_path.classes().all(|class| class.root() == root));
    assert_eq!(class_path.root_path(root), home.path());
}

/// A Spring Boot jar: the loader's classes at the root, the program's below `BOOT-INF`, libraries stored.
#[test]
fn fat_jars_are_read_with_the_jars_inside() {
    let folder = tempfile::tempdir().unwrap();
    let library = zip(&[("lib/L.class", &class_bytes("lib/L", 50)), ("app/Main.class", b"late")]);
    let in_war = zip(&[("w/W.class", &class_bytes("w/W", 50))]);
    let war = zip(&[
        ("WEB-INF/classes/web/S.class", &class_bytes("web/S", 50)),
        ("WEB-INF/lib/w.jar", &in_war),
        ("WEB-INF/template.class", b"no class"),
    ]);
    let jar = zip_of(vec![
        Entry::new("BOOT-INF/classes/app/Main.class", class_bytes("app/Main", 50)),
        Entry::new("loader/Launcher.class", class_bytes("loader/Launcher", 50)),
        Entry::stored("BOOT-INF/lib/library.jar", &library),
        Entry::new("web.war", &war),
    ]);
    let path = folder.path().join("app.jar");
    fs::write(&path, jar).unwrap();
    let class_path = open(&[&path]);
    assert_eq!(messages(&class_path, folder.path()), [""; 0]);
    assert_eq!(names(&class_path), ["loader/Launcher", "app/Main", "lib/L", "web/S", "w/W"]);
    for class in class_path.classes() {
        assert_eq!(class.read().unwrap(), class_bytes(class.name(), 50));
    }
    let path_of =
        |name| class_path.find(name).unwrap().path().replace(path.to_str().unwrap(), "app.jar");
    assert_eq!(path_of("lib/L"), "app.jar!/BOOT-INF/lib/library.jar!/lib/L.class");
    assert_eq!(path_of("w/W"), "app.jar!/web.war!/WEB-INF/lib/w.jar!/w/W.class");
    let library = class_path.container(class_path.find("lib/L").unwrap().container());
    assert_eq!((library.kind(), library.origin()), (ContainerKind::Archive, Origin::Nested));
    assert_eq!((library.class_count(), library.duplicate_count()), (1, 1));
}

#[test]
fn archives_in_archives_are_followed_only_so_deep() {
    let folder = tempfile::tempdir().unwrap();
    let mut jar = zip(&[("Deep.class", &class_bytes("Deep", 50))]);
    for level in 0..3 {
        let class = format!("Level{level}.class");
        jar = zip(&[("in.jar", &jar), (&class, &class_bytes(&class[..6], 50))]);
    }
    let path = folder.path().join("out.jar");
    fs::write(&path, jar).unwrap();
    let options = |nested_depth| Options {
        limits: Limits { nested_depth, ..Limits::default() },
        ..Options::default()
    };
    assert_eq!(names(&open_with(options(3), &[&path])), ["Level2", "Level1", "Level0", "Deep"]);
    let class_path = open_with(options(1), &[&path]);
    assert_eq!(names(&class_path), ["Level2", "Level1"]);
    assert_eq!(
        messages(&class_path, folder.path()),
        [
            "out.jar!/in.jar: at offset 0: in.jar is not opened: archives are followed into archives only 1 deep"
        ]
    );
}

#[test]
fn the_class_path_of_a_manifest_is_followed() {
    let Some(jdk) = jdk_with("Class-Path", "bin/jar") else { return };
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, files: &[(&str, &[u8])]| {
        fs::write(folder.path().join(name), zip(files)).unwrap()
    };
    fs::create_dir_all(folder.path().join("lib/classes/p")).unwrap();
    fs::create_dir_all(folder.path().join("lib/classes/deep/q")).unwrap();
    fs::write(folder.path().join("lib/classes/p/F.class"), class_bytes("p/F", 50)).unwrap();
    fs::write(folder.path().join("lib/classes/deep/q/G.class"), class_bytes("q/G", 50)).unwrap();
    // The two libraries name each other, and one name has a blank in it.
    let back: &[u8] = b"Manifest-Version: 1.0\nClass-Path: ../app.jar b%20c.jar\n\n";
    write("lib/a.jar", &[("META-INF/MANIFEST.MF", back), ("A.class", b"a"), ("M.class", b"late")]);
    write("lib/b c.jar", &[("B.class", b"b")]);
    fs::write(folder.path().join("M.class"), class_bytes("M", 50)).unwrap();
    let long = "Class-Path: lib/absent-with-a-name-that-makes-the-tool-break-the-line.jar lib/a.jar \
                http://example.org/x.jar lib/classes/ lib/classes\n";
    fs::write(folder.path().join("manifest"), long).unwrap();
    run(&jdk, "jar", &["cfm", "app.jar", "manifest", "M.class"], folder.path()).unwrap();
    let mut class_path = ClassPath::new(Options::default());
    let app = class_path.add(&folder.path().join("app.jar"));
    assert_eq!(messages(&class_path, folder.path()), [""; 0]);
    assert_eq!(names(&class_path), ["M", "A", "B", "p/F"], "q/G is not where its package says");
    assert!(class_path.classes().all(|class| class.root() == app));
    let origin =
        |path: &ClassPath, name| path.container(path.find(name).unwrap().container()).origin();
    assert_eq!(
        (origin(&class_path, "M"), origin(&class_path, "A")),
        (Origin::Named, Origin::Manifest)
    );
    // Named later, a library becomes a root of its own and keeps its position.
    let library = class_path.add(&folder.path().join("lib/a.jar"));
    assert_ne!(library, app);
    assert_eq!(class_path.find("A").unwrap().root(), library);
    assert_eq!(class_path.find("B").unwrap().root(), app);
    assert_eq!(names(&class_path).len(), 4);
}

#[test]
fn resources_are_found_in_every_container() {
    let folder = tempfile::tempdir().unwrap();
    let service = "META-INF/services/x.Y";
    let inner = zip(&[(service, b"inner")]);
    let jar = zip(&[
        (service, b"outer"),
        ("BOOT-INF/classes/META-INF/services/x.Y", b"boot"),
        ("in.jar", &inner),
    ]);
    fs::write(folder.path().join("app.jar"), jar).unwrap();
    let classes = folder.path().join("target/classes");
    fs::create_dir_all(classes.join("META-INF/services")).unwrap();
    fs::write(classes.join(service), "folder").unwrap();
    fs::write(classes.join("A.class"), class_bytes("A", 50)).unwrap();
    let class_path = open(&[&folder.path().join("app.jar"), &folder.path().join("target")]);
    let found: Vec<_> = class_path
        .resources(service)
        .iter()
        .map(|resource| String::from_utf8(resource.read().unwrap().into_owned()).unwrap())
        .collect();
    assert_eq!(found, ["outer", "boot", "inner", "folder"]);
    let inner = &class_path.resources(service)[2];
    assert!(inner.path().ends_with("app.jar!/in.jar!/META-INF/services/x.Y"), "{}", inner.path());
    assert_eq!(class_path.resources("../target/classes/META-INF/services/x.Y").len(), 0);
}

#[test]
fn property_files_are_found_wherever_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let inner = zip(&[("deep/c.properties", b"inner")]);
    let jar = zip(&[("a/b.properties", b"outer"), ("b.xml", b"no"), ("in.jar", &inner)]);
    fs::write(folder.path().join("app.jar"), jar).unwrap();
    let classes = folder.path().join("target/classes");
    fs::create_dir_all(classes.join("texts")).unwrap();
    fs::write(classes.join("texts/d.properties"), "folder").unwrap();
    let class_path = open(&[&folder.path().join("app.jar"), &folder.path().join("target")]);
    let files = class_path.property_files();
    let found: Vec<_> = files
        .iter()
        .map(|file| String::from_utf8(file.read().unwrap().into_owned()).unwrap())
        .collect();
    assert_eq!(found, ["outer", "inner", "folder"]);
    assert_eq!(files[0].root(), files[1].root());
    assert_ne!(files[0].root(), files[2].root());
}

#[test]
fn unusual_but_valid_archives_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let class = class_bytes("A", 50);
    let entry = Entry::new("A.class", &class);
    let plain = ZipBuilder { entries: vec![entry.clone()], ..ZipBuilder::default() };
    let script = b"#!/bin/sh\nexec java -jar \"$0\" \"$@\"\n".to_vec();
    let cases = [
        ("plain", plain.clone()),
        ("prefix", ZipBuilder { prefix: script.clone(), ..plain.clone() }),
        ("zip64", ZipBuilder { zip64: true, ..plain.clone() }),
        ("zip64 and prefix", ZipBuilder { zip64: true, prefix: script, ..plain.clone() }),
        (
            "comment",
            ZipBuilder {
                comment: b"PK\x05\x06 is no end here, only a comment".to_vec(),
                ..plain.clone()
            },
        ),
        ("descriptor", with(&plain, Entry { descriptor: true, ..entry.clone() })),
        (
            "long local extra field",
            with(&plain, Entry { local_extra: vec![0; 4000], ..entry.clone() }),
        ),
        ("stored", with(&plain, Entry { stored: true, ..entry.clone() })),
    ];
    for (what, builder) in cases {
        let path = folder.path().join("x.jar");
        fs::write(&path, builder.build()).unwrap();
        let class_path = open(&[&path]);
        assert_eq!(messages(&class_path, folder.path()), [""; 0], "{what}");
        assert_eq!(class_path.find("A").unwrap().read().unwrap(), class, "{what}");
    }
}

/// Over a mebibyte a file is not held in memory but read piece by piece.
#[test]
fn large_archives_are_read_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let noise: Vec<u8> =
        (0..2_000_000u32).map(|i| (i.wrapping_mul(0x9e37_79b9) >> 13) as u8).collect();
    let inner = zip_of(vec![
        Entry::stored("noise", &noise),
        Entry { local_extra: vec![0; 500], ..Entry::new("B.class", class_bytes("B", 50)) },
    ]);
    let jar =
        zip_of(vec![Entry::stored("in.jar", &inner), Entry::new("A.class", class_bytes("A", 50))]);
    let path = folder.path().join("x.jar");
    fs::write(&path, &jar).unwrap();
    let class_path = open(&[&path]);
    assert_eq!(names(&class_path), ["A", "B"]);
    for name in ["A", "B"] {
        assert_eq!(class_path.find(name).unwrap().read().unwrap(), class_bytes(name, 50));
    }
    // A build replaces the file while it is open: an error, not a crash.
    fs::File::options().write(true).open(&path).unwrap().set_len(100).unwrap();
    let problem = class_path.find("B").unwrap().read().unwrap_err();
    assert!(problem.to_string().contains("changed while it was being read"), "{problem}");
}

fn with(builder: &ZipBuilder, entry: Entry) -> ZipBuilder {
    ZipBuilder { entries: vec![entry], ..builder.clone() }
}
