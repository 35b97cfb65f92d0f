//! Damaged inputs, the same ones in every run.

use std::ops::Range;

use classfile::ClassFile;

/// A small generator of pseudo-random numbers (SplitMix64). A seed decides everything that follows.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below a limit, which must not be zero.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.number() % limit as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A part of a range, not empty, not longer than 64.
    fn part(&mut self, of: Range<usize>) -> Range<usize> {
        let start = of.start + self.below(of.len());
        let longest = (of.end - start).min(64);
        start..start + 1 + self.below(longest)
    }
}

/// Numbers that are often at the edge of something.
const EDGES: [u16; 10] = [0, 1, 2, 3, 0x7f, 0xff, 0x100, 0x7fff, 0x8000, 0xffff];

/// Damages a file in one to four places, anywhere.
pub fn anywhere(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..1 + random.below(4) {
        if bytes.is_empty() {
            return;
        }
        let all = 0..bytes.len();
        match random.below(8) {
            0 | 1 => in_place(random, bytes, all),
            2 => bytes.truncate(random.below(all.end)),
            3 => {
                let copy = bytes[random.part(all.clone())].to_vec();
                let at = random.below(all.end);
                bytes.splice(at..at, copy);
            }
            4 => {
                let part = random.part(all);
                bytes.drain(part);
            }
            5 => swap(random, bytes),
            _ => in_place(random, bytes, all),
        }
    }
}

/// Swaps two parts of the same length.
fn swap(random: &mut Random, bytes: &mut [u8]) {
    let a = random.part(0..bytes.len());
    let b = random.below(bytes.len());
    for (a, b) in a.zip(b..bytes.len()) {
        bytes.swap(a, b);
    }
}

/// Changes bytes in a range without moving any.
fn in_place(random: &mut Random, bytes: &mut [u8], range: Range<usize>) {
    let at = range.start + random.below(range.len());
    match random.below(5) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes[at] = random.number() as u8,
        2 => overwrite(bytes, at, &random.pick(&EDGES).to_be_bytes()),
        3 => overwrite(bytes, at, &(random.below(64) as u16).to_be_bytes()),
        _ => {
            let copy = bytes[random.part(range)].to_vec();
            overwrite(bytes, at, &copy);
        }
    }
}

fn overwrite(bytes: &mut [u8], at: usize, by: &[u8]) {
    for (place, by) in bytes[at..].iter_mut().zip(by) {
        *place = *by;
    }
}

/// Damages the code of a class's methods and leaves the rest, so that what is wrong is found by lowering and not
/// already by the reader. A file that is no class stays as it is.
pub fn in_code(random: &mut Random, bytes: &mut [u8]) {
    let Ok(class) = ClassFile::parse(bytes) else { return };
    // The code, its two sizes in front of it, and some of the exception table behind it.
    let around = |code: &classfile::attribute::Code<'_>| {
        let end = code.file_offset + code.bytecode.len() + 2 + 8 * code.exceptions.len().min(4);
        (code.file_offset..code.file_offset + code.bytecode.len(), code.file_offset - 8, end)
    };
    let codes: Vec<_> = class.methods.iter().filter_map(|m| m.code()).map(around).collect();
    if codes.is_empty() {
        return;
    }
    for _ in 0..1 + random.below(6) {
        let (code, sizes, end) = codes[random.below(codes.len())].clone();
        match random.below(8) {
            0 => in_place(random, bytes, sizes..sizes + 4),
            1 if code.end + 2 < end => in_place(random, bytes, code.end + 2..end),
            2 | 3 => {
                // Another instruction without operands: what often keeps the code decodable.
                let at = random.pick(&[code.start, code.end - 1, code.start + code.len() / 2]);
                bytes[at] = random.below(0x84) as u8;
            }
            _ => in_place(random, bytes, code),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_damage() {
        let damage = |seed| {
            let mut bytes: Vec<u8> = (0..=255).collect();
            anywhere(&mut Random::new(seed), &mut bytes);
            bytes
        };
        assert_eq!(damage(7), damage(7));
        assert_ne!(damage(7), damage(8));
    }
}
