//! A bounds-checked cursor over the bytes of one class file.

use crate::error::{ErrorKind, ParseError};

pub(crate) type Result<T> = std::result::Result<T, ParseError>;

/// Reads big-endian values; every position it reports is an offset into the whole file.
#[derive(Clone)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, at: 0 }
    }

    pub(crate) fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub(crate) fn fail<T>(&self, kind: ErrorKind) -> Result<T> {
        Err(ParseError { offset: self.at, kind })
    }

    #[cold]
    #[inline(never)]
    fn truncated(&self, wanted: usize) -> ParseError {
        let missing = wanted - self.remaining();
        ParseError { offset: self.at, kind: ErrorKind::Truncated { missing } }
    }

    #[inline]
    pub(crate) fn take(&mut self, n: usize) -> Result<&'a [u8]> {
        match self.bytes[self.at..].split_at_checked(n) {
            Some((taken, _)) => {
                self.at += n;
                Ok(taken)
            }
            None => Err(self.truncated(n)),
        }
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.bytes[self.at..].first_chunk::<N>() {
            Some(chunk) => {
                self.at += N;
                Ok(*chunk)
            }
            None => Err(self.truncated(N)),
        }
    }

    #[inline]
    pub(crate) fn u8(&mut self) -> Result<u8> {
        Ok(self.array::<1>()?[0])
    }

    #[inline]
    pub(crate) fn u16(&mut self) -> Result<u16> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    #[inline]
    pub(crate) fn u32(&mut self) -> Result<u32> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    #[inline]
    pub(crate) fn u64(&mut self) -> Result<u64> {
        Ok(u64::from_be_bytes(self.array()?))
    }

    /// A reader of the next `n` bytes, which are skipped here. It cannot read beyond them.
    #[inline]
    pub(crate) fn window(&mut self, n: usize) -> Result<Reader<'a>> {
        let start = self.at;
        self.take(n)?;
        Ok(Reader { bytes: &self.bytes[..start + n], at: start })
    }

    /// A table with a two-byte count. Its room is reserved only after the bytes it must have are known to be there.
    #[inline]
    pub(crate) fn table<T: Decode<'a>>(&mut self) -> Result<Vec<T>> {
        let count = usize::from(self.u16()?);
        self.entries(count)
    }

    /// `count` entries one after the other.
    #[inline]
    pub(crate) fn entries<T: Decode<'a>>(&mut self, count: usize) -> Result<Vec<T>> {
        let least = count * T::MIN_BYTES;
        if least > self.remaining() {
            return Err(self.truncated(least));
        }
        let mut entries = Vec::with_capacity(count);
        for _ in 0..count {
            entries.push(T::decode(self)?);
        }
        Ok(entries)
    }
}

/// Something that stands in a table of a class file.
pub(crate) trait Decode<'a>: Sized {
    /// The fewest bytes an entry can have; bounds what a count can make the reader allocate.
    const MIN_BYTES: usize;
    fn decode(r: &mut Reader<'a>) -> Result<Self>;
}

/// The opposite of [`Decode`].
pub(crate) trait Encode {
    fn encode(&self, out: &mut Vec<u8>);
}

/// A struct of a class file whose fields stand one after the other: its type, its reader and its writer in one place.
macro_rules! record {
    ($(#[$meta:meta])* $name:ident { $($(#[$fmeta:meta])* $field:ident : $ty:ty),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name { $($(#[$fmeta])* pub $field: $ty),* }

        impl<'a> crate::reader::Decode<'a> for $name {
            const MIN_BYTES: usize = 0 $(+ <$ty as crate::reader::Decode<'a>>::MIN_BYTES)*;
            #[inline]
            fn decode(r: &mut crate::reader::Reader<'a>) -> crate::reader::Result<Self> {
                $(let $field = <$ty as crate::reader::Decode<'a>>::decode(r)?;)*
                Ok($name { $($field),* })
            }
        }

        impl crate::reader::Encode for $name {
            fn encode(&self, out: &mut Vec<u8>) {
                $(crate::reader::Encode::encode(&self.$field, out);)*
            }
        }
    };
}
pub(crate) use record;

impl Decode<'_> for u16 {
    const MIN_BYTES: usize = 2;
    #[inline]
    fn decode(r: &mut Reader<'_>) -> Result<Self> {
        r.u16()
    }
}

impl Encode for u16 {
    fn encode(&self, out: &mut Vec<u8>) {
        out.extend(self.to_be_bytes());
    }
}

impl Encode for u8 {
    fn encode(&self, out: &mut Vec<u8>) {
        out.push(*self);
    }
}

impl Encode for u32 {
    fn encode(&self, out: &mut Vec<u8>) {
        out.extend(self.to_be_bytes());
    }
}

/// Writes a table with a two-byte count.
pub(crate) fn encode_table<T: Encode>(entries: &[T], out: &mut Vec<u8>) {
    count(entries.len()).encode(out);
    encode_all(entries, out);
}

pub(crate) fn encode_all<T: Encode>(entries: &[T], out: &mut Vec<u8>) {
    for entry in entries {
        entry.encode(out);
    }
}

/// The count of a table that was read from a class file, or that its editor kept within the format's limit.
pub(crate) fn count(len: usize) -> u16 {
    u16::try_from(len).expect("invariant: no table of a class file has more than 65535 entries")
}
