//! Thousands of damaged archives and images: none may panic, hang or use much memory, whatever they say about
//! themselves. The generator is seeded, so that a failure can be repeated.

use std::fs;
use std::path::Path;

use super::image_builder::{ImageBuilder, zlib};
use super::zip_builder::{Entry, ZipBuilder, zip};
use super::{class_bytes, open};

/// No case comes near this many bytes in problems, names and contents; without limits a single one easily does.
const MOST_BYTES: usize = 4 << 20;

/// xorshift64*: small, fast, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }
}

/// Flips bits, writes extreme values, cuts and repeats.
fn mutate(original: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        let room = (bytes.len() - at).min(4);
        match random.below(7) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = random.below(256) as u8,
            2 => bytes[at..at + room].fill(0xff),
            3 => bytes[at..at + room].fill(0),
            4 => bytes[at] = bytes[at].wrapping_add(1),
            5 => bytes.truncate(at.max(1)),
            _ => {
                let piece =
                    bytes[at..(at + 64).min(original.len().max(at)).min(bytes.len())].to_vec();
                bytes.splice(at..at, piece);
            }
        }
    }
    bytes
}

/// Opens a file and reads everything in it. How many bytes that gave.
fn use_all(path: &Path) -> usize {
    let class_path = open(&[path]);
    let all = class_path.classes().chain(class_path.module_infos()).chain(class_path.duplicates());
    let contents = all.map(|class| {
        class.path().len() + class.read().map_or_else(|p| p.to_string().len(), |b| b.len())
    });
    let resources = class_path.resources("META-INF/MANIFEST.MF").len();
    let problems = class_path.problems().iter().map(|problem| problem.to_string().len());
    contents.sum::<usize>() + problems.sum::<usize>() + resources
}

fn check(original: &[u8], cases: usize, seed: u64) {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random(seed);
    for case in 0..cases {
        let path = folder.path().join(format!("case{case}.jar"));
        fs::write(&path, mutate(original, &mut random)).unwrap();
        let used = use_all(&path);
        assert!(used < MOST_BYTES, "case {case}: {used} bytes");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn mutated_archives_do_no_harm() {
    let manifest: &[u8] = b"Manifest-Version: 1.0\nMulti-Release: true\nClass-Path: x.jar\n";
    let inner = zip(&[("in/I.class", &class_bytes("in/I", 50))]);
    let builder = ZipBuilder {
        entries: vec![
            Entry::new("META-INF/MANIFEST.MF", manifest),
            Entry::stored("A.class", class_bytes("A", 50)),
            Entry::new("META-INF/versions/9/A.class", class_bytes("A", 53)),
            Entry { descriptor: true, ..Entry::new("b/B.class", class_bytes("b/B", 50)) },
            Entry::stored("lib/in.jar", &inner),
            Entry::new("lib/packed.jar", &inner),
        ],
        ..ZipBuilder::default()
    };
    check(&builder.build(), 3000, 0x5eed_0001);
    check(&ZipBuilder { zip64: true, ..builder }.build(), 1500, 0x5eed_0002);
}

#[test]
fn mutated_images_do_no_harm() {
    for big in [false, true] {
        let mut image = ImageBuilder::new(big);
        for name in ["A", "B", "C", "D"] {
            let class = class_bytes(&format!("p/{name}"), 50);
            let (file, size) = (format!("{name}.class"), class.len() as u64);
            match name {
                "A" => image.plain("m", "p", &file, &class),
                "B" => {
                    let packed = image.layer("zip", &zlib(&class), size);
                    image.packed("m", "p", &file, packed, size);
                }
                _ => {
                    let shared = image.share_text(&class);
                    let inner = image.layer("compact-cp", &shared, size);
                    let packed = image.layer("zip", &zlib(&inner), inner.len() as u64);
                    image.packed("m", "p", &file, packed, size);
                }
            }
        }
        check(&image.build().bytes, 2000, 0x5eed_0003);
    }
}

#[test]
fn mutated_class_files_do_no_harm() {
    let class = class_bytes("some/pack/Name", 50);
    let mut random = Random(0x5eed_0004);
    for _ in 0..20_000 {
        let bytes = mutate(&class, &mut random);
        if let Ok(name) = crate::source::this_class(&bytes) {
            assert!(name.as_bytes().len() < bytes.len());
        }
    }
}
