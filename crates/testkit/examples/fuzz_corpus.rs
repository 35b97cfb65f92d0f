//! Writes a corpus for the fuzz targets into a folder: hand-made classes, and small ones of the newest JDK.

use std::path::PathBuf;

use testkit::{jdk, oddities};

fn main() -> std::io::Result<()> {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: fuzz_corpus FOLDER");
        std::process::exit(2);
    };
    std::fs::create_dir_all(&folder)?;
    let hand_made = oddities::all().into_iter().map(|odd| odd.bytes);
    let mut inputs: Vec<Vec<u8>> = hand_made.filter(|bytes| bytes.len() < 20_000).collect();
    if let Some(jdk) = jdk::newest() {
        let class_path = jdk::class_path(&jdk);
        let bytes = class_path.classes().step_by(23).filter_map(|entry| entry.read().ok());
        inputs.extend(bytes.filter(|bytes| bytes.len() < 3_000).map(|bytes| bytes.into_owned()));
    }
    for (number, bytes) in inputs.iter().enumerate() {
        std::fs::write(folder.join(format!("{number:04}.class")), bytes)?;
    }
    println!("{} classes in {}", inputs.len(), folder.display());
    Ok(())
}
