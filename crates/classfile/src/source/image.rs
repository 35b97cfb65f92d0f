//! The JDK's own container, `lib/modules` (jimage, version 1).
//!
//! ```text
//! header      magic, version, flags, number of resources, table length, sizes     7 words
//! redirects   perfect hash, first step                                            one word per table slot
//! offsets     slot ──▶ place in the locations                                     one word per table slot
//! locations   per resource: (kind, length, value)… up to a zero byte
//! strings     zero-terminated modified UTF-8: names, and constants shared by `compact-cp`
//! resources   contents, each plain or behind one or more compression headers
//! ```
//!
//! Words have the byte order of the machine that the image was made for; the magic tells which. Values in a location
//! are big-endian always. Classes are listed by walking the offsets once; what is looked up by name goes through the
//! image's own hash table. Plain resources are borrowed from the mapping.

use std::borrow::Cow;
use std::ops::Range;

use memmap2::Mmap;

use super::decompress::{self, Context, LONGEST_STRING};
use super::limits::Limits;
use super::problem::{Fault, Log, ProblemKind, shown};

const MAGIC: u32 = 0xcafe_dada;
const MAJOR_VERSION: u16 = 1;
const HEADER_LEN: u64 = 28;
const HASH_SEED: u32 = 0x0100_0193;

/// Names come from a string table that many locations may share, so their number and length are not bounded by the
/// size of the file. A real image's names are a hundredth of it.
const NAMES_BEYOND_FILE: u64 = 1 << 20;

/// How the names of pseudo-modules start, in which the JDK keeps an index of the image itself.
const NOT_MODULES: [&[u8]; 3] = [b"\0", b"packages\0", b"modules\0"];
const CLASS_EXTENSION: &[u8] = b"class\0";

// Kinds of values in a location.
const END: u8 = 0;
const MODULE: u8 = 1;
const PARENT: u8 = 2;
const BASE: u8 = 3;
const EXTENSION: u8 = 4;
const OFFSET: u8 = 5;
const PACKED: u8 = 6;
const SIZE: u8 = 7;

/// An open image.
pub(crate) struct Image {
    bytes: Mmap,
    order: ByteOrder,
    table_len: u32,
    redirects: Range<usize>,
    offsets: Range<usize>,
    locations: Range<usize>,
    strings: Range<usize>,
    /// Where the resources start.
    contents: usize,
    classes: Vec<Location>,
    /// The names of the modules, as places in the strings, in the order of their contents.
    modules: Vec<u32>,
}

/// The order of bytes in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    /// The order in which `start` is the beginning of an image, if it is one.
    pub(crate) fn of_image(start: &[u8]) -> Option<ByteOrder> {
        let magic = *start.first_chunk()?;
        [ByteOrder::Little, ByteOrder::Big].into_iter().find(|order| order.u32(magic) == MAGIC)
    }

    pub(crate) fn u32(self, bytes: [u8; 4]) -> u32 {
        match self {
            ByteOrder::Little => u32::from_le_bytes(bytes),
            ByteOrder::Big => u32::from_be_bytes(bytes),
        }
    }

    pub(crate) fn u64(self, bytes: [u8; 8]) -> u64 {
        match self {
            ByteOrder::Little => u64::from_le_bytes(bytes),
            ByteOrder::Big => u64::from_be_bytes(bytes),
        }
    }
}

/// What the image says about one resource. Names are places in the strings.
#[derive(Clone, Copy, Default)]
struct Location {
    module: u32,
    parent: u32,
    base: u32,
    extension: u32,
    offset: u64,
    /// 0 if the contents are plain.
    packed: u64,
    size: u64,
}

/// A resource found by name.
#[derive(Clone, Copy)]
pub(crate) struct ImageResource(Location);

impl Image {
    /// Reads the tables. Locations that cannot be used go to `log`.
    pub(crate) fn open(bytes: Mmap, log: &mut Log) -> Result<Image, Fault> {
        let bad = |offset, what| Fault::at(offset, ProblemKind::BadImage(what));
        let header: [u8; HEADER_LEN as usize] =
            *bytes.first_chunk().ok_or_else(|| bad(bytes.len() as u64, "its header is cut off"))?;
        let order = ByteOrder::of_image(&header)
            .ok_or_else(|| bad(0, "it does not start with the magic number of an image"))?;
        let word = |n: usize| {
            order.u32([header[4 * n], header[4 * n + 1], header[4 * n + 2], header[4 * n + 3]])
        };
        let (major, minor) = ((word(1) >> 16) as u16, word(1) as u16);
        if major != MAJOR_VERSION {
            return Err(Fault::at(4, ProblemKind::ImageVersion { major, minor }));
        }
        let table_len = word(4);
        let lengths =
            [u64::from(table_len) * 4, u64::from(table_len) * 4, word(5).into(), word(6).into()];
        if HEADER_LEN + lengths.iter().sum::<u64>() > bytes.len() as u64 {
            return Err(bad(16, "its tables are longer than the file"));
        }
        // All of them are now known to lie in the file, so they fit into `usize`.
        let mut start = HEADER_LEN as usize;
        let [redirects, offsets, locations, strings] = lengths.map(|len| {
            let range = start..start + len as usize;
            start = range.end;
            range
        });
        let contents = strings.end;
        let (classes, modules) = (Vec::new(), Vec::new());
        let mut image = Image {
            bytes,
            order,
            table_len,
            redirects,
            offsets,
            locations,
            strings,
            contents,
            classes,
            modules,
        };
        image.list_classes(log);
        Ok(image)
    }

    /// Calls `visit` with the number and the name of each class, in the order of their contents (which is the fastest
    /// order to read them in), until it has been told more names than such an image can have.
    pub(crate) fn visit_names(&self, log: &mut Log, mut visit: impl FnMut(u32, &str)) {
        let mut total = 0;
        let mut name = String::new();
        for (index, class) in self.classes.iter().enumerate() {
            name.clear();
            if self.write_name(class, &mut name).is_some() {
                visit(index as u32, &name);
                total += name.len();
            } else {
                log.add(
                    self.bad_location(class, "the name of a class is not UTF-8 or does not end"),
                );
                total += LONGEST_STRING;
            }
            if total as u64 > self.bytes.len() as u64 + NAMES_BEYOND_FILE {
                log.add(self.bad_location(class, "its names are longer than the whole file"));
                break;
            }
        }
    }

    pub(crate) fn class_count(&self) -> usize {
        self.classes.len()
    }

    /// `/module/package/Class.class`
    pub(crate) fn path(&self, class: u32) -> String {
        self.path_of(&self.classes[class as usize])
    }

    pub(crate) fn read(&self, class: u32, limits: &Limits) -> Result<Cow<'_, [u8]>, Fault> {
        self.read_location(&self.classes[class as usize], limits)
    }

    pub(crate) fn read_resource(
        &self,
        resource: ImageResource,
        limits: &Limits,
    ) -> Result<Cow<'_, [u8]>, Fault> {
        self.read_location(&resource.0, limits)
    }

    pub(crate) fn resource_path(&self, resource: ImageResource) -> String {
        self.path_of(&resource.0)
    }

    /// The resources with this path, at most one in each module.
    pub(crate) fn find(&self, path: &str) -> impl Iterator<Item = ImageResource> {
        self.modules.iter().filter_map(move |&module| {
            let full = [b"/", self.string(module)?, b"/", path.as_bytes()].concat();
            self.find_full(&full).map(ImageResource)
        })
    }

    /// The hash lookup of the format: the first hash chooses a slot, whose redirect is either the slot itself or the
    /// seed of a second hash without collisions.
    fn find_full(&self, path: &[u8]) -> Option<Location> {
        let slot = hash(path, HASH_SEED).checked_rem(self.table_len)?;
        let redirect = self.word(self.redirects.start, slot) as i32;
        let slot = match redirect {
            0 => return None,
            1.. => hash(path, redirect as u32) % self.table_len,
            _ => u32::try_from(-1 - i64::from(redirect)).ok()?,
        };
        let location = (slot < self.table_len).then(|| self.location_of_slot(slot).ok())??;
        // Any name has some slot; only the comparison tells whether it is the one that is meant.
        (self.full_path(&location) == path).then_some(location)
    }

    fn list_classes(&mut self, log: &mut Log) {
        let mut module_seen = hashbrown::HashSet::new();
        let mut classes = Vec::with_capacity(self.table_len as usize);
        for slot in 0..self.table_len {
            match self.location_of_slot(slot) {
                Ok(location) if self.is_class(&location) => classes.push(location),
                Ok(_) => {}
                Err(fault) => log.add(fault),
            }
        }
        classes.sort_by_key(|class| class.offset);
        self.modules =
            classes.iter().map(|class| class.module).filter(|&m| module_seen.insert(m)).collect();
        self.classes = classes;
    }

    /// Compares beginnings instead of looking for the ends of strings: this is done for every location, and in a
    /// damaged image the end may be far away.
    fn is_class(&self, location: &Location) -> bool {
        let strings = &self.bytes[self.strings.clone()];
        let at = |place: u32| strings.get(place as usize..).unwrap_or_default();
        let module = at(location.module);
        at(location.extension).starts_with(CLASS_EXTENSION)
            && NOT_MODULES.iter().all(|name| !module.starts_with(name))
    }

    fn location_of_slot(&self, slot: u32) -> Result<Location, Fault> {
        let place = self.word(self.offsets.start, slot) as usize;
        let at = self.locations.start + place;
        let bad = |what| Fault::at(at as u64, ProblemKind::BadImage(what));
        let attributes = self.bytes[self.locations.clone()]
            .get(place..)
            .ok_or_else(|| bad("a location lies outside of its table"))?;
        let location = parse_location(attributes).ok_or_else(|| bad("a location is cut off"))?;
        let len = if location.packed == 0 { location.size } else { location.packed };
        let available = (self.bytes.len() - self.contents) as u64;
        match location.offset.checked_add(len) {
            Some(end) if end <= available => Ok(location),
            _ => Err(bad("a resource reaches over the end of the file")),
        }
    }

    fn read_location(&self, location: &Location, limits: &Limits) -> Result<Cow<'_, [u8]>, Fault> {
        let start = self.contents + location.offset as usize;
        let name = || shown(self.path_of(location).as_bytes());
        let fault = |kind| Fault::at(start as u64, kind);
        if location.size > limits.file_size {
            let (size, limit) = (location.size, limits.file_size);
            return Err(fault(ProblemKind::TooLarge { name: name(), size, limit }));
        }
        if location.packed == 0 {
            return Ok(Cow::Borrowed(&self.bytes[start..start + location.size as usize]));
        }
        let packed = &self.bytes[start..start + location.packed as usize];
        let context =
            Context { order: self.order, strings: &self.bytes[self.strings.clone()], limits };
        let contents =
            decompress::unpack(packed, &context).map_err(|why| fault(why.explain(name())))?;
        match contents.len() as u64 == location.size {
            true => Ok(contents),
            false => Err(fault(ProblemKind::WrongSize { name: name(), declared: location.size })),
        }
    }

    fn bad_location(&self, location: &Location, what: &'static str) -> Fault {
        Fault::at((self.contents as u64) + location.offset, ProblemKind::BadImage(what))
    }

    fn write_name(&self, class: &Location, name: &mut String) -> Option<()> {
        let parent = std::str::from_utf8(self.string(class.parent)?).ok()?;
        name.push_str(parent);
        if !parent.is_empty() {
            name.push('/');
        }
        name.push_str(std::str::from_utf8(self.string(class.base)?).ok()?);
        Some(())
    }

    fn path_of(&self, location: &Location) -> String {
        String::from_utf8_lossy(&self.full_path(location)).into_owned()
    }

    /// `/module/parent/base.extension`, without the parts that are empty.
    fn full_path(&self, location: &Location) -> Vec<u8> {
        let part = |place| self.string(place).unwrap_or_default();
        let mut path = Vec::new();
        let mut add = |before: &[u8], part: &[u8], after: &[u8]| {
            if !part.is_empty() {
                path.extend([before, part, after].concat());
            }
        };
        add(b"/", part(location.module), b"/");
        add(b"", part(location.parent), b"/");
        add(b"", part(location.base), b"");
        add(b".", part(location.extension), b"");
        path
    }

    fn string(&self, place: u32) -> Option<&[u8]> {
        decompress::string(&self.bytes[self.strings.clone()], place)
    }

    /// Word number `index` of the table that starts at `table`; the caller has checked the index.
    fn word(&self, table: usize, index: u32) -> u32 {
        let at = table + 4 * index as usize;
        let word: [u8; 4] = self.bytes[at..at + 4].try_into().expect("four bytes");
        self.order.u32(word)
    }
}

/// Decodes the values of a location: each starts with a byte of kind (five bits) and length less one (three bits).
fn parse_location(mut attributes: &[u8]) -> Option<Location> {
    let mut location = Location::default();
    loop {
        let (&head, rest) = attributes.split_first()?;
        let kind = head >> 3;
        if kind == END {
            return Some(location);
        }
        let (value, rest) = rest.split_at_checked(usize::from(head & 7) + 1)?;
        let value = value.iter().fold(0, |value, &byte| value << 8 | u64::from(byte));
        let place = u32::try_from(value);
        match kind {
            MODULE => location.module = place.ok()?,
            PARENT => location.parent = place.ok()?,
            BASE => location.base = place.ok()?,
            EXTENSION => location.extension = place.ok()?,
            OFFSET => location.offset = value,
            PACKED => location.packed = value,
            SIZE => location.size = value,
            // A later minor version may say more about a resource.
            _ => {}
        }
        attributes = rest;
    }
}

fn hash(path: &[u8], seed: u32) -> u32 {
    let hash = path.iter().fold(seed, |hash, &b| hash.wrapping_mul(HASH_SEED) ^ u32::from(b));
    hash & 0x7fff_ffff
}
