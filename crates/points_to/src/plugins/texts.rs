//! Texts that list names: `"shop.Pump,shop.Valve".split(",")`.
//!
//! Coarser than the library: what the text is split at does not matter. A list is split at everything that cannot be part of
//! a name.

use ir::{Name, Type};

use crate::code::New;
use crate::extract::Builder;
use crate::heap::ObjKind;
use crate::ids::Var;

use super::{Expansion, Params, RuleKind, STRING};

const SPLIT: &str = "text-split";

/// Whether constants that are given to an intrinsic are names. What a text is split at is none.
pub(crate) fn takes_names(intrinsic: &str) -> bool {
    intrinsic != SPLIT
}

/// The first name of a text that lists names with packages.
pub(crate) fn first_of_list(text: &str) -> Option<&str> {
    let mut names = names_in(text);
    let (first, second) = (names.next()?, names.next()?);
    (first.contains('.') && second.contains('.')).then_some(first)
}

/// The parts of a text that may be names.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '$');
    text.split(move |c| !is_part(c)).filter(|part| !part.is_empty())
}

/// The names in a text that may be those of classes with packages, as class files spell them.
pub(crate) fn class_names_in(text: &str) -> impl Iterator<Item = String> {
    let is_class = |name: &&str| {
        let mut parts = name.split('.');
        let is_identifier =
            |part: &str| part.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$'));
        name.contains('.') && parts.all(is_identifier)
    };
    names_in(text).filter(is_class).map(|name| name.replace('.', "/"))
}

impl Builder<'_> {
    pub(super) fn texts(&mut self, name: &str, params: &Params<'_>, ret: Option<Var>) -> bool {
        if name != SPLIT {
            return false;
        }
        let part = self.found(params, ret);
        if let Some(part) = part {
            self.allocate(part, Type::Ref(Name::new(STRING)));
        }
        self.rule(RuleKind::NamesInText, params.at(0), vec![], part);
        true
    }
}

impl Expansion<'_> {
    pub(super) fn names_in_text(&mut self) {
        if let ObjKind::Text(text) = self.object.kind {
            for name in names_in(text.as_str()) {
                self.result(New::Text(Name::new(name)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_classes_have_packages() {
        let text = "# See e.g. the manual, 2.1.\npump.class=shop.Pump, \\\n  shop.Valve$Part\nmode = On.\n";
        let names: Vec<String> = class_names_in(text).collect();
        assert_eq!(names, ["pump/class", "shop/Pump", "shop/Valve$Part"]);
    }

    #[test]
    fn a_list_has_more_than_one_name() {
        assert_eq!(first_of_list("a.B,a.C$D"), Some("a.B"));
        assert_eq!(first_of_list(" a.B ; a.C"), Some("a.B"));
        assert_eq!(first_of_list("a.B,"), None);
        assert_eq!(first_of_list("Cannot open a.B"), None);
        assert_eq!(first_of_list(""), None);
        let names: Vec<&str> = names_in(" a.B,a.C$D\n").collect();
        assert_eq!(names, ["a.B", "a.C$D"]);
    }
}
