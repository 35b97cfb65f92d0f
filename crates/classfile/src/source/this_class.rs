//! The name of a class, from its bytes, without parsing the rest.
//!
//! For a class in a folder the path does not say the name, because the folder that the user named may lie above the
//! root of the packages. This reads the constant pool once and stops at `this_class`.

use crate::error::{ErrorKind, ParseError};
use crate::jstr::JStr;

const MAGIC: u32 = 0xcafe_babe;
const UTF8: u8 = 1;
const LONG: u8 = 5;
const DOUBLE: u8 = 6;
const CLASS: u8 = 7;

/// Where the constant pool's contents start: after magic, versions and the count.
const CONSTANTS_START: usize = 10;

/// The internal name (`java/lang/Object`) of the class in `bytes`.
pub fn this_class(bytes: &[u8]) -> Result<&JStr, ParseError> {
    let magic = u32::from_be_bytes(take(bytes, 0)?);
    if magic != MAGIC {
        return Err(ParseError { offset: 0, kind: ErrorKind::NotAClassFile(magic) });
    }
    let (constants, end) = constant_offsets(bytes)?;
    let class = u16_at(bytes, end + 2)?;
    let name = u16_at(bytes, find(bytes, &constants, class, CLASS, end + 2)? + 1)?;
    let utf8 = find(bytes, &constants, name, UTF8, end + 2)?;
    let len = usize::from(u16_at(bytes, utf8 + 1)?);
    // `constant_offsets` has walked over this constant, so all of its bytes are there.
    JStr::new(&bytes[utf8 + 3..utf8 + 3 + len])
        .ok_or(ParseError { offset: utf8 + 3, kind: ErrorKind::BadText })
}

/// The offset of each constant (0 where there is none), and where the pool ends.
fn constant_offsets(bytes: &[u8]) -> Result<(Vec<u32>, usize), ParseError> {
    let count = usize::from(u16_at(bytes, 8)?);
    let mut offsets = vec![0; count];
    let mut at = CONSTANTS_START;
    let mut index = 1;
    while index < count {
        let [tag] = take(bytes, at)?;
        offsets[index] = at as u32;
        let len = 1 + constant_len(bytes, at, tag)?;
        if bytes.len() - at < len {
            return Err(truncated(bytes, at, len));
        }
        at += len;
        index += if matches!(tag, LONG | DOUBLE) { 2 } else { 1 };
    }
    Ok((offsets, at))
}

/// The length of a constant without its tag.
fn constant_len(bytes: &[u8], at: usize, tag: u8) -> Result<usize, ParseError> {
    Ok(match tag {
        UTF8 => 2 + usize::from(u16_at(bytes, at + 1)?),
        LONG | DOUBLE => 8,
        3 | 4 | 9..=12 | 17 | 18 => 4,
        15 => 3,
        CLASS | 8 | 16 | 19 | 20 => 2,
        _ => return Err(ParseError { offset: at, kind: ErrorKind::UnknownConstantTag(tag) }),
    })
}

/// The offset of a constant of the wanted kind; `from` is where the pool is referred to from.
fn find(
    bytes: &[u8],
    constants: &[u32],
    index: u16,
    tag: u8,
    from: usize,
) -> Result<usize, ParseError> {
    let at = constants.get(usize::from(index)).map_or(0, |&at| at as usize);
    if at != 0 && bytes[at] == tag {
        return Ok(at);
    }
    let expected = if tag == CLASS { "a class" } else { "text" };
    Err(ParseError { offset: from, kind: ErrorKind::BadConstant { index, expected } })
}

fn u16_at(bytes: &[u8], at: usize) -> Result<u16, ParseError> {
    take(bytes, at).map(u16::from_be_bytes)
}

fn take<const N: usize>(bytes: &[u8], at: usize) -> Result<[u8; N], ParseError> {
    let tail = bytes.get(at..).unwrap_or_default();
    tail.first_chunk().copied().ok_or_else(|| truncated(bytes, at, N))
}

fn truncated(bytes: &[u8], at: usize, wanted: usize) -> ParseError {
    let missing = at + wanted - bytes.len().min(at + wanted);
    ParseError { offset: bytes.len(), kind: ErrorKind::Truncated { missing } }
}
