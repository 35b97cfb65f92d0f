//! Names: of classes, members, variables, and the texts of string constants.

use std::fmt;
use std::sync::LazyLock;

use classfile::JStr;

use crate::intern::{Id, Interner};

static NAMES: LazyLock<Interner<str>> = LazyLock::new(Interner::new);

/// Interned text. Equal names are equal numbers; the order is that of the texts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name(Id);

impl Name {
    /// The name with this text.
    pub fn new(text: &str) -> Name {
        let id = NAMES.intern(text, || Some(text.into()));
        Name(id.expect("invariant: every text can be interned"))
    }

    /// The name with the text of a class file. See [`JStr::to_text`] for text that is not Unicode.
    pub fn from_jstr(text: JStr<'_>) -> Name {
        Name::new(&text.to_text())
    }

    /// Its text.
    #[inline]
    pub fn as_str(self) -> &'static str {
        NAMES.get(self.0)
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Name) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Name) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Name::new(text)
    }
}
