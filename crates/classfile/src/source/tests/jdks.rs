//! The JDKs of this machine, and images that their jlink makes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Instant;

use rayon::prelude::*;

use super::tools::{jdk_with, jdks, run};
use super::{messages, names, open};
use crate::source::{ClassPath, ContainerKind, Options, this_class};

/// The classes that the JDK's own tool lists in an image, as `module/name`.
fn listed(jdk: &Path, image: &Path) -> BTreeSet<String> {
    let text = run(jdk, "jimage", &["list", &image.display().to_string()], Path::new("/")).unwrap();
    let mut module = "";
    let mut classes = BTreeSet::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("Module: ") {
            module = name.trim();
        } else if let Some(name) = line.trim().strip_suffix(".class") {
            classes.insert(format!("{module}/{name}"));
        }
    }
    classes
}

/// All class files of an image, as `module/name`; each is read and has the name that the image says.
fn read_all(class_path: &ClassPath) -> BTreeSet<String> {
    let entries: Vec<_> = class_path.classes().chain(class_path.module_infos()).collect();
    let read = |entry: &crate::source::ClassEntry<'_>| {
        let bytes = entry.read().unwrap();
        assert_eq!(this_class(&bytes).unwrap().to_text(), entry.name());
        let path = entry.path();
        path.rsplit_once("!/").unwrap().1.trim_end_matches(".class").to_owned()
    };
    let paths: BTreeSet<String> = entries.par_iter().map(read).collect();
    assert_eq!(paths.len(), entries.len());
    paths
}

#[test]
fn every_class_of_every_jdk_is_read() {
    let mut tried = 0;
    for jdk in jdks() {
        if !jdk.join("lib/modules").is_file() {
            eprintln!("skipped: {}: it has no lib/modules", jdk.display());
            continue;
        }
        let class_path = open(&[&jdk]);
        assert_eq!(class_path.problems(), []);
        assert_eq!(class_path.duplicates().count(), 0);
        assert_eq!(
            read_all(&class_path),
            listed(&jdk, &jdk.join("lib/modules")),
            "{}",
            jdk.display()
        );
        assert!(
            class_path
                .find("java/lang/Object")
                .unwrap()
                .path()
                .ends_with("!/java.base/java/lang/Object.class")
        );
        let services =
            class_path.resources("META-INF/services/java.nio.file.spi.FileSystemProvider");
        assert!(services.iter().all(|service| !service.read().unwrap().is_empty()));
        tried += 1;
    }
    if tried == 0 {
        eprintln!(
            "skipped: every_class_of_every_jdk_is_read: no JDK with an image on this machine"
        );
    }
}

/// Everything that is listed can also be found through the image's own hash table.
#[test]
fn an_image_finds_its_files_by_name() {
    let Some(jdk) = jdk_with("lookup in an image", "lib/modules") else { return };
    let class_path = open(&[&jdk]);
    for class in class_path.classes().step_by(50) {
        let found = class_path.resources(&format!("{}.class", class.name()));
        assert_eq!(found.len(), 1, "{}", class.name());
        assert_eq!(found[0].path(), class.path());
        assert_eq!(found[0].read().unwrap(), class.read().unwrap());
    }
}

#[test]
fn a_jmod_and_the_image_hold_the_same_classes() {
    let Some(jdk) = jdk_with("jmod", "jmods/java.logging.jmod") else { return };
    let image = open(&[&jdk]);
    let jmod = open(&[&jdk.join("jmods/java.logging.jmod")]);
    assert_eq!(jmod.problems(), []);
    let container = jmod.container(jmod.container_ids().next().unwrap());
    assert_eq!(container.kind(), ContainerKind::Jmod);
    assert!(names(&jmod).len() > 30);
    for class in jmod.classes() {
        let in_image = image.find(class.name()).unwrap();
        assert!(in_image.path().contains("!/java.logging/"));
        assert_eq!(class.read().unwrap(), in_image.read().unwrap(), "{}", class.name());
    }
    assert_eq!(jmod.module_infos().count(), 1);
    assert_eq!(jmod.resources("java/util/logging/Level.class").len(), 1);
}

#[test]
fn a_jdk_with_nothing_but_jmods_is_a_jdk() {
    let Some(jdk) = jdk_with("jmods only", "jmods/java.base.jmod") else { return };
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("jmods")).unwrap();
    for name in ["java.base.jmod", "java.logging.jmod"] {
        fs::copy(jdk.join("jmods").join(name), home.path().join("jmods").join(name)).unwrap();
    }
    let mut class_path = ClassPath::new(Options::default());
    let root = class_path.add_jdk(home.path()).unwrap();
    assert_eq!(class_path.problems(), []);
    assert_eq!(class_path.find("java/lang/Object").unwrap().root(), root);
    assert_eq!(class_path.find("java/util/logging/Level").unwrap().root(), root);
    assert_eq!(class_path.module_infos().count(), 2);
    assert_eq!(class_path.add_jdk(home.path()), Ok(root));
}

/// What jlink compressed is, unpacked, byte for byte what it did not compress.
#[test]
fn images_of_jlink_are_read_however_they_are_compressed() {
    for jdk in jdks() {
        let folder = tempfile::tempdir().unwrap();
        let link = |name: &str, more: &[&str]| {
            let mut arguments = vec!["--add-modules", "java.logging", "--output", name];
            arguments.extend(more);
            match run(&jdk, "jlink", &arguments, folder.path()) {
                Ok(_) => Some(open(&[&folder.path().join(name)])),
                Err(why) => {
                    eprintln!(
                        "skipped: jlink {} of {}: {}",
                        more.join(" "),
                        jdk.display(),
                        why.trim()
                    );
                    None
                }
            }
        };
        let Some(plain) = link("plain", &["--compress", "0"]) else { continue };
        let compared = [
            link("shared", &["--compress", "1"]),
            link("zip", &["--compress", "2"]),
            link("big", &["--compress", "2", "--endian", "big"]),
        ];
        for class_path in compared.into_iter().flatten() {
            assert_eq!(messages(&class_path, folder.path()), [""; 0]);
            assert_eq!(read_all(&class_path), read_all(&plain));
            plain.classes().collect::<Vec<_>>().par_iter().for_each(|class| {
                let other = class_path.find(class.name()).unwrap();
                assert!(
                    class.read().unwrap() == other.read().unwrap(),
                    "{} of {}",
                    class.name(),
                    other.path()
                );
            });
        }
    }
}

/// How fast a JDK is opened and read. Run with `--release --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn measure() {
    for jdk in jdks() {
        let best = |what: &str, action: &dyn Fn() -> String| {
            let times = (0..7).map(|_| {
                let start = Instant::now();
                let said = action();
                (start.elapsed(), said)
            });
            let (time, said) = times.min().unwrap();
            eprintln!("{}: {what}: {:.1} ms, {said}", jdk.display(), time.as_secs_f64() * 1e3);
        };
        let open_and_list = |place: &Path| {
            let class_path = open(&[place]);
            let bytes: usize = class_path.classes().map(|class| class.name().len()).sum();
            format!("{} classes, {bytes} bytes of names", class_path.classes().count())
        };
        let read_all = |class_path: &ClassPath| {
            let bytes: usize = class_path.classes().map(|class| class.read().unwrap().len()).sum();
            format!("{bytes} bytes")
        };
        best("open the image and list it", &|| open_and_list(&jdk));
        let jmod = jdk.join("jmods/java.base.jmod");
        if jmod.is_file() {
            best("open java.base.jmod and list it", &|| open_and_list(&jmod));
            let class_path = open(&[&jmod]);
            best("unpack java.base.jmod", &|| read_all(&class_path));
        }
        let folder = tempfile::tempdir().unwrap();
        let image = jdk.join("lib/modules").display().to_string();
        run(&jdk, "jimage", &["extract", "--include", "/java.base/**", &image], folder.path())
            .unwrap();
        best("open java.base as a folder and list it", &|| open_and_list(folder.path()));
        let class_path = open(&[&jdk]);
        let base: Vec<_> =
            class_path.classes().filter(|class| class.path().contains("!/java.base/")).collect();
        best("read java.base", &|| {
            let sum: u64 = base
                .iter()
                .map(|class| class.read().unwrap().iter().map(|&b| u64::from(b)).sum::<u64>())
                .sum();
            format!("{} classes, byte sum {sum}", base.len())
        });
    }
}
