//! Makes zip files in which every field can be wrong.

use libdeflater::{CompressionLvl, Compressor};

/// An archive to be.
#[derive(Default, Clone)]
pub(super) struct ZipBuilder {
    pub(super) entries: Vec<Entry>,
    /// What stands in front of the archive, and whether positions count it.
    pub(super) prefix: Vec<u8>,
    pub(super) comment: Vec<u8>,
    pub(super) zip64: bool,
}

/// An entry to be. `None` in an option means the true value.
#[derive(Default, Clone)]
pub(super) struct Entry {
    pub(super) name: Vec<u8>,
    pub(super) contents: Vec<u8>,
    pub(super) stored: bool,
    /// Sizes and checksum stand behind the contents and not in the local header.
    pub(super) descriptor: bool,
    pub(super) local_extra: Vec<u8>,
    pub(super) method: Option<u16>,
    pub(super) flags: u16,
    pub(super) crc: Option<u32>,
    pub(super) size: Option<u64>,
    pub(super) packed: Option<u64>,
    pub(super) header: Option<u64>,
}

impl Entry {
    pub(super) fn new(name: impl AsRef<[u8]>, contents: impl AsRef<[u8]>) -> Entry {
        let (name, contents) = (name.as_ref().to_vec(), contents.as_ref().to_vec());
        Entry { name, contents, ..Entry::default() }
    }

    pub(super) fn stored(name: impl AsRef<[u8]>, contents: impl AsRef<[u8]>) -> Entry {
        Entry { stored: true, ..Entry::new(name, contents) }
    }
}

/// An archive of these files.
pub(super) fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let entries = files.iter().map(|(name, contents)| Entry::new(name, contents)).collect();
    ZipBuilder { entries, ..ZipBuilder::default() }.build()
}

/// An archive of these entries.
pub(super) fn zip_of(entries: Vec<Entry>) -> Vec<u8> {
    ZipBuilder { entries, ..ZipBuilder::default() }.build()
}

pub(super) fn deflate(contents: &[u8]) -> Vec<u8> {
    let mut compressor = Compressor::new(CompressionLvl::best());
    let mut packed = vec![0; compressor.deflate_compress_bound(contents.len())];
    let len = compressor.deflate_compress(contents, &mut packed).unwrap();
    packed.truncate(len);
    packed
}

impl ZipBuilder {
    pub(super) fn build(&self) -> Vec<u8> {
        let mut out = self.prefix.clone();
        let start = out.len() as u64;
        let mut directory = Vec::new();
        for entry in &self.entries {
            let header = out.len() as u64 - start;
            let fields = Fields::of(entry);
            fields.write_local(entry, &mut out);
            fields.write_record(entry, header, self.zip64, &mut directory);
        }
        let directory_start = out.len() as u64 - start;
        out.extend(&directory);
        self.write_end(directory_start, directory.len() as u64, &mut out);
        out
    }

    fn write_end(&self, start: u64, len: u64, out: &mut Vec<u8>) {
        let count = self.entries.len() as u64;
        if self.zip64 {
            let end64 = out.len() as u64;
            out.extend(b"PK\x06\x06");
            out.extend(44u64.to_le_bytes());
            out.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
            for value in [count, count, len, start] {
                out.extend(value.to_le_bytes());
            }
            out.extend(b"PK\x06\x07\0\0\0\0");
            out.extend((end64 - self.prefix.len() as u64).to_le_bytes());
            out.extend(1u32.to_le_bytes());
        }
        let narrow = |value: u64| if self.zip64 { u32::MAX } else { value as u32 };
        out.extend(b"PK\x05\x06\0\0\0\0");
        let count = if self.zip64 { u16::MAX } else { count as u16 };
        out.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
        out.extend([narrow(len).to_le_bytes(), narrow(start).to_le_bytes()].concat());
        out.extend((self.comment.len() as u16).to_le_bytes());
        out.extend(&self.comment);
    }
}

/// The values of an entry's headers.
struct Fields {
    packed_contents: Vec<u8>,
    method: u16,
    flags: u16,
    crc: u32,
    packed: u64,
    size: u64,
}

impl Fields {
    fn of(entry: &Entry) -> Fields {
        let packed_contents =
            if entry.stored { entry.contents.clone() } else { deflate(&entry.contents) };
        Fields {
            method: entry.method.unwrap_or(if entry.stored { 0 } else { 8 }),
            flags: entry.flags | if entry.descriptor { 8 } else { 0 },
            crc: entry.crc.unwrap_or_else(|| libdeflater::crc32(&entry.contents)),
            packed: entry.packed.unwrap_or(packed_contents.len() as u64),
            size: entry.size.unwrap_or(entry.contents.len() as u64),
            packed_contents,
        }
    }

    fn write_local(&self, entry: &Entry, out: &mut Vec<u8>) {
        out.extend(b"PK\x03\x04\x14\0");
        out.extend([self.flags.to_le_bytes(), self.method.to_le_bytes(), [0; 2], [0; 2]].concat());
        let known = !entry.descriptor;
        for value in [self.crc, self.packed as u32, self.size as u32] {
            out.extend(if known { value } else { 0 }.to_le_bytes());
        }
        out.extend((entry.name.len() as u16).to_le_bytes());
        out.extend((entry.local_extra.len() as u16).to_le_bytes());
        out.extend([&entry.name[..], &entry.local_extra, &self.packed_contents].concat());
        if entry.descriptor {
            out.extend(b"PK\x07\x08");
            for value in [self.crc, self.packed as u32, self.size as u32] {
                out.extend(value.to_le_bytes());
            }
        }
    }

    fn write_record(&self, entry: &Entry, header: u64, zip64: bool, out: &mut Vec<u8>) {
        let header = entry.header.unwrap_or(header);
        let mut extra = Vec::new();
        if zip64 {
            extra.extend([1, 0, 24, 0]);
            for value in [self.size, self.packed, header] {
                extra.extend(value.to_le_bytes());
            }
        }
        let narrow = |value: u64| if zip64 { u32::MAX } else { value as u32 };
        out.extend(b"PK\x01\x02\x14\0\x14\0");
        out.extend([self.flags.to_le_bytes(), self.method.to_le_bytes(), [0; 2], [0; 2]].concat());
        for value in [self.crc, narrow(self.packed), narrow(self.size)] {
            out.extend(value.to_le_bytes());
        }
        out.extend((entry.name.len() as u16).to_le_bytes());
        out.extend((extra.len() as u16).to_le_bytes());
        out.extend([0; 10]);
        out.extend(narrow(header).to_le_bytes());
        out.extend([&entry.name[..], &extra].concat());
    }
}
