//! Abstract objects.

use ir::entity::EntityId as _;
use ir::hierarchy::ClassId;
use ir::{Name, Type};
use rustc_hash::FxHashMap;

use crate::code::Member;
use crate::context::Receiver;
use crate::ids::{CodeId, Context, DynClass, Obj};

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
/// its own.
#[derive(Default)]
pub(crate) struct Heap {
    objs: Vec<ObjData>,
    /// By number: where in `objs`. Numbers of a block that are not used yet have none.
    places: Vec<u32>,
    ids: FxHashMap<ObjData, Obj>,
    /// By family: the number that comes next, and how many of its block are left.
    blocks: FxHashMap<ClassId, (u32, u32)>,
}

const UNUSED: u32 = u32::MAX;

impl Heap {
    /// The number of an object. The family is the topmost superclass below `Object`, or the class itself.
    pub(crate) fn intern(&mut self, data: ObjData, family: impl FnOnce() -> ClassId) -> Obj {
        if let Some(&id) = self.ids.get(&data) {
            return id;
        }
        let (next, left) = self.blocks.entry(family()).or_insert((0, 0));
        if *left == 0 {
            *next = self.places.len() as u32;
            *left = 64;
            self.places.resize(self.places.len() + 64, UNUSED);
        }
        let id = Obj::from_index(*next as usize);
        self.places[*next as usize] = self.objs.len() as u32;
        *next += 1;
        *left -= 1;
        self.objs.push(data.clone());
        self.ids.insert(data, id);
        id
    }

    #[inline]
    pub(crate) fn get(&self, obj: Obj) -> &ObjData {
        &self.objs[self.places[obj.index()] as usize]
    }

    /// How many objects there are.
    pub(crate) fn len(&self) -> usize {
        self.objs.len()
    }

    /// The objects from the n-th on, in the order in which they came up.
    pub(crate) fn since(&self, n: usize) -> impl Iterator<Item = (Obj, &ObjData)> {
        self.objs[n..].iter().map(|data| (self.ids[data], data))
    }
}
