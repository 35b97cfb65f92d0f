//! The zip format, as far as a JVM reads it.
//!
//! ```text
//! end record ──▶ directory (kept in memory) ──▶ entries ──▶ local header ──▶ contents ──▶ unpacked, checked
//! ```
//!
//! The directory at the end of the file is what counts, as in a JVM; local headers only say where the contents start.
//! Positions are corrected for bytes in front of the archive (a shell script, the header of a jmod). Every entry is
//! checked when the archive is opened: name, place, overlap, encryption, method. One that fails is refused with a
//! message and cannot be reached later.
//!
//! A name that is there twice: `java.util.zip` and the boot loader of HotSpot both use the *last* entry of the
//! directory (tried on 17 and 25), and so does this.

use std::borrow::Cow;
use std::cell::RefCell;

use hashbrown::{DefaultHashBuilder, HashTable, hash_table};
use libdeflater::{DecompressionError, Decompressor};
use std::hash::BuildHasher;

use super::bytes::Bytes;
use super::limits::Limits;
use super::problem::{Fault, Log, ProblemKind, shown};

const END_SIGNATURE: &[u8; 4] = b"PK\x05\x06";
const END_LEN: usize = 22;
const END64_SIGNATURE: &[u8; 4] = b"PK\x06\x06";
const END64_LEN: u64 = 56;
const LOCATOR64_SIGNATURE: &[u8; 4] = b"PK\x06\x07";
const LOCATOR64_LEN: u64 = 20;
const RECORD_SIGNATURE: &[u8; 4] = b"PK\x01\x02";
const RECORD_LEN: usize = 46;
const LOCAL_SIGNATURE: &[u8; 4] = b"PK\x03\x04";
const LOCAL_LEN: u64 = 30;
const LONGEST_COMMENT: u64 = 0xffff;

/// The largest directory that is believed; it is kept in memory, and positions in it are `u32`.
const LARGEST_DIRECTORY: u64 = 1 << 30;

const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// Room for the extra field of a local header, which may be longer than the one in the directory.
const EXTRA_ROOM: u64 = 64;

/// An open archive.
pub(crate) struct Zip {
    bytes: Bytes,
    /// The directory as it stands in the file; holds the names.
    directory: Box<[u8]>,
    /// Contents end here at the latest.
    directory_start: u64,
    entries: Vec<Entry>,
    by_name: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

/// One file in an archive.
struct Entry {
    /// Where the local header starts.
    header: u64,
    packed: u64,
    size: u64,
    crc: u32,
    method: u16,
    name_len: u16,
    /// Position of the name in the directory.
    name: u32,
    /// Not hidden by another entry of the same name, and not refused.
    live: bool,
}

/// Where the directory is.
#[derive(Clone, Copy)]
struct End {
    directory_start: u64,
    directory_len: u64,
    /// Number of bytes in front of the archive; added to all positions in it.
    prefix: u64,
}

impl Zip {
    /// Reads the directory. Entries that cannot be used go to `log`.
    pub(crate) fn open(bytes: Bytes, log: &mut Log) -> Result<Zip, Fault> {
        let end = find_end(&bytes)?;
        let directory: Box<[u8]> =
            bytes.read(end.directory_start, end.directory_len)?.into_owned().into();
        let mut zip = Zip {
            bytes,
            directory,
            directory_start: end.directory_start,
            entries: Vec::new(),
            by_name: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        };
        zip.read_directory(end.prefix, log);
        zip.index_names(log);
        zip.refuse_overlaps(log);
        Ok(zip)
    }

    /// The entries that can be read, in the order of the directory, with their names.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u32, &str)> {
        let live = self.entries.iter().enumerate().filter(|(_, entry)| entry.live);
        live.map(|(index, entry)| (index as u32, self.name_of(entry)))
    }

    pub(crate) fn name(&self, index: u32) -> &str {
        self.name_of(&self.entries[index as usize])
    }

    pub(crate) fn find(&self, name: &str) -> Option<u32> {
        let same = |&index: &u32| self.name(index) == name;
        let found = self.by_name.find(self.hasher.hash_one(name.as_bytes()), same)?;
        self.entries[*found as usize].live.then_some(*found)
    }

    /// The contents of an entry, checked against size and checksum.
    pub(crate) fn read(
        &self,
        index: u32,
        largest: u64,
        limits: &Limits,
    ) -> Result<Cow<'_, [u8]>, Fault> {
        let entry = &self.entries[index as usize];
        let fault = |kind| Fault::at(entry.header, kind);
        let name = || shown(self.name_of(entry).as_bytes());
        if entry.size > largest {
            let (size, limit) = (entry.size, largest);
            return Err(fault(ProblemKind::TooLarge { name: name(), size, limit }));
        }
        if limits.is_absurd(entry.packed, entry.size) {
            let (packed, size) = (entry.packed, entry.size);
            return Err(fault(ProblemKind::AbsurdRatio { name: name(), packed, size }));
        }
        let packed = self.packed_contents(entry)?;
        let contents = match entry.method {
            STORED => packed,
            _ => Cow::Owned(
                inflate(&packed, entry.size, Wrapper::None)
                    .map_err(|error| fault(error.explain(name(), entry.size)))?,
            ),
        };
        let (declared, actual) = (entry.crc, libdeflater::crc32(&contents));
        match declared == actual {
            true => Ok(contents),
            false => Err(fault(ProblemKind::WrongChecksum { name: name(), declared, actual })),
        }
    }

    /// The unpacked size of an entry. [`Zip::read`] gives exactly as many bytes, or none.
    pub(crate) fn declared_size(&self, index: u32) -> u64 {
        self.entries[index as usize].size
    }

    /// Where an entry's local header is, for messages.
    pub(crate) fn offset(&self, index: u32) -> u64 {
        self.entries[index as usize].header
    }

    /// The contents of an entry that is stored without compression, in place. Its checksum is not checked: the only
    /// use are archives in archives, whose entries have their own.
    pub(crate) fn stored_part(&self, index: u32) -> Option<Result<Bytes, Fault>> {
        let entry = &self.entries[index as usize];
        (entry.method == STORED).then(|| {
            let start = self.contents_start(entry)?;
            let part = self.bytes.part(start, entry.packed);
            part.ok_or_else(|| self.bad_entry(entry, "it reaches over the end of the archive"))
        })
    }

    fn name_of(&self, entry: &Entry) -> &str {
        std::str::from_utf8(self.name_bytes(entry)).expect("names are checked before they are kept")
    }

    fn name_bytes(&self, entry: &Entry) -> &[u8] {
        &self.directory[entry.name as usize..][..usize::from(entry.name_len)]
    }

    fn bad_entry(&self, entry: &Entry, what: &'static str) -> Fault {
        let name = shown(self.name_bytes(entry));
        Fault::at(entry.header, ProblemKind::BadEntry { name, what })
    }

    fn read_directory(&mut self, prefix: u64, log: &mut Log) {
        let directory = std::mem::take(&mut self.directory);
        // The count of the end record is not used: it wraps round at 65536, and it is the directory that counts.
        self.entries.reserve_exact(directory.len() / 100);
        let mut at = 0;
        while at < directory.len() {
            match read_record(&directory, at) {
                Ok((record, len)) => {
                    if let Some(checked) = self.check(&directory, record, at, prefix, log) {
                        self.entries.push(checked);
                    }
                    at += len;
                }
                Err(what) => {
                    let offset = self.directory_start + at as u64;
                    log.add(Fault::at(offset, ProblemKind::BadArchive(what)));
                    break;
                }
            }
        }
        self.entries.shrink_to_fit();
        self.directory = directory;
    }

    /// The entry of a directory record, if it can be used.
    fn check(
        &self,
        directory: &[u8],
        record: Record,
        at: usize,
        prefix: u64,
        log: &mut Log,
    ) -> Option<Entry> {
        let raw = &directory[record.name..][..usize::from(record.name_len)];
        if raw.ends_with(b"/") {
            return None;
        }
        let problem = match self.check_record(raw, &record, prefix) {
            Ok(entry) => return Some(entry),
            Err(problem) => problem,
        };
        log.add(Fault::at(self.directory_start + at as u64, problem));
        None
    }

    fn check_record(&self, raw: &[u8], record: &Record, prefix: u64) -> Result<Entry, ProblemKind> {
        let name = || shown(raw);
        if let Some(why) = why_refused(raw) {
            return Err(ProblemKind::RefusedName { name: name(), why });
        }
        if record.flags & 1 != 0 {
            return Err(ProblemKind::EncryptedEntry { name: name() });
        }
        if !matches!(record.method, STORED | DEFLATED) {
            return Err(ProblemKind::UnsupportedMethod { name: name(), method: record.method });
        }
        if record.method == STORED && record.packed != record.size {
            return Err(ProblemKind::WrongSize { name: name(), declared: record.size });
        }
        let header = record.header.checked_add(prefix);
        let end =
            header.and_then(|start| start.checked_add(LOCAL_LEN + u64::from(record.name_len)));
        let end = end.and_then(|end| end.checked_add(record.packed));
        match (header, end) {
            (Some(header), Some(end)) if end <= self.directory_start => Ok(Entry {
                header,
                packed: record.packed,
                size: record.size,
                crc: record.crc,
                method: record.method,
                name_len: record.name_len,
                name: record.name as u32,
                live: true,
            }),
            _ => {
                let what = "it reaches over the end of the contents";
                Err(ProblemKind::BadEntry { name: name(), what })
            }
        }
    }

    fn index_names(&mut self, log: &mut Log) {
        let mut table = HashTable::with_capacity(self.entries.len());
        let mut twice: Option<(u32, u32)> = None;
        for index in 0..self.entries.len() as u32 {
            let name = self.name_bytes(&self.entries[index as usize]);
            let hash_of =
                |&i: &u32| self.hasher.hash_one(self.name_bytes(&self.entries[i as usize]));
            let same = |&i: &u32| self.name_bytes(&self.entries[i as usize]) == name;
            match table.entry(self.hasher.hash_one(name), same, hash_of) {
                hash_table::Entry::Vacant(vacant) => {
                    vacant.insert(index);
                }
                hash_table::Entry::Occupied(mut earlier) => {
                    let hidden = std::mem::replace(earlier.get_mut(), index);
                    self.entries[hidden as usize].live = false;
                    twice = Some((
                        twice.map_or(index, |(first, _)| first),
                        twice.map_or(1, |(_, n)| n + 1),
                    ));
                }
            }
        }
        self.by_name = table;
        if let Some((first, count)) = twice {
            let entry = &self.entries[first as usize];
            let first = shown(self.name_bytes(entry));
            log.add(Fault::at(entry.header, ProblemKind::DuplicateEntries { first, count }));
        }
    }

    /// Entries that share bytes are how a small file unpacks to petabytes. Of two, the one that starts later goes.
    fn refuse_overlaps(&mut self, log: &mut Log) {
        let mut order: Vec<u32> = (0..self.entries.len() as u32).collect();
        order.retain(|&index| self.entries[index as usize].live);
        if !order.is_sorted_by_key(|&index| self.entries[index as usize].header) {
            order.sort_by_key(|&index| self.entries[index as usize].header);
        }
        let mut free_from = 0;
        for index in order {
            let entry = &self.entries[index as usize];
            if entry.header < free_from {
                let name = shown(self.name_bytes(entry));
                log.add(Fault::at(entry.header, ProblemKind::OverlappingEntry { name }));
                self.entries[index as usize].live = false;
            } else {
                free_from = entry.header + LOCAL_LEN + u64::from(entry.name_len) + entry.packed;
            }
        }
    }

    /// The contents as they stand in the archive, with one read in nearly every case.
    fn packed_contents(&self, entry: &Entry) -> Result<Cow<'_, [u8]>, Fault> {
        let guess = LOCAL_LEN + u64::from(entry.name_len) + EXTRA_ROOM + entry.packed;
        let len = guess.min(self.directory_start - entry.header);
        let around = self.bytes.read(entry.header, len)?;
        let start = self.local_len(entry, &around)?;
        if start + entry.packed <= len {
            return Ok(part_of(around, start as usize, entry.packed as usize));
        }
        self.bytes.read(self.contents_start(entry)?, entry.packed)
    }

    fn contents_start(&self, entry: &Entry) -> Result<u64, Fault> {
        let local = self.bytes.read(entry.header, LOCAL_LEN)?;
        let start = entry.header + self.local_len(entry, &local)?;
        match start + entry.packed <= self.directory_start {
            true => Ok(start),
            false => Err(self.bad_entry(entry, "it reaches over the end of the contents")),
        }
    }

    /// The length of the local header with its name and extra field.
    fn local_len(&self, entry: &Entry, local: &[u8]) -> Result<u64, Fault> {
        if !local.starts_with(LOCAL_SIGNATURE) {
            return Err(self.bad_entry(entry, "there is no local header where it should start"));
        }
        Ok(LOCAL_LEN + u64::from(u16_at(local, 26)) + u64::from(u16_at(local, 28)))
    }
}

fn part_of(bytes: Cow<'_, [u8]>, start: usize, len: usize) -> Cow<'_, [u8]> {
    match bytes {
        Cow::Borrowed(bytes) => Cow::Borrowed(&bytes[start..start + len]),
        Cow::Owned(mut bytes) => {
            bytes.truncate(start + len);
            bytes.drain(..start);
            Cow::Owned(bytes)
        }
    }
}

/// A record of the directory, before it is checked.
struct Record {
    header: u64,
    packed: u64,
    size: u64,
    crc: u32,
    method: u16,
    flags: u16,
    name: usize,
    name_len: u16,
}

/// The record at `at` and its length.
fn read_record(directory: &[u8], at: usize) -> Result<(Record, usize), &'static str> {
    let record = &directory[at..];
    if record.len() < RECORD_LEN || !record.starts_with(RECORD_SIGNATURE) {
        return Err("its table of contents breaks off here");
    }
    let (name_len, extra_len, comment_len) =
        (u16_at(record, 28), u16_at(record, 30), u16_at(record, 32));
    let extra_start = RECORD_LEN + usize::from(name_len);
    let extra_end = extra_start + usize::from(extra_len);
    let len = extra_end + usize::from(comment_len);
    if len > record.len() {
        return Err("the last name in its table of contents is cut off");
    }
    let mut parsed = Record {
        header: u64::from(u32_at(record, 42)),
        packed: u64::from(u32_at(record, 20)),
        size: u64::from(u32_at(record, 24)),
        crc: u32_at(record, 16),
        method: u16_at(record, 10),
        flags: u16_at(record, 8),
        name: at + RECORD_LEN,
        name_len,
    };
    parsed.widen(&record[extra_start..extra_end])?;
    Ok((parsed, len))
}

impl Record {
    /// Takes over the 64-bit values: those that did not fit stand in an extra field, in this order.
    fn widen(&mut self, extra: &[u8]) -> Result<(), &'static str> {
        let too_wide = u64::from(u32::MAX);
        let wanted = [&mut self.size, &mut self.packed, &mut self.header];
        if wanted.iter().all(|value| **value != too_wide) {
            return Ok(());
        }
        // Without such a field the value is meant literally.
        let Some(mut values) = extra_field(extra, 1) else { return Ok(()) };
        for value in wanted.into_iter().filter(|value| **value == too_wide) {
            let (first, rest) = values.split_first_chunk().ok_or("a 64-bit size is cut off")?;
            *value = u64::from_le_bytes(*first);
            values = rest;
        }
        Ok(())
    }
}

/// The contents of the extra field with the given id.
fn extra_field(mut extra: &[u8], id: u16) -> Option<&[u8]> {
    while extra.len() >= 4 {
        let (this, len) = (u16_at(extra, 0), usize::from(u16_at(extra, 2)));
        let contents = extra.get(4..4 + len)?;
        if this == id {
            return Some(contents);
        }
        extra = &extra[4 + len..];
    }
    None
}

/// Why a name is not accepted. Nothing is ever written under these names, but a name like this is a sign of an attack
/// on other tools, and no class loader would find the class.
fn why_refused(name: &[u8]) -> Option<&'static str> {
    if std::str::from_utf8(name).is_err() {
        Some("is not UTF-8")
    } else if name.is_empty() {
        Some("is empty")
    } else if name.contains(&0) {
        Some("contains a zero byte")
    } else if name.contains(&b'\\') {
        Some("contains a backslash")
    } else if name[0] == b'/' || matches!(name, [b'A'..=b'Z' | b'a'..=b'z', b':', ..]) {
        Some("is an absolute path")
    } else if name.split(|&b| b == b'/').any(|part| part == b"..") {
        Some("leads out of the archive")
    } else {
        None
    }
}

/// Finds the end record, from the end: a comment of up to 65535 bytes may follow it.
fn find_end(bytes: &Bytes) -> Result<End, Fault> {
    let tail_len = bytes.len().min(END_LEN as u64 + LONGEST_COMMENT);
    let tail_start = bytes.len() - tail_len;
    let tail = bytes.read(tail_start, tail_len)?;
    let mut contradiction = None;
    for at in (0..tail.len().saturating_sub(END_LEN - 1)).rev() {
        if !tail[at..].starts_with(END_SIGNATURE) {
            continue;
        }
        match read_end(bytes, tail_start + at as u64, &tail[at..]) {
            Ok(end) => return Ok(end),
            // The signature may stand in a comment by chance; the record that is meant comes before it.
            Err(fault) => contradiction = contradiction.or(Some(fault)),
        }
    }
    Err(contradiction.unwrap_or_else(|| Fault::at(bytes.len(), ProblemKind::TruncatedArchive)))
}

fn read_end(bytes: &Bytes, at: u64, end: &[u8]) -> Result<End, Fault> {
    let fault = |what| Fault::at(at, ProblemKind::BadArchive(what));
    if END_LEN + usize::from(u16_at(end, 20)) > end.len() {
        return Err(fault("its comment is cut off"));
    }
    let (len, start) = (u64::from(u32_at(end, 12)), u64::from(u32_at(end, 16)));
    let wide =
        start == u64::from(u32::MAX) || len == u64::from(u32::MAX) || u16_at(end, 10) == u16::MAX;
    let (directory_end, len, start) =
        match wide.then(|| read_end64(bytes, at)).transpose()?.flatten() {
            Some(end64) => end64,
            None => (at, len, start),
        };
    if len > directory_end || len > LARGEST_DIRECTORY {
        return Err(fault("its table of contents is longer than the file"));
    }
    let directory_start = directory_end - len;
    let prefix = directory_start
        .checked_sub(start)
        .ok_or_else(|| fault("its table of contents would start after its end"))?;
    if len > 0 && *bytes.read(directory_start, 4.min(len))? != *RECORD_SIGNATURE {
        return Err(fault("there is no table of contents where it should be"));
    }
    Ok(End { directory_start, directory_len: len, prefix })
}

/// Where the directory ends, its length and its declared start, from the 64-bit end record if there is one.
fn read_end64(bytes: &Bytes, end: u64) -> Result<Option<(u64, u64, u64)>, Fault> {
    let Some(locator_at) = end.checked_sub(LOCATOR64_LEN) else { return Ok(None) };
    let locator = bytes.read(locator_at, LOCATOR64_LEN)?;
    if !locator.starts_with(LOCATOR64_SIGNATURE) {
        return Ok(None);
    }
    // The locator's position is wrong when bytes were put in front; the record then stands right before it.
    let declared = u64_at(&locator, 8);
    for at in [Some(declared), locator_at.checked_sub(END64_LEN)].into_iter().flatten() {
        if at.checked_add(END64_LEN).is_none_or(|end| end > locator_at) {
            continue;
        }
        let record = bytes.read(at, END64_LEN)?;
        if record.starts_with(END64_SIGNATURE) {
            return Ok(Some((at, u64_at(&record, 40), u64_at(&record, 48))));
        }
    }
    Err(Fault::at(locator_at, ProblemKind::BadArchive("its 64-bit end record is missing")))
}

/// What stands around a deflate stream.
#[derive(Clone, Copy)]
pub(crate) enum Wrapper {
    None,
    Zlib,
}

/// Why a stream could not be unpacked.
pub(crate) enum InflateError {
    Damaged,
    WrongSize,
}

impl InflateError {
    pub(crate) fn explain(self, name: String, declared: u64) -> ProblemKind {
        match self {
            InflateError::Damaged => {
                ProblemKind::BadEntry { name, what: "its compressed contents are not valid" }
            }
            InflateError::WrongSize => ProblemKind::WrongSize { name, declared },
        }
    }
}

/// Unpacks exactly `size` bytes. The caller has checked `size` against the limits.
pub(crate) fn inflate(packed: &[u8], size: u64, wrapper: Wrapper) -> Result<Vec<u8>, InflateError> {
    thread_local! {
        static DECOMPRESSOR: RefCell<Decompressor> = RefCell::new(Decompressor::new());
    }
    let mut contents = vec![0; size as usize];
    let result = DECOMPRESSOR.with_borrow_mut(|decompressor| match wrapper {
        Wrapper::None => decompressor.deflate_decompress(packed, &mut contents),
        Wrapper::Zlib => decompressor.zlib_decompress(packed, &mut contents),
    });
    match result {
        Ok(written) if written == contents.len() => Ok(contents),
        Ok(_) | Err(DecompressionError::InsufficientSpace) => Err(InflateError::WrongSize),
        Err(DecompressionError::BadData) => Err(InflateError::Damaged),
    }
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
