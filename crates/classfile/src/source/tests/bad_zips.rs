//! Archives that are damaged, or made to do damage.

use std::fs;
use std::path::Path;

use super::tools::{compile, jdks, run};
use super::zip_builder::{Entry, ZipBuilder, deflate, zip, zip_of};
use super::{class_bytes, major, message, messages, names, open, open_with};
use crate::source::{ClassPath, Limits, Options, ProblemKind};

/// Writes an archive and opens it.
fn open_bytes(folder: &Path, bytes: &[u8]) -> ClassPath {
    let path = folder.join("x.jar");
    fs::write(&path, bytes).unwrap();
    open(&[&path])
}

/// An entry that is bad in some way stands between two good ones, which are still read. The problem is told when the
/// archive is opened, or when the class is read. `LOCAL` stands for the offset of the bad entry's local header.
#[track_caller]
fn check_entry(bad: Entry, expected: &str) {
    let folder = tempfile::tempdir().unwrap();
    let bytes = zip_of(vec![
        Entry::new("Good.class", class_bytes("Good", 50)),
        bad,
        Entry::new("Last.class", class_bytes("Last", 50)),
    ]);
    let class_path = open_bytes(folder.path(), &bytes);
    for name in ["Good", "Last"] {
        assert_eq!(class_path.find(name).unwrap().read().unwrap(), class_bytes(name, 50));
    }
    let mut found = messages(&class_path, folder.path());
    let unread = class_path.classes().filter_map(|class| class.read().err());
    found.extend(unread.map(|problem| message(&problem, folder.path())));
    let local = bytes
        .windows(4)
        .enumerate()
        .filter(|(_, window)| window == b"PK\x03\x04")
        .nth(1)
        .unwrap()
        .0;
    assert_eq!(
        found,
        [format!("x.jar: at offset {expected}").replace("LOCAL", &local.to_string())]
    );
}

#[test]
fn bad_entries_are_told_and_the_others_are_read() {
    let entry = |name: &str| Entry::new(name, class_bytes("A", 50));
    check_entry(
        Entry { crc: Some(1), ..entry("A.class") },
        &format!(
            "LOCAL: the contents of A.class are damaged: their checksum is {:08x}, 00000001 was declared",
            libdeflater::crc32(&class_bytes("A", 50))
        ),
    );
    let real = class_bytes("A", 50).len() as u64;
    let packed = deflate(&class_bytes("A", 50)).len();
    for size in [real - 1, real + 1] {
        check_entry(
            Entry { size: Some(size), ..entry("A.class") },
            &format!(
                "LOCAL: the contents of A.class do not have the declared size of {size} bytes"
            ),
        );
    }
    check_entry(
        Entry { size: Some(0xffff_fff0), ..entry("A.class") },
        "LOCAL: A.class is refused: it has 4294967280 bytes, the limit is 67108864",
    );
    check_entry(
        Entry { size: Some(60 << 20), ..entry("A.class") },
        &format!(
            "LOCAL: A.class is refused: {packed} bytes that unpack to 62914560 are probably an attack"
        ),
    );
    check_entry(
        Entry { header: Some(3), ..entry("A.class") },
        "3: the entry A.class is refused: it shares its bytes with another entry",
    );
}

#[test]
fn unusable_entries_are_refused_when_the_archive_is_opened() {
    let entry = |name: &[u8]| Entry::new(name, class_bytes("A", 50));
    for (bad, expected) in [
        (
            Entry { flags: 1, ..entry(b"A.class") },
            "the entry A.class is encrypted (a JVM cannot read it either)",
        ),
        (
            Entry { method: Some(93), ..entry(b"A.class") },
            "the entry A.class is compressed with method 93 (a JVM reads only 0 and 8)",
        ),
        (
            Entry { packed: Some(1 << 30), ..entry(b"A.class") },
            "the entry A.class is damaged: it reaches over the end of the contents",
        ),
        (
            Entry { header: Some(1 << 31), ..entry(b"A.class") },
            "the entry A.class is damaged: it reaches over the end of the contents",
        ),
        (
            Entry { stored: true, size: Some(5), ..entry(b"A.class") },
            "the contents of A.class do not have the declared size of 5 bytes",
        ),
        (
            entry(b"../A.class"),
            "the entry \"../A.class\" is refused: its name leads out of the archive",
        ),
        (
            entry(b"a/../../B.class"),
            "the entry \"a/../../B.class\" is refused: its name leads out of the archive",
        ),
        (
            entry(b"/etc/A.class"),
            "the entry \"/etc/A.class\" is refused: its name is an absolute path",
        ),
        (entry(b"C:/A.class"), "the entry \"C:/A.class\" is refused: its name is an absolute path"),
        (
            entry(b"a\\B.class"),
            "the entry \"a\\B.class\" is refused: its name contains a backslash",
        ),
        (entry(b"a\0.class"), "the entry \"a\\0.class\" is refused: its name contains a zero byte"),
        (
            entry(b"\xff\xfe.class"),
            "the entry \"\u{fffd}\u{fffd}.class\" is refused: its name is not UTF-8",
        ),
        (entry(b""), "the entry \"\" is refused: its name is empty"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let bytes = zip_of(vec![bad, Entry::new("Good.class", class_bytes("Good", 50))]);
        let class_path = open_bytes(folder.path(), &bytes);
        assert_eq!(names(&class_path), ["Good"]);
        let found = messages(&class_path, folder.path());
        assert!(
            found.len() == 1 && found[0].ends_with(expected),
            "{found:?} instead of {expected}"
        );
        assert!(class_path.problems()[0].offset.is_some());
    }
}

#[test]
fn of_two_entries_with_a_name_the_last_counts_as_in_a_jvm() {
    let folder = tempfile::tempdir().unwrap();
    let versions: Vec<_> =
        (50..53).map(|major| Entry::new("A.class", class_bytes("A", major))).collect();
    let class_path = open_bytes(folder.path(), &zip_of(versions));
    assert_eq!(names(&class_path), ["A"]);
    assert_eq!(major(&class_path, "A"), 52);
    let second = class_path.problems()[0].offset.unwrap();
    assert_eq!(second, 37 + deflate(&class_bytes("A", 50)).len() as u64);
    assert_eq!(
        messages(&class_path, folder.path()),
        [
            "x.jar: at offset 87: 2 entries are there more than once, A.class is one; the last one is used, as a JVM does"
        ]
    );
    assert!(!class_path.problems()[0].loses_input());
}

/// A JVM could not load them either, and no class is lost with them.
#[test]
fn refused_resources_are_only_notices() {
    let folder = tempfile::tempdir().unwrap();
    let mut entries = vec![Entry::new("A.class", class_bytes("A", 50))];
    let problems = Limits::default().problems as usize;
    entries.extend((0..problems + 2).map(|i| Entry::new(format!("a\\b{i}.txt"), "text")));
    let class_path = open_bytes(folder.path(), &zip_of(entries));
    assert_eq!(names(&class_path), ["A"]);
    assert_eq!(class_path.problems().len(), problems + 1);
    assert!(class_path.problems().iter().all(|problem| !problem.loses_input()));
    let last = messages(&class_path, folder.path()).pop();
    assert_eq!(last.as_deref(), Some("x.jar: 2 more problems of this kind"));
}

/// The claim about the JVM, put to every JVM at hand.
#[test]
fn a_jvm_uses_the_last_entry_with_a_name() {
    for jdk in jdks() {
        let folder = tempfile::tempdir().unwrap();
        let source = |text: &str| {
            format!(
                "class A {{ public static void main(String[] a) {{ System.out.print(\"{text}\"); }} }}"
            )
        };
        let entries = ["first", "last"].map(|group| {
            compile(&jdk, folder.path(), group, &[("A.java", &source(group))]);
            Entry::new("A.class", fs::read(folder.path().join(group).join("A.class")).unwrap())
        });
        let class_path = open_bytes(folder.path(), &zip_of(entries.to_vec()));
        assert_eq!(run(&jdk, "java", &["-cp", "x.jar", "A"], folder.path()).unwrap(), "last");
        let last = fs::read(folder.path().join("last/A.class")).unwrap();
        assert_eq!(class_path.find("A").unwrap().read().unwrap(), last);
    }
}

#[test]
fn files_that_are_no_archives_are_told_apart() {
    let whole = zip(&[("A.class", &class_bytes("A", 50))]);
    let (cut, end) = (whole.len() - 30, whole.len() - 50 - 22);
    for (bytes, expected) in [
        (&b""[..], "x.jar: the file is empty"),
        (
            b"this is\n\x1b[31m text",
            "x.jar: at offset 0: neither a class file, a jar, a jmod nor a JDK image (it starts with \"this \
             is\\n\\x1b[31m te\")",
        ),
        (
            &whole[..cut],
            "x.jar: at offset CUT: the archive has no table of contents at its end; it was probably cut off (fetch or \
             build it again)",
        ),
        (
            &whole[..30],
            "x.jar: at offset 30: the archive has no table of contents at its end; it was probably cut off (fetch or \
             build it again)",
        ),
        (
            &whole[50..],
            "x.jar: at offset END: the archive is damaged: its table of contents would start after its end (fetch or \
             build it again)",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let class_path = open_bytes(folder.path(), bytes);
        let expected = expected.replace("CUT", &cut.to_string()).replace("END", &end.to_string());
        assert_eq!(messages(&class_path, folder.path()), [expected]);
        assert!(class_path.problems()[0].loses_input());
        assert_eq!(names(&class_path), [""; 0]);
    }
}

#[test]
fn an_empty_archive_is_fine() {
    let folder = tempfile::tempdir().unwrap();
    let class_path = open_bytes(folder.path(), &zip(&[]));
    assert_eq!(messages(&class_path, folder.path()), [""; 0]);
    assert_eq!(class_path.container_ids().count(), 1);
}

#[test]
fn a_table_of_contents_that_breaks_off_gives_what_stands_before() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = zip(&[("A.class", &class_bytes("A", 50)), ("B.class", &class_bytes("B", 50))]);
    let second = bytes.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    bytes[second] = b'?';
    let class_path = open_bytes(folder.path(), &bytes);
    assert_eq!(names(&class_path), ["A"]);
    assert_eq!(
        messages(&class_path, folder.path()),
        [format!(
            "x.jar: at offset {second}: the archive is damaged: its table of contents breaks off here (fetch or build \
             it again)"
        )]
    );
}

/// The contents of the local header do not matter, but that there is one does.
#[test]
fn a_missing_local_header_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = zip(&[("A.class", &class_bytes("A", 50))]);
    bytes[0] = 0;
    let class_path = open_bytes(folder.path(), &bytes);
    let problem = class_path.find("A").unwrap().read().unwrap_err();
    assert_eq!(
        message(&problem, folder.path()),
        "x.jar: at offset 0: the entry A.class is damaged: there is no local header where it should start"
    );
}

/// Many directory records share one piece of compressed data, as in the bombs that need no nesting.
#[test]
fn overlapping_entries_are_a_limited_number_of_messages() {
    let folder = tempfile::tempdir().unwrap();
    let mut entries = vec![Entry::new("A0.class", vec![0; 1 << 20])];
    entries.extend(
        (1..1000)
            .map(|i| Entry { header: Some(i % 7), ..Entry::stored(format!("A{i}.class"), "") }),
    );
    let bytes = zip_of(entries);
    let class_path = open_bytes(folder.path(), &bytes);
    assert!(class_path.classes().count() < 10);
    let problems = class_path.problems();
    let limit = Limits::default().problems as usize;
    assert!(problems.len() < limit + 5, "{}", problems.len());
    assert!(problems.iter().any(|problem| matches!(problem.kind, ProblemKind::More { .. })));
}

#[test]
fn bombs_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    // A nested archive of zeros: 5 MiB from 5 KiB.
    let zeros = vec![0; 5 << 20];
    assert!(deflate(&zeros).len() < 6000);
    let bytes = zip(&[("in.jar", &zeros), ("A.class", &zeros), ("G.class", &class_bytes("G", 50))]);
    let class_path = open_bytes(folder.path(), &bytes);
    let [problem] = class_path.problems() else { panic!("{:?}", class_path.problems()) };
    assert!(matches!(problem.kind, ProblemKind::AbsurdRatio { .. }), "{problem}");
    let unread = class_path.find("A").unwrap().read().unwrap_err();
    assert!(matches!(unread.kind, ProblemKind::AbsurdRatio { .. }), "{unread}");
    assert_eq!(class_path.find("G").unwrap().read().unwrap(), class_bytes("G", 50));
}

#[test]
fn nested_archives_have_a_budget() {
    let folder = tempfile::tempdir().unwrap();
    let padding: Vec<u8> =
        (0..10_000u32).map(|i| (i.wrapping_mul(0x9e37_79b9) >> 9) as u8).collect();
    let inner = |name: &str| {
        zip_of(vec![
            Entry::new(format!("{name}.class"), class_bytes(name, 50)),
            Entry::stored("padding", &padding),
        ])
    };
    let files = ["A", "B", "C", "D"].map(|name| (format!("{name}.jar"), inner(name)));
    let entries = files.iter().map(|(name, bytes)| Entry::new(name, bytes)).collect();
    let path = folder.path().join("x.jar");
    fs::write(&path, zip_of(entries)).unwrap();
    let opened = |limits| {
        let class_path = open_with(Options { limits, ..Options::default() }, &[&path]);
        (names(&class_path).join(" "), messages(&class_path, folder.path()).join("\n"))
    };
    let (classes, told) = opened(Limits { nested_total: 25_000, ..Limits::default() });
    assert_eq!(classes, "A B");
    assert!(told.contains("C.jar is not opened") && told.contains("D.jar is not opened"), "{told}");
    let (classes, told) = opened(Limits { nested_size: 9_000, ..Limits::default() });
    assert_eq!(classes, "");
    assert_eq!(told.matches("the limit is 9000").count(), 4, "{told}");
    let (classes, told) = opened(Limits { nested_count: 3, ..Limits::default() });
    assert_eq!(classes, "A B C");
    assert_eq!(told, "x.jar: the archives inside are not all opened: 3 are the limit");
}

/// A damaged archive in an archive is named with its own path and offset.
#[test]
fn damage_in_a_nested_archive_does_not_hide_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let good = zip(&[("A.class", &class_bytes("A", 50))]);
    let bytes =
        zip(&[("bad.jar", &good[..good.len() - 1]), ("text.jar", b"text"), ("good.jar", &good)]);
    let class_path = open_bytes(folder.path(), &bytes);
    assert_eq!(names(&class_path), ["A"]);
    let found = messages(&class_path, folder.path());
    assert!(found.len() == 2 && found[0].starts_with("x.jar!/bad.jar: at offset "), "{found:?}");
    assert!(found[1].starts_with("x.jar!/text.jar: at offset "), "{found:?}");
}

#[test]
fn long_names_and_control_characters_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let name = format!("/\x1b[2J{}", "x".repeat(60_000));
    let class_path = open_bytes(folder.path(), &zip(&[(&name, b"")]));
    let told = messages(&class_path, folder.path());
    assert!(told[0].contains("/\\u{1b}[2Jxxx") && told[0].len() < 400, "{told:?}");
}

#[test]
fn a_wrong_end_record_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let whole = ZipBuilder {
        entries: vec![Entry::new("A.class", class_bytes("A", 50))],
        zip64: true,
        ..ZipBuilder::default()
    };
    let bytes = whole.build();
    let end64 = bytes.windows(4).rposition(|window| window == b"PK\x06\x06").unwrap();
    for (at, value, expected) in [
        (end64, 0, "its 64-bit end record is missing"),
        (end64 + 47, 0xff, "its table of contents is longer than the file"),
        (end64 + 55, 0xff, "its table of contents would start after its end"),
        (bytes.len() - 2, 9, "its comment is cut off"),
    ] {
        let mut bad = bytes.clone();
        bad[at] = value;
        let class_path = open_bytes(folder.path(), &bad);
        let told = messages(&class_path, folder.path());
        assert!(told.len() == 1 && told[0].contains(expected), "{told:?} instead of {expected}");
    }
}
