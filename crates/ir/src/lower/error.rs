//! What can be wrong with a method's code.

use std::fmt;

/// A method whose code cannot be lowered, and where that became clear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LowerError {
    /// The bytecode offset of the instruction, from the start of the method's code.
    pub offset: u16,
    /// What was found there.
    pub kind: LowerErrorKind,
}

/// The reason of a [`LowerError`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LowerErrorKind {
    /// Instructions that cannot be decoded; the text of the class-file reader.
    Undecodable(String),
    /// A constant that the instruction cannot use.
    BadConstant(String),
    /// A jump to no instruction.
    BadJump(i32),
    /// An exception table entry with impossible offsets.
    BadHandler,
    /// The code runs over its end.
    FallsOffEnd,
    /// An instruction takes more from the stack than there is.
    StackUnderflow,
    /// The stack grows over its declared size.
    StackOverflow,
    /// Two ways to a place leave stacks of different heights.
    StackHeight,
    /// A local variable outside of the declared room.
    NoSuchLocal(u16),
    /// A local variable that has no value on some way here, or values of different kinds.
    UnusableLocal(u16),
    /// A value on the stack that is of different kinds on the ways here.
    UnusableStack,
    /// A value of another kind than the instruction needs.
    WrongType {
        /// What it needs.
        expected: &'static str,
    },
    /// Subroutines (`jsr`, `ret`) that do not nest.
    BadSubroutine,
    /// So many blocks and variables, or so many copies of subroutines, that no compiler can have written it.
    TooComplex,
    /// The method has no code although it should, or has code although it should not.
    CodePresence,
}

impl fmt::Display for LowerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bytecode offset {}: {}", self.offset, self.kind)
    }
}

impl fmt::Display for LowerErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LowerErrorKind::Undecodable(why) => f.write_str(why),
            LowerErrorKind::BadConstant(why) => f.write_str(why),
            LowerErrorKind::BadJump(to) => write!(f, "a jump to {to}, where no instruction is"),
            LowerErrorKind::BadHandler => {
                f.write_str("an exception handler with impossible bounds")
            }
            LowerErrorKind::FallsOffEnd => f.write_str("the code runs over its end"),
            LowerErrorKind::StackUnderflow => f.write_str("the stack has too few values"),
            LowerErrorKind::StackOverflow => f.write_str("the stack grows over its declared size"),
            LowerErrorKind::StackHeight => {
                f.write_str("the stack has different heights on different ways here")
            }
            LowerErrorKind::NoSuchLocal(n) => {
                write!(f, "local variable {n} is outside of the declared room")
            }
            LowerErrorKind::UnusableLocal(n) => {
                write!(f, "local variable {n} has no usable value on some way here")
            }
            LowerErrorKind::UnusableStack => {
                f.write_str("a value on the stack has no usable type on some way here")
            }
            LowerErrorKind::WrongType { expected } => write!(f, "{expected} is needed here"),
            LowerErrorKind::BadSubroutine => f.write_str("subroutines that do not nest"),
            LowerErrorKind::TooComplex => f.write_str("the method is too complex to be real code"),
            LowerErrorKind::CodePresence => {
                f.write_str("code is missing, or present in an abstract or native method")
            }
        }
    }
}

impl std::error::Error for LowerError {}
