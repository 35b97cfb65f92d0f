//! What two accesses have in common.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Frame, external, simple};

/// What is accessed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Location {
    /// The class that declares the field, in internal form; or the type of the array, as a descriptor.
    pub class: String,
    /// The field; of a library object a part of its state; none for an element of an array.
    pub field: Option<String>,
    /// Whether it is static.
    pub is_static: bool,
    /// Of an array or library object: which one is meant, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<Holder>,
}

/// What tells an object from others of its class.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Holder {
    /// A field that holds it, maybe inside of another object.
    Field {
        /// The class that declares it, in internal form.
        class: String,
        /// Its name.
        field: String,
    },
    /// The place where it is made.
    Made(Frame),
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, external)
    }
}

impl Location {
    /// Without packages.
    pub fn short(&self) -> String {
        struct Short<'l>(&'l Location);
        impl fmt::Display for Short<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.write(f, |class| simple(class).to_owned())
            }
        }
        Short(self).to_string()
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: fn(&str) -> String) -> fmt::Result {
        match (&self.field, &self.holder) {
            (Some(field), None) => write!(f, "{}.{field}", name(&self.class)),
            (None, None) => f.write_str(&array_type(&self.class, name)),
            (_, Some(holder)) => {
                let object = match self.class.starts_with('[') {
                    true => array_type(&self.class, |class| simple(class).to_owned()),
                    false => simple(&self.class).to_owned(),
                };
                match holder {
                    Holder::Field { class, field } => {
                        write!(f, "{object} stored in {}.{field}", name(class))
                    }
                    Holder::Made(frame) => write!(f, "{object} made {}", made(frame)),
                }
            }
        }
    }

    /// What does not depend on lines.
    pub(crate) fn stable(&self) -> String {
        let whole = Location { holder: None, ..self.clone() };
        match &self.holder {
            None => whole.to_string(),
            Some(Holder::Field { class, field }) => format!("{whole} in {class}.{field}"),
            Some(Holder::Made(frame)) => format!("{whole} of {}.{}", frame.class, frame.method),
        }
    }
}

fn made(frame: &Frame) -> String {
    match (&frame.file, frame.line) {
        (Some(file), Some(line)) => format!("at {file}:{line}"),
        _ => format!("in {}.{}", simple(&frame.class), frame.method),
    }
}

/// The type that a descriptor of an array means: `int[][]` for `[[I`.
fn array_type(descriptor: &str, class: fn(&str) -> String) -> String {
    let element = descriptor.trim_start_matches('[');
    let dimensions = descriptor.len() - element.len();
    let name = match element {
        "Z" => "boolean".to_owned(),
        "B" => "byte".to_owned(),
        "C" => "char".to_owned(),
        "S" => "short".to_owned(),
        "I" => "int".to_owned(),
        "J" => "long".to_owned(),
        "F" => "float".to_owned(),
        "D" => "double".to_owned(),
        _ => class(element.trim_start_matches('L').trim_end_matches(';')),
    };
    name + &"[]".repeat(dimensions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_of_a_library_is_known_by_what_holds_it() {
        let holder = Holder::Field { class: "com/acme/Cache".into(), field: "entries".into() };
        let mut location = Location {
            class: "java/util/ArrayList".into(),
            field: Some("contents".into()),
            is_static: false,
            holder: Some(holder),
        };
        assert_eq!(location.to_string(), "ArrayList stored in com.acme.Cache.entries");
        assert_eq!(location.short(), "ArrayList stored in Cache.entries");
        location.class = "[[Ljava/lang/String;".into();
        assert_eq!(location.short(), "String[][] stored in Cache.entries");
        location.holder = None;
        location.field = None;
        assert_eq!(location.to_string(), "java.lang.String[][]");
    }

    #[test]
    fn lines_are_shown_but_are_no_part_of_what_is_stable() {
        let at = |line| Location {
            class: "[I".into(),
            field: None,
            is_static: false,
            holder: Some(Holder::Made(Frame {
                class: "a/Main".into(),
                method: "main".into(),
                file: Some("Main.java".into()),
                line: Some(line),
            })),
        };
        assert_eq!(at(7).to_string(), "int[] made at Main.java:7");
        assert_eq!(at(7).stable(), at(8).stable());
    }
}
