//! What jlink's compression plugins did to a resource, undone.
//!
//! A compressed resource starts with a header that names its decompressor; the result may start with another header.
//! `zip` is a zlib stream. `compact-cp` took the text out of a class's constant pool and put it into the strings of the
//! image, where equal text of all classes is stored once; descriptors are split further into their class names.

use std::borrow::Cow;

use super::image::ByteOrder;
use super::limits::Limits;
use super::problem::{ProblemKind, shown};
use super::zip::{InflateError, Wrapper, inflate};

const MAGIC: u32 = 0xcafe_fafa;
const HEADER_LEN: usize = 29;

/// Two are known, so more layers than this are not honest.
const MOST_LAYERS: u32 = 4;

/// The constant pool cannot hold longer text.
pub(crate) const LONGEST_STRING: usize = 0xffff;

/// The constant that stands for text in the image's strings.
const SHARED_TEXT: u8 = 23;
/// The same for a descriptor; the class names in it are shared as well.
const SHARED_DESCRIPTOR: u8 = 25;

/// What unpacking needs to know about the image.
pub(crate) struct Context<'a> {
    pub(crate) order: ByteOrder,
    pub(crate) strings: &'a [u8],
    pub(crate) limits: &'a Limits,
}

/// Why a resource could not be unpacked.
pub(crate) enum UnpackError {
    Damaged(&'static str),
    WrongSize(u64),
    TooLarge(u64, u64),
    AbsurdRatio(u64, u64),
    Unknown(String),
}

impl UnpackError {
    pub(crate) fn explain(self, name: String) -> ProblemKind {
        match self {
            UnpackError::Damaged(what) => ProblemKind::BadEntry { name, what },
            UnpackError::WrongSize(declared) => ProblemKind::WrongSize { name, declared },
            UnpackError::TooLarge(size, limit) => ProblemKind::TooLarge { name, size, limit },
            UnpackError::AbsurdRatio(packed, size) => {
                ProblemKind::AbsurdRatio { name, packed, size }
            }
            UnpackError::Unknown(decompressor) => {
                ProblemKind::UnknownDecompressor { name, decompressor }
            }
        }
    }
}

/// The string at a place of an image's string table.
pub(crate) fn string(strings: &[u8], place: u32) -> Option<&[u8]> {
    let tail = strings.get(place as usize..)?;
    // The bound keeps a table without zero bytes from being searched to its end again and again.
    let tail = &tail[..tail.len().min(LONGEST_STRING + 1)];
    let len = tail.iter().position(|&b| b == 0)?;
    Some(&tail[..len])
}

/// Takes off one layer of compression after the other.
pub(crate) fn unpack<'a>(
    packed: &'a [u8],
    context: &Context<'_>,
) -> Result<Cow<'a, [u8]>, UnpackError> {
    let mut current = Cow::Borrowed(packed);
    for _ in 0..MOST_LAYERS {
        let Some(layer) = Layer::parse(&current, context)? else { return Ok(current) };
        current = Cow::Owned(layer.unpack(context)?);
    }
    Err(UnpackError::Damaged("it is compressed too many times"))
}

/// A compression header and what it is about.
struct Layer<'a> {
    packed: &'a [u8],
    size: u64,
    decompressor: &'a [u8],
}

impl<'a> Layer<'a> {
    /// `None` if the resource is not compressed (any more).
    fn parse(bytes: &'a [u8], context: &Context<'a>) -> Result<Option<Layer<'a>>, UnpackError> {
        let word = |at: usize| Some(context.order.u32(*bytes.get(at..)?.first_chunk()?));
        let wide = |at: usize| Some(context.order.u64(*bytes.get(at..)?.first_chunk()?));
        if word(0) != Some(MAGIC) {
            return Ok(None);
        }
        let cut_off = UnpackError::Damaged("its compression header is cut off");
        let (Some(packed), Some(size), Some(name), Some(body)) =
            (wide(4), wide(12), word(20), bytes.get(HEADER_LEN..))
        else {
            return Err(cut_off);
        };
        let limit = context.limits.file_size;
        if size > limit {
            return Err(UnpackError::TooLarge(size, limit));
        }
        if context.limits.is_absurd(packed, size) {
            return Err(UnpackError::AbsurdRatio(packed, size));
        }
        let packed = usize::try_from(packed).ok().and_then(|len| body.get(..len));
        let packed = packed.ok_or(UnpackError::Damaged("its compressed contents are cut off"))?;
        let decompressor = string(context.strings, name)
            .ok_or(UnpackError::Damaged("the name of its decompressor is missing"))?;
        Ok(Some(Layer { packed, size, decompressor }))
    }

    fn unpack(&self, context: &Context<'_>) -> Result<Vec<u8>, UnpackError> {
        match self.decompressor {
            b"zip" => inflate(self.packed, self.size, Wrapper::Zlib).map_err(|error| match error {
                InflateError::Damaged => {
                    UnpackError::Damaged("its compressed contents are not valid")
                }
                InflateError::WrongSize => UnpackError::WrongSize(self.size),
            }),
            b"compact-cp" => Sharing::new(self.packed, self.size, context.strings).restore(),
            other => Err(UnpackError::Unknown(shown(other))),
        }
    }
}

/// Puts shared text back into a constant pool.
struct Sharing<'a> {
    rest: &'a [u8],
    strings: &'a [u8],
    size: u64,
    class: Vec<u8>,
}

impl<'a> Sharing<'a> {
    fn new(packed: &'a [u8], size: u64, strings: &'a [u8]) -> Sharing<'a> {
        Sharing { rest: packed, strings, size, class: Vec::with_capacity(size as usize) }
    }

    fn restore(mut self) -> Result<Vec<u8>, UnpackError> {
        let cut_off = || UnpackError::Damaged("its shared constants are not valid");
        self.restore_all().ok_or_else(cut_off)?;
        match self.class.len() as u64 == self.size {
            true => Ok(self.class),
            false => Err(UnpackError::WrongSize(self.size)),
        }
    }

    fn restore_all(&mut self) -> Option<()> {
        self.copy(8)?;
        let count = u16::from_be_bytes(*self.rest.first_chunk()?);
        self.copy(2)?;
        let mut index = 1;
        while index < count {
            // Eight bytes take two places in the pool.
            index = index.checked_add(if self.restore_constant()? == 8 { 2 } else { 1 })?;
        }
        self.copy(self.rest.len())
    }

    /// Restores one constant; its length if that is fixed.
    fn restore_constant(&mut self) -> Option<usize> {
        let tag = *self.rest.first()?;
        let len = match tag {
            SHARED_TEXT => {
                self.rest = &self.rest[1..];
                let text = self.shared()?;
                self.push_text(text)?;
                return Some(0);
            }
            SHARED_DESCRIPTOR => {
                self.rest = &self.rest[1..];
                let descriptor = self.restore_descriptor()?;
                self.push_text(&descriptor)?;
                return Some(0);
            }
            1 => {
                let len = u16::from_be_bytes(*self.rest.get(1..)?.first_chunk()?);
                self.copy(3 + usize::from(len))?;
                return Some(0);
            }
            5 | 6 => 8,
            3 | 4 | 9..=12 | 17 | 18 => 4,
            15 => 3,
            7 | 8 | 16 | 19 | 20 => 2,
            _ => return None,
        };
        self.copy(1 + len)?;
        Some(len)
    }

    /// A descriptor's class names were cut out after each `L`: a package and a simple name for each.
    fn restore_descriptor(&mut self) -> Option<Vec<u8>> {
        let pattern = self.shared()?;
        let names_len = self.index()? as usize;
        let (names, rest) = self.rest.split_at_checked(names_len)?;
        self.rest = rest;
        if names.is_empty() {
            return Some(pattern.to_vec());
        }
        let mut names = Sharing::new(names, 0, self.strings);
        let mut descriptor = Vec::with_capacity(4 * pattern.len());
        for &byte in pattern {
            descriptor.push(byte);
            if byte == b'L' {
                let package = names.shared()?;
                descriptor.extend(package);
                if !package.is_empty() {
                    descriptor.push(b'/');
                }
                descriptor.extend(names.shared()?);
            }
            if descriptor.len() > LONGEST_STRING {
                return None;
            }
        }
        Some(descriptor)
    }

    fn shared(&mut self) -> Option<&'a [u8]> {
        let place = self.index()?;
        string(self.strings, place)
    }

    /// A number of one to four bytes. If the first bit is set, two bits of length follow, and the rest is the number;
    /// else it is an ordinary word of four bytes.
    fn index(&mut self) -> Option<u32> {
        let first = *self.rest.first()?;
        let (len, mask) =
            if first & 0x80 == 0 { (4, 0xff) } else { (usize::from(first >> 5 & 3), 0x1f) };
        let (bytes, rest) = self.rest.split_at_checked(len.max(1))?;
        self.rest = rest;
        Some(bytes[1..].iter().fold(u32::from(first & mask), |value, &b| value << 8 | u32::from(b)))
    }

    fn push_text(&mut self, text: &[u8]) -> Option<()> {
        let len = u16::try_from(text.len()).ok()?;
        self.check_room(3 + text.len())?;
        self.class.push(1);
        self.class.extend(len.to_be_bytes());
        self.class.extend(text);
        Some(())
    }

    fn copy(&mut self, len: usize) -> Option<()> {
        let (bytes, rest) = self.rest.split_at_checked(len)?;
        self.check_room(len)?;
        self.class.extend(bytes);
        self.rest = rest;
        Some(())
    }

    /// The result never grows beyond the size that was declared, and so was checked.
    fn check_room(&self, len: usize) -> Option<()> {
        (self.class.len() as u64 + len as u64 <= self.size).then_some(())
    }
}
