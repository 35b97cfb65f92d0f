//! A method's body as it is written: nested expressions and names, before variables have numbers.

use crate::data::{CallMode, Effect, Field, Limit, LockMode, Property};
use crate::error::Spot;

/// A name with its place.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub text: String,
    pub spot: Spot,
}

/// A field of an object, with its place.
#[derive(Clone, Debug)]
pub(crate) struct FieldName {
    pub field: Field,
    pub spot: Spot,
}

/// What has a value.
#[derive(Clone, Debug)]
pub(crate) enum Expr {
    Variable(Name),
    Load(Box<Expr>, FieldName),
    Static { class: String, field: String, spot: Spot },
    New { class: String, spot: Spot },
    Cast { class: String, of: Box<Expr>, spot: Spot },
    Call(Call),
}

impl Expr {
    /// Where it begins.
    pub fn spot(&self) -> Spot {
        match self {
            Expr::Variable(name) => name.spot,
            Expr::Load(base, _) => base.spot(),
            Expr::Static { spot, .. } | Expr::New { spot, .. } | Expr::Cast { spot, .. } => *spot,
            Expr::Call(call) => call.spot,
        }
    }
}

/// A call or a fork.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub mode: CallMode,
    pub class: String,
    pub method: String,
    pub parameters: Option<Vec<String>>,
    /// None for `_`.
    pub args: Vec<Option<Expr>>,
    pub spot: Spot,
}

/// A statement or an effect.
#[derive(Clone, Debug)]
pub(crate) enum Line {
    Assign(Name, Expr),
    Store(Expr, FieldName, Expr),
    StoreStatic { class: String, field: String, from: Expr },
    Return(Expr, Spot),
    Throw(Expr),
    Do(Call),
    Effect(EffectLine),
}

impl Line {
    /// Where it begins.
    pub fn spot(&self) -> Spot {
        match self {
            Line::Assign(name, _) => name.spot,
            Line::Store(base, ..) => base.spot(),
            Line::StoreStatic { from, .. } | Line::Throw(from) => from.spot(),
            Line::Return(_, spot) => *spot,
            Line::Do(call) => call.spot,
            Line::Effect(effect) => effect.spot(),
        }
    }
}

/// An effect.
#[derive(Clone, Debug)]
pub(crate) enum EffectLine {
    Reads(Name, FieldName),
    Writes(Name, FieldName),
    Joins { thread: Name, limit: Limit },
    Acquires { lock: Name, mode: LockMode, is_try: bool },
    Releases { lock: Name, mode: LockMode },
    Signals(Name),
    Awaits(Name),
    Property(Property, Spot),
}

impl EffectLine {
    fn spot(&self) -> Spot {
        match self {
            EffectLine::Reads(name, _) | EffectLine::Writes(name, _) => name.spot,
            EffectLine::Signals(name) | EffectLine::Awaits(name) => name.spot,
            EffectLine::Joins { thread, .. } => thread.spot,
            EffectLine::Acquires { lock, .. } | EffectLine::Releases { lock, .. } => lock.spot,
            EffectLine::Property(_, spot) => *spot,
        }
    }
}

/// The use of a state, to be checked when all classes are known.
#[derive(Clone, Debug)]
pub(crate) struct StateUse {
    pub state: String,
    /// The class that must have it, where that is known.
    pub owner: Option<String>,
    pub spot: Spot,
}

/// What a method's body comes to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lowered {
    pub summary: crate::data::Summary,
    pub effects: Vec<Effect>,
    pub state_uses: Vec<StateUse>,
}
