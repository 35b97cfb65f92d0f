//! Methods by name, as text that two independent views of a program agree on.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

/// A method, spelled `pkg/Class.name(I)V`. A name sorts and compares as its text does.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodName(Arc<str>);

impl MethodName {
    /// The name of a method, from the internal name of its class, its own name and its descriptor.
    pub fn new(
        class: impl fmt::Display,
        name: impl fmt::Display,
        descriptor: impl fmt::Display,
    ) -> MethodName {
        MethodName(format!("{class}.{name}{descriptor}").into())
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The internal name of the class: `java/lang/Object`.
    pub fn class(&self) -> &str {
        // Neither the name of a class nor that of a method can contain a dot.
        self.0.split_once('.').map_or("", |(class, _)| class)
    }

    /// The name of the method without class and descriptor: `<init>`.
    pub fn name(&self) -> &str {
        let member = self.0.split_once('.').map_or(&*self.0, |(_, member)| member);
        member.rsplit_once('(').map_or(member, |(name, _)| name)
    }

    /// The descriptor: `(I)V`.
    pub fn descriptor(&self) -> &str {
        // An odd name may contain a parenthesis, a descriptor has no second one.
        self.0.rfind('(').map_or("", |at| &self.0[at..])
    }

    /// Whether it initialises a class.
    pub fn is_class_initialiser(&self) -> bool {
        self.name() == "<clinit>"
    }
}

impl From<&str> for MethodName {
    fn from(text: &str) -> MethodName {
        MethodName(text.into())
    }
}

impl Borrow<str> for MethodName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MethodName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for MethodName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_parts() {
        let name = MethodName::new("a/B$C", "<init>", "(ILjava/util/List;)V");
        assert_eq!(name.as_str(), "a/B$C.<init>(ILjava/util/List;)V");
        assert_eq!(name.class(), "a/B$C");
        assert_eq!(name.name(), "<init>");
        assert_eq!(name.descriptor(), "(ILjava/util/List;)V");
        assert!(!name.is_class_initialiser());
        assert!(MethodName::from("A.<clinit>()V").is_class_initialiser());
        assert_eq!(MethodName::from("a/B.odd(name(I)V").name(), "odd(name");
    }
}
