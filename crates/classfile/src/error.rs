//! What can be wrong with a class file.

use std::fmt;

/// A class file that cannot be read, and the byte at which that became clear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Offset from the start of the class file.
    pub offset: usize,
    /// What was found there.
    pub kind: ErrorKind,
}

/// The reason of a [`ParseError`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are told by the text of the variant")]
pub enum ErrorKind {
    /// The file does not start with `CAFEBABE`; holds the first four bytes.
    NotAClassFile(u32),
    /// The file ends before a structure does; holds the missing number of bytes.
    Truncated { missing: usize },
    /// A class file version outside of 45 to 69.
    UnsupportedVersion { major: u16, minor: u16 },
    /// A constant of an unknown kind.
    UnknownConstantTag(u8),
    /// A reference to a constant that is not there, or of another kind than the place demands.
    BadConstant { index: u16, expected: &'static str },
    /// Text that is not modified UTF-8.
    BadText,
    /// An attribute whose contents end before or after its declared length.
    AttributeLength { declared: u32, read: usize },
    /// An unknown tag in an annotation, a stack map frame or a type path.
    UnknownTag { what: &'static str, tag: u8 },
    /// Annotation values nested too deeply to be real.
    TooDeep,
    /// A byte that is no instruction.
    UnknownOpcode(u8),
    /// An instruction that reaches over the end of the code.
    TruncatedInstruction,
    /// A switch with its bounds in the wrong order or more cases than bytes.
    BadSwitch,
    /// A code length that the format does not allow (0 or more than 65535).
    CodeLength(u32),
    /// Bytes after the end of the class.
    TrailingBytes(usize),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at offset {}: {}", self.offset, self.kind)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::NotAClassFile(magic) => {
                write!(f, "not a class file (it starts with {magic:08x} instead of cafebabe)")
            }
            ErrorKind::Truncated { missing } => {
                write!(f, "the file ends too early, at least {missing} bytes are missing")
            }
            ErrorKind::UnsupportedVersion { major, minor } => write!(
                f,
                "class file version {major}.{minor} is not supported (45 to 69 are, Java 1.1 to 25)"
            ),
            ErrorKind::UnknownConstantTag(tag) => write!(f, "unknown constant kind {tag}"),
            ErrorKind::BadConstant { index, expected } => {
                write!(f, "constant #{index} is not {expected}")
            }
            ErrorKind::BadText => write!(f, "text that is not modified UTF-8"),
            ErrorKind::AttributeLength { declared, read } => {
                write!(f, "an attribute says it has {declared} bytes, but its contents have {read}")
            }
            ErrorKind::UnknownTag { what, tag } => write!(f, "unknown {what} {tag}"),
            ErrorKind::TooDeep => write!(f, "annotation values are nested too deeply"),
            ErrorKind::UnknownOpcode(op) => write!(f, "byte 0x{op:02x} is no instruction"),
            ErrorKind::TruncatedInstruction => {
                write!(f, "the last instruction reaches over the end of the code")
            }
            ErrorKind::BadSwitch => write!(f, "a switch with impossible bounds"),
            ErrorKind::CodeLength(n) => {
                write!(f, "a method with {n} bytes of code (1 to 65535 are possible)")
            }
            ErrorKind::TrailingBytes(n) => write!(f, "{n} bytes follow the end of the class"),
        }
    }
}

impl std::error::Error for ParseError {}
