//! What the analysis did not see, so that a user knows.

use ir::Name;
use ir::hierarchy::ResolveError;

/// Something that was not followed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gap {
    /// What kind of thing.
    pub kind: GapKind,
    /// The method, field or class.
    pub what: String,
    /// Why.
    pub why: String,
    /// The class that is missing, if that is why.
    pub missing: Option<Name>,
}

impl Gap {
    /// A method that nobody says anything about, on objects that models have made.
    pub(crate) fn unmodelled(what: String) -> Gap {
        let why = "its class has a model, which says nothing about this method".to_owned();
        Gap { kind: GapKind::Unmodelled, what, why, missing: None }
    }
}

/// The kinds of gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GapKind {
    /// A reference that does not resolve: a class, method or field is missing.
    Unresolved,
    /// Code that a model says not to look at.
    Cut,
    /// A native method without a model.
    Native,
    /// Reflection whose target is not known.
    Reflection,
    /// A model that does not fit the classes.
    Model,
    /// A method of a class with a model, about which the model says nothing.
    Unmodelled,
}

/// The gaps of one piece of code.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gaps(pub(crate) Vec<Gap>);

impl Gaps {
    fn push(&mut self, kind: GapKind, what: String, why: String) {
        self.0.push(Gap { kind, what, why, missing: None });
    }

    /// A field or method that does not resolve.
    pub(crate) fn reference(&mut self, what: String, error: ResolveError) {
        let missing = match error {
            ResolveError::MissingClass(class) => Some(class),
            _ => None,
        };
        self.0.push(Gap { kind: GapKind::Unresolved, what, why: error.to_string(), missing });
    }

    pub(crate) fn unresolved(&mut self, what: String, why: String) {
        self.push(GapKind::Unresolved, what, why);
    }

    pub(crate) fn cut(&mut self, what: String, why: String) {
        self.push(GapKind::Cut, what, why);
    }

    pub(crate) fn native(&mut self, what: String) {
        self.push(GapKind::Native, what, "native, and no model says what it does".to_owned());
    }

    pub(crate) fn unmodelled(&mut self, what: String) {
        self.0.push(Gap::unmodelled(what));
    }

    pub(crate) fn model(&mut self, what: String) {
        self.push(GapKind::Model, what, "the model does not fit the classes".to_owned());
    }
}
