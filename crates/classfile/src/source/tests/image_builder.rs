//! Makes JDK images: small ones, with every table, in either byte order.

use hashbrown::HashMap;
use libdeflater::{CompressionLvl, Compressor};

/// An image to be.
pub(super) struct ImageBuilder {
    big: bool,
    strings: Vec<u8>,
    places: HashMap<String, u32>,
    resources: Vec<Resource>,
}

struct Resource {
    path: String,
    parts: [u32; 4],
    contents: Vec<u8>,
    size: u64,
    is_packed: bool,
}

/// Places in the finished image, for tests that damage it.
pub(super) struct Layout {
    pub(super) bytes: Vec<u8>,
    pub(super) offsets: usize,
    pub(super) locations: usize,
    pub(super) contents: usize,
}

impl ImageBuilder {
    pub(super) fn new(big: bool) -> ImageBuilder {
        let places = HashMap::from([(String::new(), 0)]);
        ImageBuilder { big, strings: vec![0], places, resources: Vec::new() }
    }

    /// Adds text to the strings, each once, and says where it stands.
    fn string(&mut self, text: &str) -> u32 {
        if let Some(&place) = self.places.get(text) {
            return place;
        }
        let place = self.strings.len() as u32;
        self.strings.extend(text.as_bytes());
        self.strings.push(0);
        self.places.insert(text.to_owned(), place);
        place
    }

    pub(super) fn plain(&mut self, module: &str, parent: &str, file: &str, contents: &[u8]) {
        self.add(module, parent, file, contents.to_vec(), contents.len() as u64, false);
    }

    /// Adds contents that start with a compression header.
    pub(super) fn packed(
        &mut self,
        module: &str,
        parent: &str,
        file: &str,
        packed: Vec<u8>,
        size: u64,
    ) {
        self.add(module, parent, file, packed, size, true);
    }

    fn add(
        &mut self,
        module: &str,
        parent: &str,
        file: &str,
        contents: Vec<u8>,
        size: u64,
        is_packed: bool,
    ) {
        let (base, extension) = file.rsplit_once('.').unwrap();
        let slash = if parent.is_empty() { "" } else { "/" };
        let path = format!("/{module}/{parent}{slash}{file}");
        let parts = [module, parent, base, extension].map(|part| self.string(part));
        self.resources.push(Resource { path, parts, contents, size, is_packed });
    }

    /// Puts a compression header in front of packed bytes.
    pub(super) fn layer(&mut self, decompressor: &str, packed: &[u8], size: u64) -> Vec<u8> {
        let name = self.string(decompressor);
        let mut layer = self.u32(0xcafe_fafa).to_vec();
        layer.extend(self.u64(packed.len() as u64));
        layer.extend(self.u64(size));
        layer.extend(self.u32(name));
        layer.extend(self.u32(u32::MAX));
        layer.push(1);
        layer.extend(packed);
        layer
    }

    /// What jlink's `compact-cp` does to a class of `class_bytes`: its two texts become references.
    pub(super) fn share_text(&mut self, class: &[u8]) -> Vec<u8> {
        let mut shared = class[..10].to_vec();
        let mut rest = &class[10..];
        while let [1, high, low, tail @ ..] = rest {
            let len = usize::from(u16::from_be_bytes([*high, *low]));
            let place = self.string(std::str::from_utf8(&tail[..len]).unwrap());
            shared.push(23);
            shared.extend(place.to_be_bytes());
            shared.extend(&tail[len..len + 3]);
            rest = &tail[len + 3..];
        }
        shared.extend(rest);
        shared
    }

    pub(super) fn build(&self) -> Layout {
        let (redirects, slots) = self.hash_table();
        let mut locations = vec![0];
        let mut contents: Vec<u8> = Vec::new();
        let mut places = Vec::new();
        for resource in &self.resources {
            places.push(locations.len() as u32);
            write_location(resource, contents.len() as u64, &mut locations);
            contents.extend(&resource.contents);
        }
        let count = self.resources.len() as u32;
        let header = [
            0xcafe_dada,
            1 << 16,
            0,
            count,
            count,
            locations.len() as u32,
            self.strings.len() as u32,
        ];
        let mut bytes: Vec<u8> = header.into_iter().flat_map(|word| self.u32(word)).collect();
        bytes.extend(redirects.iter().flat_map(|&redirect| self.u32(redirect as u32)));
        let offsets = bytes.len();
        bytes.extend(slots.iter().flat_map(|&resource| self.u32(places[resource])));
        let locations_start = bytes.len();
        bytes.extend(locations);
        bytes.extend(&self.strings);
        let contents_start = bytes.len();
        bytes.extend(contents);
        Layout { bytes, offsets, locations: locations_start, contents: contents_start }
    }

    /// The redirects, and which resource is in which slot.
    fn hash_table(&self) -> (Vec<i32>, Vec<usize>) {
        let len = self.resources.len();
        let mut buckets = vec![Vec::new(); len];
        for (index, resource) in self.resources.iter().enumerate() {
            buckets[slot(&resource.path, 0x0100_0193, len)].push(index);
        }
        let mut order: Vec<usize> = (0..len).collect();
        order.sort_by_key(|&bucket| std::cmp::Reverse(buckets[bucket].len()));
        let (mut redirects, mut slots) = (vec![0; len], vec![None; len]);
        for bucket in order {
            match &buckets[bucket][..] {
                [] => {}
                [only] => {
                    let free = slots.iter().position(Option::is_none).unwrap();
                    slots[free] = Some(*only);
                    redirects[bucket] = -1 - free as i32;
                }
                several => redirects[bucket] = self.place_all(several, &mut slots),
            }
        }
        (redirects, slots.into_iter().map(Option::unwrap).collect())
    }

    /// Finds a seed that gives each of these resources a free slot of its own.
    fn place_all(&self, resources: &[usize], slots: &mut [Option<usize>]) -> i32 {
        let fits = |&seed: &i32| {
            let mut wanted: Vec<_> = resources
                .iter()
                .map(|&r| slot(&self.resources[r].path, seed as u32, slots.len()))
                .collect();
            wanted.sort_unstable();
            wanted.windows(2).all(|pair| pair[0] != pair[1])
                && wanted.iter().all(|&w| slots[w].is_none())
        };
        let seed = (1..).find(fits).unwrap();
        for &resource in resources {
            slots[slot(&self.resources[resource].path, seed as u32, slots.len())] = Some(resource);
        }
        seed
    }

    fn u32(&self, value: u32) -> [u8; 4] {
        if self.big { value.to_be_bytes() } else { value.to_le_bytes() }
    }

    fn u64(&self, value: u64) -> [u8; 8] {
        if self.big { value.to_be_bytes() } else { value.to_le_bytes() }
    }
}

pub(super) fn zlib(contents: &[u8]) -> Vec<u8> {
    let mut compressor = Compressor::new(CompressionLvl::best());
    let mut packed = vec![0; compressor.zlib_compress_bound(contents.len())];
    let len = compressor.zlib_compress(contents, &mut packed).unwrap();
    packed.truncate(len);
    packed
}

fn slot(path: &str, seed: u32, len: usize) -> usize {
    let hash = path.bytes().fold(seed, |hash, b| hash.wrapping_mul(0x0100_0193) ^ u32::from(b));
    (hash & 0x7fff_ffff) as usize % len
}

fn write_location(resource: &Resource, offset: u64, out: &mut Vec<u8>) {
    let packed = if resource.is_packed { resource.contents.len() as u64 } else { 0 };
    let names = resource.parts.map(u64::from);
    let values = names.into_iter().chain([offset, packed, resource.size]);
    for (kind, value) in (1u8..).zip(values).filter(|&(_, value)| value != 0) {
        let bytes = value.to_be_bytes();
        let short = &bytes[value.leading_zeros() as usize / 8..];
        out.push(kind << 3 | (short.len() as u8 - 1));
        out.extend(short);
    }
    out.push(0);
}
