//! Sets of abstract objects.
//!
//! Most sets are tiny, a few are huge. Up to [`SMALL`] members lie in the set itself, sorted; more in blocks of 64
//! neighbouring ids, sorted by the number of the block, empty ones left out.
//!
//! Blocks with odd numbers hold pairs; see [`Obj::mirror`].

use ir::entity::EntityId as _;

use crate::ids::{BLOCK, Obj};

/// How many members need no memory of their own.
const SMALL: usize = 5;

/// A set of abstract objects.
#[derive(Clone)]
pub struct PointsToSet(Repr);

#[derive(Clone)]
enum Repr {
    /// Sorted; only the first `len` count.
    Small { len: u8, ids: [u32; SMALL] },
    /// At least one block, sorted, none empty. Boxed, so that a set takes three words.
    #[expect(clippy::box_collection, reason = "most sets are small, and should be so in memory")]
    Blocks(Box<Vec<Block>>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Block {
    number: u32,
    bits: u64,
}

/// The even places of a block.
const ALPHAS: u64 = 0x5555_5555_5555_5555;

impl Block {
    fn is_paired(self) -> bool {
        self.number % 2 == 1
    }

    /// With the two of each pair exchanged.
    fn mirrored(self) -> Block {
        let Block { number, bits } = self;
        let swapped = (bits & ALPHAS) << 1 | (bits >> 1) & ALPHAS;
        if self.is_paired() { Block { number, bits: swapped } } else { self }
    }

    fn of(id: u32) -> Block {
        Block { number: id / BLOCK, bits: 1 << (id % BLOCK) }
    }
}

impl Default for PointsToSet {
    fn default() -> Self {
        PointsToSet::new()
    }
}

impl PointsToSet {
    /// The empty set.
    pub const fn new() -> Self {
        PointsToSet(Repr::Small { len: 0, ids: [0; SMALL] })
    }

    /// The set of one object.
    pub fn of(obj: Obj) -> Self {
        let mut set = PointsToSet::new();
        set.insert(obj);
        set
    }

    /// Whether it has no member.
    #[inline]
    pub fn is_empty(&self) -> bool {
        matches!(self.0, Repr::Small { len: 0, .. })
    }

    /// How many members it has.
    pub fn len(&self) -> usize {
        match &self.0 {
            Repr::Small { len, .. } => usize::from(*len),
            Repr::Blocks(blocks) => blocks.iter().map(|b| b.bits.count_ones() as usize).sum(),
        }
    }

    /// Whether an object is a member.
    #[inline]
    pub fn contains(&self, obj: Obj) -> bool {
        let id = obj.index() as u32;
        match &self.0 {
            Repr::Small { len, ids } => ids[..usize::from(*len)].contains(&id),
            Repr::Blocks(blocks) => {
                let block = Block::of(id);
                blocks
                    .binary_search_by_key(&block.number, |b| b.number)
                    .is_ok_and(|at| blocks[at].bits & block.bits != 0)
            }
        }
    }

    /// Adds an object; true if it is new.
    pub fn insert(&mut self, obj: Obj) -> bool {
        let id = obj.index() as u32;
        match &mut self.0 {
            Repr::Small { len, ids } => {
                let used = usize::from(*len);
                let Err(at) = ids[..used].binary_search(&id) else { return false };
                if used < SMALL {
                    ids.copy_within(at..used, at + 1);
                    ids[at] = id;
                    *len += 1;
                } else {
                    let mut blocks = blocks_of(&ids[..used]);
                    insert_bits(&mut blocks, Block::of(id));
                    self.0 = Repr::Blocks(Box::new(blocks));
                }
                true
            }
            Repr::Blocks(blocks) => insert_bits(blocks, Block::of(id)) != 0,
        }
    }

    /// Takes an object out; true if it was a member.
    pub fn remove(&mut self, obj: Obj) -> bool {
        let id = obj.index() as u32;
        match &mut self.0 {
            Repr::Small { len, ids } => {
                let used = usize::from(*len);
                let Ok(at) = ids[..used].binary_search(&id) else { return false };
                ids.copy_within(at + 1..used, at);
                *len -= 1;
                true
            }
            Repr::Blocks(blocks) => {
                let block = Block::of(id);
                let Ok(at) = blocks.binary_search_by_key(&block.number, |b| b.number) else {
                    return false;
                };
                if blocks[at].bits & block.bits == 0 {
                    return false;
                }
                blocks[at].bits &= !block.bits;
                if blocks[at].bits == 0 {
                    blocks.remove(at);
                }
                self.shrink();
                true
            }
        }
    }

    /// The members in ascending order.
    pub fn iter(&self) -> Iter<'_> {
        match &self.0 {
            Repr::Small { len, ids } => {
                Iter { small: &ids[..usize::from(*len)], blocks: &[], bits: 0, base: 0 }
            }
            Repr::Blocks(blocks) => Iter { small: &[], blocks, bits: 0, base: 0 },
        }
    }

    /// Adds the members of `other` that `mask` lets through. Those that are new here are put into `fresh` as well;
    /// true if there are any.
    pub fn union_fresh(
        &mut self,
        other: &PointsToSet,
        mask: Option<&PointsToSet>,
        fresh: &mut PointsToSet,
    ) -> bool {
        if let (Repr::Small { .. }, _) | (_, Repr::Small { .. }) = (&other.0, &self.0)
            && other.is_small_enough()
        {
            let mut changed = false;
            for obj in other.iter() {
                if mask.is_none_or(|mask| mask.contains(obj)) && self.insert(obj) {
                    fresh.insert(obj);
                    changed = true;
                }
            }
            return changed;
        }
        let news = self.missing_blocks(other, mask);
        if news.is_empty() {
            return false;
        }
        self.merge_blocks(&news);
        fresh.merge_blocks(&news);
        true
    }

    /// Adds the members of `other`.
    pub fn union(&mut self, other: &PointsToSet) {
        self.union_fresh(other, None, &mut PointsToSet::new());
    }

    /// Takes all members of `other` out.
    pub fn subtract(&mut self, other: &PointsToSet) {
        if let (Repr::Blocks(own), Repr::Blocks(others)) = (&mut self.0, &other.0) {
            let mut at = 0;
            own.retain_mut(|block| {
                at = skip_to(others, at, block.number);
                if let Some(other) = others.get(at)
                    && other.number == block.number
                {
                    block.bits &= !other.bits;
                }
                block.bits != 0
            });
            return self.shrink();
        }
        if let Repr::Small { len, ids } = &mut self.0 {
            let mut kept = 0;
            for at in 0..usize::from(*len) {
                if !other.contains(Obj::from_index(ids[at] as usize)) {
                    ids[kept] = ids[at];
                    kept += 1;
                }
            }
            *len = kept as u8;
            return;
        }
        for obj in other.iter() {
            self.remove(obj);
        }
    }

    /// The members that `other` has too.
    pub fn intersection(&self, other: &PointsToSet) -> PointsToSet {
        if let (Repr::Blocks(own), Repr::Blocks(others)) = (&self.0, &other.0) {
            let mut at = 0;
            let common = own.iter().filter_map(|block| {
                at = skip_to(others, at, block.number);
                let other = others.get(at).filter(|other| other.number == block.number)?;
                let bits = block.bits & other.bits;
                (bits != 0).then_some(Block { number: block.number, bits })
            });
            let mut result = PointsToSet(Repr::Blocks(Box::new(common.collect())));
            result.shrink();
            return result;
        }
        let (few, many) = if self.len() <= other.len() { (self, other) } else { (other, self) };
        few.iter().filter(|&obj| many.contains(obj)).collect()
    }

    /// Whether there is an object that is a member of both.
    pub fn intersects(&self, other: &PointsToSet) -> bool {
        if let (Repr::Blocks(own), Repr::Blocks(others)) = (&self.0, &other.0) {
            let mut at = 0;
            return own.iter().any(|block| {
                at = skip_to(others, at, block.number);
                others.get(at).is_some_and(|other| {
                    other.number == block.number && other.bits & block.bits != 0
                })
            });
        }
        let (few, many) = if self.len() <= other.len() { (self, other) } else { (other, self) };
        few.iter().any(|obj| many.contains(obj))
    }

    /// Whether α and β can be told apart in it.
    pub(crate) fn has_pairs(&self) -> bool {
        match &self.0 {
            Repr::Small { len, ids } => {
                ids[..usize::from(*len)].iter().any(|&id| Obj::from_index(id as usize).is_paired())
            }
            Repr::Blocks(blocks) => blocks.iter().any(|block| block.is_paired()),
        }
    }

    /// The set with α and β exchanged.
    pub fn mirrored(&self) -> PointsToSet {
        match &self.0 {
            Repr::Small { .. } => self.iter().map(Obj::mirror).collect(),
            Repr::Blocks(blocks) => {
                let blocks = blocks.iter().map(|block| block.mirrored()).collect();
                PointsToSet(Repr::Blocks(Box::new(blocks)))
            }
        }
    }

    /// The set and its mirror image.
    pub fn closed(&self) -> PointsToSet {
        match &self.0 {
            Repr::Small { .. } => self.iter().flat_map(|obj| [obj, obj.mirror()]).collect(),
            Repr::Blocks(blocks) => {
                let both =
                    |block: &Block| Block { bits: block.bits | block.mirrored().bits, ..*block };
                PointsToSet(Repr::Blocks(Box::new(blocks.iter().map(both).collect())))
            }
        }
    }

    /// The set without what β made, but for blocks that are kept.
    pub(crate) fn without_betas(&self, is_kept: impl Fn(u32) -> bool) -> PointsToSet {
        match &self.0 {
            Repr::Small { .. } => {
                let stays = |obj: &Obj| !obj.is_beta() || is_kept(obj.index() as u32 / BLOCK);
                self.iter().filter(stays).collect()
            }
            Repr::Blocks(blocks) => {
                let kept = blocks.iter().filter_map(|&block| {
                    let is_whole = !block.is_paired() || is_kept(block.number);
                    let bits = if is_whole { block.bits } else { block.bits & ALPHAS };
                    (bits != 0).then_some(Block { bits, ..block })
                });
                let mut result = PointsToSet(Repr::Blocks(Box::new(kept.collect())));
                result.shrink();
                result
            }
        }
    }

    /// How many bytes it takes apart from itself.
    pub fn heap_bytes(&self) -> usize {
        match &self.0 {
            Repr::Small { .. } => 0,
            Repr::Blocks(blocks) => {
                size_of::<Vec<Block>>() + blocks.capacity() * size_of::<Block>()
            }
        }
    }

    fn is_small_enough(&self) -> bool {
        matches!(self.0, Repr::Small { .. })
    }

    /// The bits of `other & mask` that are not in here.
    fn missing_blocks(&self, other: &PointsToSet, mask: Option<&PointsToSet>) -> Vec<Block> {
        let (mut own_room, mut other_room, mut mask_room) = (Vec::new(), Vec::new(), Vec::new());
        let own = self.as_blocks(&mut own_room);
        let other = other.as_blocks(&mut other_room);
        let mask = mask.map(|mask| mask.as_blocks(&mut mask_room));
        let (mut at_own, mut at_mask) = (0, 0);
        let mut news = Vec::new();
        for block in other {
            let mut bits = block.bits;
            if let Some(mask) = mask {
                at_mask = skip_to(mask, at_mask, block.number);
                match mask.get(at_mask) {
                    Some(m) if m.number == block.number => bits &= m.bits,
                    Some(_) => continue,
                    None => break,
                }
            }
            at_own = skip_to(own, at_own, block.number);
            if let Some(o) = own.get(at_own)
                && o.number == block.number
            {
                bits &= !o.bits;
            }
            if bits != 0 {
                news.push(Block { number: block.number, bits });
            }
        }
        news
    }

    fn as_blocks<'a>(&'a self, room: &'a mut Vec<Block>) -> &'a [Block] {
        match &self.0 {
            Repr::Small { len, ids } => {
                *room = blocks_of(&ids[..usize::from(*len)]);
                room
            }
            Repr::Blocks(blocks) => blocks,
        }
    }

    /// Adds blocks whose bits are all new.
    fn merge_blocks(&mut self, news: &[Block]) {
        let mut own = match std::mem::replace(&mut self.0, Repr::Small { len: 0, ids: [0; SMALL] })
        {
            Repr::Small { len, ids } => Box::new(blocks_of(&ids[..usize::from(len)])),
            Repr::Blocks(blocks) => blocks,
        };
        let missing = {
            let mut at = 0;
            let mut missing = 0;
            for new in news {
                at = skip_to(&own, at, new.number);
                match own.get_mut(at) {
                    Some(block) if block.number == new.number => block.bits |= new.bits,
                    _ => missing += 1,
                }
            }
            missing
        };
        if missing > 0 {
            merge_from_behind(&mut own, news, missing);
        }
        self.0 = Repr::Blocks(own);
        self.shrink();
    }

    /// Goes back to the small form if it fits.
    fn shrink(&mut self) {
        let Repr::Blocks(blocks) = &self.0 else { return };
        if blocks.is_empty() {
            *self = PointsToSet::new();
            return;
        }
        if blocks.len() > SMALL {
            return;
        }
        let len: usize = blocks.iter().map(|b| b.bits.count_ones() as usize).sum();
        if len <= SMALL {
            let mut ids = [0; SMALL];
            for (slot, obj) in ids.iter_mut().zip(self.iter()) {
                *slot = obj.index() as u32;
            }
            self.0 = Repr::Small { len: len as u8, ids };
        }
    }
}

/// Puts the `missing` blocks of `news` whose numbers `own` lacks into their places.
fn merge_from_behind(own: &mut Vec<Block>, news: &[Block], missing: usize) {
    let old = own.len();
    own.resize(old + missing, Block { number: 0, bits: 0 });
    let (mut read, mut write) = (old, old + missing);
    for new in news.iter().rev() {
        while read > 0 && own[read - 1].number > new.number {
            write -= 1;
            read -= 1;
            own[write] = own[read];
        }
        if read > 0 && own[read - 1].number == new.number {
            continue;
        }
        write -= 1;
        own[write] = *new;
        if write == read {
            break;
        }
    }
}

/// The first place from `at` on whose number is not below the given one. Galloping: the next one is usually near.
fn skip_to(blocks: &[Block], at: usize, number: u32) -> usize {
    let mut step = 1;
    let mut low = at;
    while low + step <= blocks.len() && blocks[low + step - 1].number < number {
        low += step;
        step *= 2;
    }
    let high = (low + step).min(blocks.len());
    low + blocks[low..high].partition_point(|b| b.number < number)
}

fn blocks_of(ids: &[u32]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::with_capacity(ids.len() + 1);
    for &id in ids {
        let block = Block::of(id);
        match blocks.last_mut() {
            Some(last) if last.number == block.number => last.bits |= block.bits,
            _ => blocks.push(block),
        }
    }
    blocks
}

/// Adds the bits of a block; returns those that are new.
fn insert_bits(blocks: &mut Vec<Block>, block: Block) -> u64 {
    match blocks.binary_search_by_key(&block.number, |b| b.number) {
        Ok(at) => {
            let new = block.bits & !blocks[at].bits;
            blocks[at].bits |= new;
            new
        }
        Err(at) => {
            blocks.insert(at, block);
            block.bits
        }
    }
}

/// Iterates over a set.
pub struct Iter<'a> {
    small: &'a [u32],
    blocks: &'a [Block],
    bits: u64,
    base: u32,
}

impl Iterator for Iter<'_> {
    type Item = Obj;

    #[inline]
    fn next(&mut self) -> Option<Obj> {
        if let [first, rest @ ..] = self.small {
            self.small = rest;
            return Some(Obj::from_index(*first as usize));
        }
        while self.bits == 0 {
            let [first, rest @ ..] = self.blocks else { return None };
            self.blocks = rest;
            self.bits = first.bits;
            self.base = first.number * BLOCK;
        }
        let id = self.base + self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some(Obj::from_index(id as usize))
    }
}

impl Extend<Obj> for PointsToSet {
    fn extend<T: IntoIterator<Item = Obj>>(&mut self, iter: T) {
        for obj in iter {
            self.insert(obj);
        }
    }
}

impl FromIterator<Obj> for PointsToSet {
    fn from_iter<T: IntoIterator<Item = Obj>>(iter: T) -> Self {
        let mut set = PointsToSet::new();
        set.extend(iter);
        set
    }
}

impl PartialEq for PointsToSet {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for PointsToSet {}

impl std::fmt::Debug for PointsToSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A small generator of numbers; the same ones in every run.
    fn numbers(mut seed: u64) -> impl FnMut(u64) -> u64 {
        move |below| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed % below
        }
    }

    fn obj(id: u64) -> Obj {
        Obj::from_index(id as usize)
    }

    #[test]
    fn behaves_as_a_set_of_the_standard_library() {
        for seed in 1..400 {
            let mut next = numbers(seed * 7919);
            let range = [8, 70, 700, 100_000][next(4) as usize];
            let (mut set, mut oracle) = (PointsToSet::new(), BTreeSet::new());
            for _ in 0..60 {
                match next(4) {
                    0 => {
                        let id = next(range);
                        assert_eq!(set.insert(obj(id)), oracle.insert(obj(id)));
                    }
                    1 if next(3) == 0 => {
                        let others: BTreeSet<Obj> =
                            (0..next(60)).map(|_| obj(next(range))).collect();
                        let other: PointsToSet = others.iter().copied().collect();
                        assert!(
                            set.intersection(&other)
                                .iter()
                                .eq(oracle.intersection(&others).copied())
                        );
                        assert_eq!(set.intersects(&other), !oracle.is_disjoint(&others));
                        set.subtract(&other);
                        oracle.retain(|o| !others.contains(o));
                    }
                    1 => {
                        let id = next(range);
                        assert_eq!(set.remove(obj(id)), oracle.remove(&obj(id)));
                    }
                    _ => {
                        let others: BTreeSet<Obj> =
                            (0..next(40)).map(|_| obj(next(range))).collect();
                        let mask: BTreeSet<Obj> =
                            (0..next(400)).map(|_| obj(next(range))).collect();
                        let is_masked = next(2) == 0;
                        let mut fresh = PointsToSet::new();
                        let other: PointsToSet = others.iter().copied().collect();
                        let mask_set: PointsToSet = mask.iter().copied().collect();
                        let changed =
                            set.union_fresh(&other, is_masked.then_some(&mask_set), &mut fresh);
                        let news: BTreeSet<Obj> = others
                            .into_iter()
                            .filter(|o| (!is_masked || mask.contains(o)) && !oracle.contains(o))
                            .collect();
                        assert_eq!(changed, !news.is_empty());
                        assert!(fresh.iter().eq(news.iter().copied()), "seed {seed}");
                        oracle.extend(news);
                    }
                }
                assert!(set.iter().eq(oracle.iter().copied()), "seed {seed}");
                assert_eq!(set.len(), oracle.len());
                assert_eq!(set.is_empty(), oracle.is_empty());
                let probe = obj(next(range));
                assert_eq!(set.contains(probe), oracle.contains(&probe));
            }
        }
    }

    #[test]
    fn mirrors_as_each_of_its_members() {
        for seed in 1..200 {
            let mut next = numbers(seed * 104_729);
            let range = [70, 300, 2000][next(3) as usize];
            let set: PointsToSet = (0..next(40)).map(|_| obj(next(range))).collect();
            let mirrored: BTreeSet<Obj> = set.iter().map(Obj::mirror).collect();
            assert!(set.mirrored().iter().eq(mirrored.iter().copied()));
            assert_eq!(set.mirrored().mirrored(), set);
            let closed: BTreeSet<Obj> = mirrored.iter().copied().chain(set.iter()).collect();
            assert!(set.closed().iter().eq(closed.iter().copied()));
            assert_eq!(set.has_pairs(), set.iter().any(|obj| obj.mirror() != obj));
            let is_kept = |block: u32| block.is_multiple_of(3);
            let left = set.iter().filter(|o| !o.is_beta() || is_kept(o.index() as u32 / 64));
            assert!(set.without_betas(is_kept).iter().eq(left));
        }
    }

    #[test]
    fn is_no_larger_than_three_words() {
        assert_eq!(size_of::<PointsToSet>(), 24);
    }
}
