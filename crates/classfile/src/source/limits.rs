//! How much of an input is believed before it is refused.
//!
//! A declared size is the word of a stranger. Nothing is allocated for it until it has passed these limits, and what
//! then comes out has to have exactly the declared size.

/// How a [`ClassPath`](super::ClassPath) reads what it is given.
#[derive(Clone, Debug)]
pub struct Options {
    /// The Java feature release (17, 25…) that the program will run on. It decides which classes of a multi-release
    /// jar are used.
    pub release: u16,
    /// What is refused as too large.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Options {
        Options { release: 25, limits: Limits::default() }
    }
}

/// Bounds on what an input may cost. The defaults are far above what real programs need.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The largest class, manifest or resource in bytes, unpacked. Default: 64 MiB.
    pub file_size: u64,
    /// The largest archive inside an archive in bytes, unpacked. Default: 512 MiB. A nested archive that is stored
    /// without compression is read in place and needs no memory, so it is not limited.
    pub nested_size: u64,
    /// All compressed archives inside archives together, in bytes, unpacked: they are held in memory. Default: 1 GiB.
    pub nested_total: u64,
    /// How many archives inside archives are opened. Default: 10,000.
    pub nested_count: u32,
    /// How deep archives may lie in archives: 1 is a jar in a jar. Default: 4 (an ear has 2).
    pub nested_depth: u32,
    /// How many times larger than its packed form something of more than 1 MiB may be. Default: 250.
    pub ratio: u64,
    /// How many files and folders are looked at below one folder. Default: 2,000,000.
    pub folder_entries: u64,
    /// How many problems of one kind are told for one container; the rest is counted. Default: 100.
    pub problems: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            file_size: 64 << 20,
            nested_size: 512 << 20,
            nested_total: 1 << 30,
            nested_count: 10_000,
            nested_depth: 4,
            ratio: 250,
            folder_entries: 2_000_000,
            problems: 100,
        }
    }
}

/// Below this size a high ratio is harmless, and common: a small file of repeated text.
const RATIO_MATTERS_FROM: u64 = 1 << 20;

impl Limits {
    /// Whether no honest packer makes `size` bytes out of `packed` bytes.
    pub(crate) fn is_absurd(&self, packed: u64, size: u64) -> bool {
        size > RATIO_MATTERS_FROM && size / self.ratio.max(1) > packed
    }
}
