//! Two threads of a kind, worked out once.
//!
//! Of an abstract thread of which there may be many, α is any one and β any other. Nothing tells them apart: what holds
//! for α holds for β with the two exchanged, everywhere. So there are nodes for α only, and fields of what α made; the
//! mirror image stands for β:
//!
//! | | α, worked out | β, its mirror image |
//! |---|---|---|
//! | a node in a context of α has | variables with objects | the same variables with the mirrored objects |
//! | a field of what α made has | objects | in what β made, the mirrored objects |
//!
//! Objects exist for both, side by side ([`Obj::mirror`]), since α sees its own and those of others. The [`Frame`] of a
//! pointer says in whose eyes its objects are named. A pointer without a frame, or of another thread, has with each
//! object the mirrored one: whatever α does to it, β does too. So objects change on their way between pointers:
//!
//! | from | to | |
//! |---|---|---|
//! | a frame | the same | [`Via::Same`]; [`Via::Mirror`] on the way through what β made |
//! | a frame | another or none | [`Via::Both`] |
//! | none | a frame | [`Via::Same`] |
//!
//! Where a statement meets an object that a thread of another frame made, the mirrored object is there as well and leads to
//! the same: only the one of α is acted on ([`Solver::acting`]).

use std::borrow::Cow;

use ir::entity::EntityId as _;

use crate::ids::{Frame, Node, Obj, Pointer, Slot};
use crate::set::PointsToSet;

use super::{Owner, Solver};

/// What happens to objects on their way along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Via {
    /// Nothing.
    Same,
    /// α and β are exchanged.
    Mirror,
    /// The mirrored objects come with them.
    Both,
}

impl Via {
    /// How objects arrive.
    #[inline]
    pub(super) fn pass(self, objs: &PointsToSet) -> Cow<'_, PointsToSet> {
        match self {
            Via::Mirror if objs.has_pairs() => Cow::Owned(objs.mirrored()),
            Via::Both if objs.has_pairs() => Cow::Owned(objs.closed()),
            _ => Cow::Borrowed(objs),
        }
    }
}

/// One end of an edge as the other end knows it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct End(u32);

impl End {
    fn new(pointer: Pointer, via: Via) -> End {
        let via = match via {
            Via::Same => 0,
            Via::Mirror => 1,
            Via::Both => 2,
        };
        let index = pointer.index() as u32;
        assert!(index < 1 << 30, "more pointers than can be numbered");
        End(index << 2 | via)
    }

    #[inline]
    pub(super) fn pointer(self) -> Pointer {
        Pointer::from_index((self.0 >> 2) as usize)
    }

    #[inline]
    pub(super) fn via(self) -> Via {
        match self.0 & 3 {
            0 => Via::Same,
            1 => Via::Mirror,
            _ => Via::Both,
        }
    }
}

/// An edge between pointers, before it is known where their frames stand to each other.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) from: Pointer,
    pub(super) to: Pointer,
    /// Whether it leads through what β made, or to what β runs.
    pub(super) is_other: bool,
}

impl Edge {
    pub(super) fn plain(from: Pointer, to: Pointer) -> Edge {
        Edge { from, to, is_other: false }
    }
}

impl Solver {
    /// How an edge is written down at its two ends.
    pub(super) fn ends(&self, Edge { from, to, is_other }: Edge) -> (End, End) {
        let (here, there) = (self.pointers[from].frame, self.pointers[to].frame);
        let via = match (here == there, here == Frame::NONE) {
            (true, false) if is_other => Via::Mirror,
            (true, _) | (_, true) => Via::Same,
            (false, false) => Via::Both,
        };
        (End::new(from, via), End::new(to, via))
    }

    /// The frame of a pointer.
    pub(super) fn frame_of(&self, owner: Owner) -> Frame {
        match owner {
            Owner::Variable(node, _) => self.nodes[node].frame,
            Owner::Field(obj, _) => self.heap.frame(obj),
            Owner::Static(_) => Frame::NONE,
        }
    }

    /// The objects that the statements of a node act on.
    #[inline]
    pub(super) fn acting<'a>(&self, node: Node, objs: &'a PointsToSet) -> Cow<'a, PointsToSet> {
        if !objs.has_pairs() {
            return Cow::Borrowed(objs);
        }
        let frame = self.nodes[node].frame;
        Cow::Owned(objs.without_betas(|block| self.heap.frame_of_block(block) == frame))
    }

    /// The edge that a load makes.
    pub(super) fn load_edge(&mut self, obj: Obj, slot: Slot, to: Pointer) -> Edge {
        let (from, is_other) = self.field(obj, slot);
        Edge { from, to, is_other }
    }

    /// The edge that a store makes.
    pub(super) fn store_edge(&mut self, from: Pointer, obj: Obj, slot: Slot) -> Edge {
        let (to, is_other) = self.field(obj, slot);
        Edge { from, to, is_other }
    }

    /// The edge that copies a field of an object to another.
    pub(super) fn field_edge(&mut self, from: Obj, to: Obj, slot: Slot) -> Edge {
        let (from, is_from_other) = self.field(from, slot);
        let (to, is_to_other) = self.field(to, slot);
        Edge { from, to, is_other: is_from_other != is_to_other }
    }

    /// A receiver as the node sees it that is called on it.
    #[inline]
    pub(super) fn receivers(&self, obj: Obj, callee: Called) -> impl Iterator<Item = Obj> + use<> {
        let (first, second) = if !obj.is_paired() {
            (obj, None)
        } else if self.heap.frame(obj) != self.nodes[callee.node].frame {
            (obj, Some(obj.mirror()))
        } else if callee.is_other {
            (obj.mirror(), None)
        } else {
            (obj, None)
        };
        std::iter::once(first).chain(second)
    }
}

/// A node as its caller calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Called {
    /// The node.
    pub node: Node,
    /// Whether what is α for the caller is β there: another thread of the caller's kind runs it, or owns what it works on.
    pub is_other: bool,
}
