//! Lists the built-in model files, so that a new file in `jdk` is picked up by being there.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets this");
    let folder = Path::new(&root).join("jdk");
    println!("cargo::rerun-if-changed=jdk");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the folder of built-in models can be read")
        .map(|entry| entry.expect("its entries can be read").file_name())
        .filter_map(|name| name.into_string().ok())
        .filter(|name| name.ends_with(".model"))
        .collect();
    names.sort();
    let mut list = String::from("&[\n");
    for name in &names {
        let path = folder.join(name);
        println!("cargo::rerun-if-changed=jdk/{name}");
        writeln!(list, "    ({name:?}, include_str!({path:?})),").expect("a string takes text");
    }
    list.push_str("]\n");
    let out = env::var("OUT_DIR").expect("cargo sets this");
    fs::write(Path::new(&out).join("jdk_files.rs"), list).expect("the list can be written");
}
