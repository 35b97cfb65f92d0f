//! Classes that are written many times, each time with other packages.

use classfile::{ClassFile, Constant, ParseError};

/// A class file with holes for the names of packages.
pub(super) struct Template {
    name: String,
    /// Bytes as they are, and after each of them a text of the constant pool that names packages.
    pieces: Vec<(Vec<u8>, String)>,
    rest: Vec<u8>,
    /// How many methods of it have code.
    pub(super) methods: usize,
}

impl Template {
    /// A template of a class file. Packages in `names` are holes.
    pub(super) fn new(bytes: &[u8], names: &[&str]) -> Result<Template, ParseError> {
        let class = ClassFile::parse(bytes)?;
        let mut pieces = Vec::new();
        let mut done = 0;
        for (index, constant) in class.constants.iter() {
            let Constant::Utf8(text) = constant else { continue };
            let text = text.to_text().into_owned();
            if names.iter().any(|name| text.contains(&format!("{name}/"))) {
                // After the tag; the text comes with its length.
                let start = class.constants.file_offset(index) + 1;
                pieces.push((bytes[done..start].to_vec(), text.clone()));
                done = start + 2 + text.len();
            }
        }
        let methods = class.methods.iter().filter(|method| method.code().is_some()).count();
        let name = class.name().to_text().into_owned();
        Ok(Template { name, pieces, rest: bytes[done..].to_vec(), methods })
    }

    /// The class with other packages: its internal name and its bytes.
    pub(super) fn fill(&self, packages: &[(&str, &str)]) -> (String, Vec<u8>) {
        let filled = |text: &str| {
            packages.iter().fold(text.to_owned(), |text, (name, package)| {
                text.replace(&format!("{name}/"), &format!("{package}/"))
            })
        };
        let mut bytes = Vec::new();
        for (before, text) in &self.pieces {
            let text = filled(text);
            let length = u16::try_from(text.len()).expect("invariant: names are short");
            bytes.extend_from_slice(before);
            bytes.extend_from_slice(&length.to_be_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
        bytes.extend_from_slice(&self.rest);
        (filled(&self.name), bytes)
    }
}
