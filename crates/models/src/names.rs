//! The names of classes and types: as people write them ⇄ as class files have them.

use crate::error::{Fault, Spot, nearest};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The classes of `java.lang`, of all releases. Their simple names need no import, and a simple name that is neither here nor
/// imported is a mistake.
static JAVA_LANG: LazyLock<Vec<&str>> =
    LazyLock::new(|| include_str!("java_lang.txt").lines().collect());

/// The simple names that a file has made known so far.
#[derive(Default)]
pub(crate) struct Imports(FxHashMap<String, String>);

impl Imports {
    /// Makes the last part of a dotted name known.
    pub fn add(&mut self, segments: &[&str], spot: Spot) -> Result<(), Fault> {
        refuse_dotted_nesting(segments, spot)?;
        let simple = segments.last().copied().unwrap_or_default();
        let internal = segments.join("/");
        if let Some(other) = self.0.get(simple).filter(|&other| *other != internal) {
            let message = format!("`{simple}` already stands for `{}`", dotted(other));
            return Err(Fault::new(spot, message, "write one of the two in full"));
        }
        self.0.insert(simple.to_owned(), internal);
        Ok(())
    }

    /// The internal name of a class.
    pub fn class(&self, segments: &[&str], spot: Spot) -> Result<String, Fault> {
        refuse_dotted_nesting(segments, spot)?;
        let [simple] = segments else { return Ok(segments.join("/")) };
        if let Some(full) = self.0.get(*simple) {
            return Ok(full.clone());
        }
        let outer = simple.split('$').next().unwrap_or(simple);
        let nested = &simple[outer.len()..];
        if let Some(full) = self.0.get(outer) {
            return Ok(format!("{full}{nested}"));
        }
        if JAVA_LANG.binary_search(&outer).is_ok() {
            return Ok(format!("java/lang/{simple}"));
        }
        Err(self.unknown(simple, spot))
    }

    fn unknown(&self, simple: &str, spot: Spot) -> Fault {
        let known = self.0.keys().map(String::as_str).chain(JAVA_LANG.iter().copied());
        let help = if primitive(&simple.to_lowercase()).is_some() {
            format!("did you mean `{}`?", simple.to_lowercase())
        } else if simple.len() == 1 {
            "types are erased: write the bound of a type variable, mostly `Object`".to_owned()
        } else if let Some(candidate) = nearest(simple, known) {
            format!("did you mean `{candidate}`? If not, import it or write it in full")
        } else {
            "import it, or write it with its package".to_owned()
        };
        Fault::new(spot, format!("the class `{simple}` is not known"), help)
    }
}

/// `Map.Entry` would be a class `Entry` of a package `Map`, which nobody means.
fn refuse_dotted_nesting(segments: &[&str], spot: Spot) -> Result<(), Fault> {
    let starts_upper = |s: &str| s.chars().next().is_some_and(char::is_uppercase);
    for (i, pair) in segments.windows(2).enumerate() {
        if starts_upper(pair[0]) && starts_upper(pair[1]) {
            let written = segments.join(".");
            let right = format!("{}${}", segments[..=i].join("."), segments[i + 1..].join("$"));
            let message = format!("`{written}` looks like a nested class");
            return Err(Fault::new(spot, message, format!("write `{right}`")));
        }
    }
    Ok(())
}

/// The descriptor of a primitive type.
pub(crate) fn primitive(name: &str) -> Option<&'static str> {
    Some(match name {
        "boolean" => "Z",
        "byte" => "B",
        "char" => "C",
        "short" => "S",
        "int" => "I",
        "long" => "J",
        "float" => "F",
        "double" => "D",
        _ => return None,
    })
}

/// The source form of a descriptor that this crate has made.
pub(crate) fn source_form(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let name = match element {
        "Z" => "boolean".to_owned(),
        "B" => "byte".to_owned(),
        "C" => "char".to_owned(),
        "S" => "short".to_owned(),
        "I" => "int".to_owned(),
        "J" => "long".to_owned(),
        "F" => "float".to_owned(),
        "D" => "double".to_owned(),
        _ => dotted(element.strip_prefix('L').unwrap_or(element).trim_end_matches(';')),
    };
    name + &"[]".repeat(descriptor.len() - element.len())
}

/// The source form of a class as `new` and casts name it: an internal name, or the descriptor of an array.
pub(crate) fn class_source_form(class: &str) -> String {
    if class.starts_with('[') { source_form(class) } else { dotted(class) }
}

/// An internal name with dots.
pub(crate) fn dotted(internal: &str) -> String {
    internal.replace('/', ".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_known_names_is_sorted() {
        assert!(JAVA_LANG.is_sorted());
        assert!(JAVA_LANG.contains(&"Thread") && !JAVA_LANG.contains(&"List"));
    }

    #[test]
    fn types_have_a_source_form() {
        assert_eq!(source_form("[[I"), "int[][]");
        assert_eq!(source_form("Ljava/util/Map$Entry;"), "java.util.Map$Entry");
        assert_eq!(class_source_form("[Ljava/lang/Object;"), "java.lang.Object[]");
        assert_eq!(class_source_form("Lonely"), "Lonely");
    }
}
