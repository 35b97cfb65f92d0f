//! The reasons why a method has no body, by name.

use super::words::Quoted;
use crate::lower::{LowerError, LowerErrorKind};
use crate::name::Name;

/// What follows the name of a reason.
pub(super) enum Detail {
    None,
    Text(Name),
    Number(i32),
}

/// `@offset reason [detail]`
pub(super) fn print(error: &LowerError) -> String {
    use LowerErrorKind as Kind;
    let kind = match &error.kind {
        Kind::Undecodable(why) => format!("undecodable {}", Quoted(why)),
        Kind::BadConstant(why) => format!("bad-constant {}", Quoted(why)),
        Kind::BadJump(to) => format!("bad-jump {to}"),
        Kind::BadHandler => "bad-handler".into(),
        Kind::FallsOffEnd => "falls-off-end".into(),
        Kind::StackUnderflow => "stack-underflow".into(),
        Kind::StackOverflow => "stack-overflow".into(),
        Kind::StackHeight => "stack-height".into(),
        Kind::NoSuchLocal(local) => format!("no-such-local {local}"),
        Kind::UnusableLocal(local) => format!("unusable-local {local}"),
        Kind::UnusableStack => "unusable-stack".into(),
        Kind::WrongType { expected } => format!("wrong-type {}", Quoted(expected)),
        Kind::BadSubroutine => "bad-subroutine".into(),
        Kind::TooComplex => "too-complex".into(),
        Kind::CodePresence => "code-presence".into(),
    };
    format!("@{} {kind}", error.offset)
}

/// The reason with this name and detail.
pub(super) fn kind(word: &str, detail: &Detail) -> Option<LowerErrorKind> {
    use LowerErrorKind as Kind;
    Some(match (word, detail) {
        ("undecodable", Detail::Text(why)) => Kind::Undecodable(why.as_str().into()),
        ("bad-constant", Detail::Text(why)) => Kind::BadConstant(why.as_str().into()),
        ("bad-jump", &Detail::Number(to)) => Kind::BadJump(to),
        ("bad-handler", Detail::None) => Kind::BadHandler,
        ("falls-off-end", Detail::None) => Kind::FallsOffEnd,
        ("stack-underflow", Detail::None) => Kind::StackUnderflow,
        ("stack-overflow", Detail::None) => Kind::StackOverflow,
        ("stack-height", Detail::None) => Kind::StackHeight,
        ("no-such-local", &Detail::Number(local)) => Kind::NoSuchLocal(local.try_into().ok()?),
        ("unusable-local", &Detail::Number(local)) => Kind::UnusableLocal(local.try_into().ok()?),
        ("unusable-stack", Detail::None) => Kind::UnusableStack,
        ("wrong-type", Detail::Text(expected)) => Kind::WrongType { expected: expected.as_str() },
        ("bad-subroutine", Detail::None) => Kind::BadSubroutine,
        ("too-complex", Detail::None) => Kind::TooComplex,
        ("code-presence", Detail::None) => Kind::CodePresence,
        _ => return None,
    })
}
