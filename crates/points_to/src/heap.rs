//! Abstract objects.

use ir::entity::EntityId as _;
use ir::hierarchy::ClassId;
use ir::{Name, Type};
use rustc_hash::FxHashMap;

use crate::code::Member;
use crate::context::Receiver;
use crate::ids::{BLOCK, CodeId, Context, DynClass, Frame, Obj};

/// What an abstract object stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ObjKind {
    /// The objects that a statement makes: code and ordinal.
    Site(CodeId, u32),
    /// All objects of a class.
    Merged,
    /// A constant string that names something.
    Text(Name),
    /// The class object of a type.
    Class(Type),
    /// A reflected member, a handle, an updater.
    Member(Member),
}

/// An abstract object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObjData {
    /// What it stands for.
    pub kind: ObjKind,
    /// Its class at run time.
    pub class: DynClass,
    /// In which context it is made.
    pub heap: Context,
}

impl ObjData {
    /// How it is called as a part of a context.
    pub(crate) fn as_receiver(&self) -> Receiver {
        match self.kind {
            ObjKind::Site(code, ordinal) => Receiver::Site(code, ordinal, self.class),
            _ => Receiver::Class(self.class),
        }
    }
}

/// All abstract objects that came up.
///
/// Objects that flow together should have neighbouring numbers, because sets hold blocks of 64 neighbours. What flows
/// together is mostly of classes with a common superclass, so each family of classes takes its numbers from blocks of
/// its own; and so does each thread for the pairs of what it made and what others of its kind made.
#[derive(Default)]
pub(crate) struct Heap {
    objs: Vec<(Obj, ObjData)>,
    /// By number: where in `objs`. Numbers that are not used yet have none.
    places: Vec<u32>,
    ids: FxHashMap<ObjData, Obj>,
    /// By block: whose objects are in there.
    frames: Vec<Frame>,
    /// By family and frame: the number that comes next, and how many of its block are left.
    blocks: FxHashMap<(ClassId, Frame), (u32, u32)>,
}

const UNUSED: u32 = u32::MAX;

impl Heap {
    /// The number of an object that has no mirror image. The family is the topmost superclass below `Object`, or the
    /// class itself.
    pub(crate) fn intern(&mut self, data: ObjData, family: impl FnOnce() -> ClassId) -> Obj {
        if let Some(&id) = self.ids.get(&data) {
            return id;
        }
        let [id] = self.numbers(family(), Frame::NONE);
        self.put(id, data);
        id
    }

    /// The number of what α made; what β made at the same site gets the one beside it.
    pub(crate) fn intern_pair(
        &mut self,
        alpha: ObjData,
        beta: Context,
        frame: Frame,
        family: impl FnOnce() -> ClassId,
    ) -> Obj {
        if let Some(&id) = self.ids.get(&alpha) {
            return id;
        }
        let [id, other] = self.numbers(family(), frame);
        self.put(other, ObjData { heap: beta, ..alpha.clone() });
        self.put(id, alpha);
        id
    }

    fn put(&mut self, id: Obj, data: ObjData) {
        self.places[id.index()] = self.objs.len() as u32;
        self.objs.push((id, data.clone()));
        self.ids.insert(data, id);
    }

    /// The next numbers of a family.
    fn numbers<const N: usize>(&mut self, family: ClassId, frame: Frame) -> [Obj; N] {
        let (next, left) = self.blocks.entry((family, frame)).or_insert((0, 0));
        if *left == 0 {
            // Pairs are in blocks with odd numbers, the others in those with even ones.
            let is_paired = frame != Frame::NONE;
            if (self.frames.len() % 2 == 1) != is_paired {
                self.frames.push(Frame::NONE);
            }
            *next = self.frames.len() as u32 * BLOCK;
            *left = BLOCK;
            self.frames.push(frame);
            self.places.resize(self.frames.len() * BLOCK as usize, UNUSED);
        }
        let first = *next;
        *next += N as u32;
        *left -= N as u32;
        std::array::from_fn(|at| Obj::from_index(first as usize + at))
    }

    /// Whose objects are in a block.
    #[inline]
    pub(crate) fn frame_of_block(&self, block: u32) -> Frame {
        self.frames[block as usize]
    }

    /// Who made an object.
    #[inline]
    pub(crate) fn frame(&self, obj: Obj) -> Frame {
        self.frame_of_block(obj.index() as u32 / BLOCK)
    }

    #[inline]
    pub(crate) fn get(&self, obj: Obj) -> &ObjData {
        &self.objs[self.places[obj.index()] as usize].1
    }

    /// How many objects there are.
    pub(crate) fn len(&self) -> usize {
        self.objs.len()
    }

    /// The objects from the n-th on, in the order in which they came up.
    pub(crate) fn since(&self, n: usize) -> impl Iterator<Item = (Obj, &ObjData)> {
        self.objs[n..].iter().map(|(id, data)| (*id, data))
    }
}
