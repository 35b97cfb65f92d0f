//! Images made here: compressed in all ways, and damaged in many.

use std::fs;
use std::path::Path;

use super::image_builder::{ImageBuilder, Layout, zlib};
use super::{class_bytes, message, messages, names, open};
use crate::source::{ClassPath, ContainerKind, ProblemKind};

fn open_bytes(folder: &Path, bytes: &[u8]) -> ClassPath {
    let path = folder.join("modules");
    // A new file each time: the old one may still be mapped.
    let _ = fs::remove_file(&path);
    fs::write(&path, bytes).unwrap();
    open(&[&path])
}

/// An image of two modules with a resource in every form.
fn image(big: bool) -> Layout {
    let mut image = ImageBuilder::new(big);
    image.plain("m.one", "", "module-info.class", &class_bytes("module-info", 53));
    image.plain("m.two", "", "module-info.class", &class_bytes("module-info", 54));
    image.plain("m.one", "a/b", "Plain.class", &class_bytes("a/b/Plain", 50));
    image.plain("m.one", "META-INF/services", "x.Y", b"one");
    image.plain("m.two", "META-INF/services", "x.Y", b"two");
    image.plain("packages", "", "a.b", b"index of the JDK itself");

    let class = class_bytes("c/Zipped", 50);
    let zipped = image.layer("zip", &zlib(&class), class.len() as u64);
    image.packed("m.two", "c", "Zipped.class", zipped, class.len() as u64);

    let class = class_bytes("c/Shared", 50);
    let shared = image.share_text(&class);
    let shared = image.layer("compact-cp", &shared, class.len() as u64);
    image.packed("m.two", "c", "Shared.class", shared, class.len() as u64);

    let class = class_bytes("c/Stacked", 50);
    let shared = image.share_text(&class);
    let shared = image.layer("compact-cp", &shared, class.len() as u64);
    let stacked = image.layer("zip", &zlib(&shared), shared.len() as u64);
    image.packed("m.two", "c", "Stacked.class", stacked, class.len() as u64);
    image.build()
}

#[test]
fn every_form_of_compression_is_undone_in_both_byte_orders() {
    let folder = tempfile::tempdir().unwrap();
    for big in [false, true] {
        let class_path = open_bytes(folder.path(), &image(big).bytes);
        assert_eq!(messages(&class_path, folder.path()), [""; 0]);
        assert_eq!(names(&class_path), ["a/b/Plain", "c/Zipped", "c/Shared", "c/Stacked"]);
        for class in class_path.classes() {
            assert_eq!(class.read().unwrap(), class_bytes(class.name(), 50), "{}", class.name());
        }
        let path = class_path.find("c/Zipped").unwrap().path();
        assert!(path.ends_with("modules!/m.two/c/Zipped.class"), "{path}");
        let infos: Vec<u8> =
            class_path.module_infos().map(|info| info.read().unwrap()[7]).collect();
        assert_eq!(infos, [53, 54]);
        assert_eq!(class_path.duplicates().count(), 0);
        let services = class_path.resources("META-INF/services/x.Y");
        let texts: Vec<_> = services.iter().map(|service| service.read().unwrap()).collect();
        assert_eq!(texts, [&b"one"[..], b"two"]);
        assert!(services[1].path().ends_with("modules!/m.two/META-INF/services/x.Y"));
        assert_eq!(class_path.resources("META-INF/services/none").len(), 0);
        let id = class_path.container_ids().next().unwrap();
        assert_eq!(class_path.container(id).kind(), ContainerKind::Image);
    }
}

#[test]
fn plain_resources_are_not_copied() {
    let folder = tempfile::tempdir().unwrap();
    let class_path = open_bytes(folder.path(), &image(false).bytes);
    let plain = class_path.find("a/b/Plain").unwrap().read().unwrap();
    assert!(matches!(plain, std::borrow::Cow::Borrowed(_)));
}

#[test]
fn damaged_headers_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let whole = image(false).bytes;
    let with = |at: usize, word: u32| {
        let mut bytes = whole.clone();
        bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        bytes
    };
    let too_long = "modules: at offset 16: the JDK image is damaged: its tables are longer than the file (install the JDK again)";
    for (bytes, expected) in [
        (
            with(4, 2 << 16 | 7),
            "modules: at offset 4: version 2.7 of JDK images is not known (1.x is)",
        ),
        (with(16, u32::MAX), too_long),
        (with(20, u32::MAX), too_long),
        (with(24, u32::MAX), too_long),
        (
            whole[..20].to_vec(),
            "modules: at offset 20: the JDK image is damaged: its header is cut off (install the JDK again)",
        ),
        (whole[..100].to_vec(), too_long),
    ] {
        let class_path = open_bytes(folder.path(), &bytes);
        assert_eq!(messages(&class_path, folder.path()), [expected]);
        assert_eq!(names(&class_path), [""; 0]);
    }
}

#[test]
fn a_jdk_whose_image_cannot_be_read_is_an_error() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("lib")).unwrap();
    let mut bytes = image(false).bytes;
    fs::write(home.path().join("lib/modules"), &bytes).unwrap();
    let mut class_path = open(&[]);
    let root = class_path.add_jdk(home.path()).unwrap();
    assert_eq!(class_path.add_jdk(home.path()), Ok(root));
    assert_eq!(class_path.add(home.path()), root);
    bytes[6] = 9;
    fs::remove_file(home.path().join("lib/modules")).unwrap();
    fs::write(home.path().join("lib/modules"), &bytes).unwrap();
    let mut class_path = open(&[]);
    let problem = class_path.add_jdk(home.path()).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::ImageVersion { major: 9, minor: 0 });
    assert_eq!(class_path.problems(), []);
    class_path.add(home.path());
    assert_eq!(class_path.problems(), [problem]);
}

/// Damage to one resource costs one resource.
#[test]
fn damaged_locations_are_told_and_the_others_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let Layout { bytes, offsets, locations, contents } = image(false);
    let total = names(&open_bytes(folder.path(), &bytes)).len() + 2;
    let readable = |class_path: &ClassPath| {
        class_path
            .classes()
            .chain(class_path.module_infos())
            .filter(|class| class.read().is_ok())
            .count()
    };
    // An offset that points out of the table.
    let mut bad = bytes.clone();
    let victim = (0..9).find(|slot| {
        let place = u32::from_le_bytes(bytes[offsets + 4 * slot..][..4].try_into().unwrap());
        place == 1
    });
    let at = offsets + 4 * victim.unwrap();
    bad[at..at + 4].fill(0xff);
    let class_path = open_bytes(folder.path(), &bad);
    assert_eq!(readable(&class_path), total - 1);
    assert!(
        messages(&class_path, folder.path())[0].contains("a location lies outside of its table")
    );
    // A resource beyond the end of the file.
    let class_path = open_bytes(folder.path(), &bytes[..bytes.len() - 1]);
    assert_eq!(readable(&class_path), total - 1);
    assert!(
        messages(&class_path, folder.path())[0]
            .contains("a resource reaches over the end of the file")
    );
    // A compressed resource with its header intact and its contents not.
    let mut bad = bytes.clone();
    let zlib_start = bad.windows(2).rposition(|window| window == [0x78, 0xda]).unwrap();
    assert!(zlib_start > contents);
    bad[zlib_start..zlib_start + 20].fill(0x55);
    let class_path = open_bytes(folder.path(), &bad);
    let problem = class_path.find("c/Stacked").unwrap().read().unwrap_err();
    assert!(
        message(&problem, folder.path()).ends_with(
            "the entry /m.two/c/Stacked.class is damaged: its compressed contents are not valid"
        ),
        "{problem}"
    );
    assert!(problem.offset.is_some_and(|offset| offset >= contents as u64));
    assert!(locations < contents);
}

#[test]
fn compression_headers_are_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    let class = class_bytes("a/A", 50);
    let check = |make: &dyn Fn(&mut ImageBuilder) -> (Vec<u8>, u64), expected: &str| {
        let mut image = ImageBuilder::new(false);
        let (packed, size) = make(&mut image);
        image.packed("m", "a", "A.class", packed, size);
        let class_path = open_bytes(folder.path(), &image.build().bytes);
        let problem = class_path.find("a/A").unwrap().read().unwrap_err();
        let told = message(&problem, folder.path());
        assert!(told.starts_with("modules: at offset ") && told.ends_with(expected), "{told}");
    };
    let len = class.len() as u64;
    check(
        &|image| (image.layer("lzma", &class, len), len),
        "\"lzma\" (zip and compact-cp are known)",
    );
    check(
        &|image| (image.layer("zip", &zlib(&class), len + 1), len + 1),
        &format!("do not have the declared size of {} bytes", len + 1),
    );
    check(
        &|image| (image.layer("zip", &zlib(&class), len), len + 1),
        &format!("do not have the declared size of {} bytes", len + 1),
    );
    check(&|image| (image.layer("zip", &zlib(&class), 1 << 40), len), "the limit is 67108864");
    check(&|image| (image.layer("zip", &zlib(&class), 50 << 20), len), "are probably an attack");
    check(
        &|image| (image.layer("zip", &zlib(&class), len)[..40].to_vec(), len),
        "contents are cut off",
    );
    check(&|image| (image.layer("zip", &[], len)[..25].to_vec(), len), "header is cut off");
    check(&|_| (vec![0; 10], 1 << 50), "the limit is 67108864");
    check(&|image| (image.layer("compact-cp", &class[..30], len), len), "constants are not valid");
    check(
        &|image| (image.layer("compact-cp", &class, len - 1), len - 1),
        "constants are not valid",
    );
    let endless = |image: &mut ImageBuilder| {
        let layers = (0..10).fold(class.clone(), |inner, _| {
            let size = inner.len() as u64;
            image.layer("zip", &zlib(&inner), size)
        });
        (layers, len)
    };
    check(&endless, "it is compressed too many times");
}

/// One long string and many locations that use it would be gigabytes of names.
#[test]
fn names_cannot_be_multiplied() {
    let folder = tempfile::tempdir().unwrap();
    let parent = "x".repeat(60_000);
    let mut image = ImageBuilder::new(false);
    for i in 0..300 {
        image.plain("m", &parent, &format!("C{i}.class"), b"");
    }
    let class_path = open_bytes(folder.path(), &image.build().bytes);
    assert!(class_path.classes().count() < 30, "{}", class_path.classes().count());
    let [problem] = class_path.problems() else { panic!("{}", class_path.problems().len()) };
    assert_eq!(problem.kind, ProblemKind::BadImage("its names are longer than the whole file"));
}
