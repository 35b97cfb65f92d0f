//! Abstract objects.

use ir::entity::Table;
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
#[derive(Default)]
pub(crate) struct Heap {
    objs: Table<Obj, ObjData>,
    ids: FxHashMap<ObjData, Obj>,
}

impl Heap {
    pub(crate) fn intern(&mut self, data: ObjData) -> Obj {
        if let Some(&id) = self.ids.get(&data) {
            return id;
        }
        let id = self.objs.push(data.clone());
        self.ids.insert(data, id);
        id
    }

    #[inline]
    pub(crate) fn get(&self, obj: Obj) -> &ObjData {
        &self.objs[obj]
    }

    pub(crate) fn len(&self) -> usize {
        self.objs.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Obj, &ObjData)> {
        self.objs.iter()
    }
}
