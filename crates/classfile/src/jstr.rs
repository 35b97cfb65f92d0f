//! Text as class files have it: modified UTF-8, which need not be UTF-8.

use std::borrow::Cow;
use std::fmt;

/// Borrowed modified UTF-8 (JVMS 4.4.7), checked to be well formed.
///
/// It differs from UTF-8 in two ways: the zero character is written in two bytes, and characters outside of the basic
/// plane are written as two surrogates of three bytes each. A surrogate may also stand alone, and then no Rust string
/// can hold the text; [`JStr::to_text`] says how such text is spelled.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct JStr<'a>(&'a [u8]);

impl<'a> JStr<'a> {
    /// Checks bytes; `None` if they are not modified UTF-8.
    pub fn new(bytes: &'a [u8]) -> Option<JStr<'a>> {
        (is_plain(bytes) || is_well_formed(bytes)).then_some(JStr(bytes))
    }

    /// The bytes as they stand in the class file.
    pub fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The text, if its bytes are also the UTF-8 of the same text (nearly always: no zero, no surrogates).
    pub fn as_str(self) -> Option<&'a str> {
        std::str::from_utf8(self.0).ok()
    }

    /// The text as a Rust string. Lone surrogates become `\uXXXX`, and a backslash is doubled *only in text that has
    /// a lone surrogate*, so that two different texts never have the same spelling within either kind.
    pub fn to_text(self) -> Cow<'a, str> {
        match self.as_str() {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned(self.decode()),
        }
    }

    fn decode(self) -> String {
        let units = self.utf16();
        match String::from_utf16(&units) {
            Ok(text) => text,
            Err(_) => char::decode_utf16(units).fold(String::new(), |mut text, unit| {
                match unit {
                    Ok('\\') => text.push_str("\\\\"),
                    Ok(c) => text.push(c),
                    Err(lone) => text.push_str(&format!("\\u{:04x}", lone.unpaired_surrogate())),
                }
                text
            }),
        }
    }

    /// Modified UTF-8 of a text, for constants that a rewriter adds.
    pub fn encode(text: &str) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(text.len());
        for unit in text.encode_utf16() {
            match unit {
                0x01..=0x7f => bytes.push(unit as u8),
                0 | 0x80..=0x7ff => {
                    bytes.extend([0xc0 | (unit >> 6) as u8, 0x80 | (unit & 0x3f) as u8]);
                }
                _ => bytes.extend([
                    0xe0 | (unit >> 12) as u8,
                    0x80 | (unit >> 6 & 0x3f) as u8,
                    0x80 | (unit & 0x3f) as u8,
                ]),
            }
        }
        bytes
    }

    /// The UTF-16 units, which is what a Java `String` holds.
    pub fn utf16(self) -> Vec<u16> {
        let mut units = Vec::with_capacity(self.0.len());
        let mut rest = self.0;
        while let [first, tail @ ..] = rest {
            let (unit, used) = match (first, tail) {
                (0xe0..=0xef, [a, b, ..]) => (
                    u16::from(first & 0xf) << 12 | u16::from(a & 0x3f) << 6 | u16::from(b & 0x3f),
                    3,
                ),
                (0xc0..=0xdf, [a, ..]) => (u16::from(first & 0x1f) << 6 | u16::from(a & 0x3f), 2),
                _ => (u16::from(*first), 1),
            };
            units.push(unit);
            rest = &rest[used..];
        }
        units
    }
}

/// Only bytes 1 to 127: the common case, checked a word at a time.
fn is_plain(bytes: &[u8]) -> bool {
    bytes.is_ascii() && !bytes.contains(&0)
}

fn is_well_formed(bytes: &[u8]) -> bool {
    let continues = |b: u8| b & 0xc0 == 0x80;
    let mut rest = bytes;
    loop {
        rest = match rest {
            [] => return true,
            [0x01..=0x7f, tail @ ..] => tail,
            [0xc0..=0xdf, a, tail @ ..] if continues(*a) => tail,
            [0xe0..=0xef, a, b, tail @ ..] if continues(*a) && continues(*b) => tail,
            _ => return false,
        };
    }
}

impl fmt::Display for JStr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

impl fmt::Debug for JStr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_text())
    }
}

impl PartialEq<str> for JStr<'_> {
    fn eq(&self, other: &str) -> bool {
        self.to_text() == other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_borrowed() {
        let text = JStr::new(b"java/lang/Object").unwrap();
        assert_eq!(text.as_str(), Some("java/lang/Object"));
    }

    #[test]
    fn zero_and_supplementary_characters_are_decoded() {
        for text in ["a\0b", "\u{1d11e} clef", "gr\u{fc}n \u{20ac}", ""] {
            let bytes = JStr::encode(text);
            assert_eq!(JStr::new(&bytes).unwrap().to_text(), text);
        }
    }

    #[test]
    fn a_lone_surrogate_is_spelled_out() {
        let text = JStr::new(&[b'a', b'\\', 0xed, 0xa0, 0x80]).unwrap();
        assert_eq!(text.as_str(), None);
        assert_eq!(text.to_text(), "a\\\\\\ud800");
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        for bad in [&[0u8][..], &[0xc3], &[0xe2, 0x82], &[0xf0, 0x9f, 0x98, 0x80], &[0x80]] {
            assert_eq!(JStr::new(bad), None, "{bad:?}");
        }
    }
}
