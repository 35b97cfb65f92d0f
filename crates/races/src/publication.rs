//! Objects that are made known without synchronisation.
//!
//! ```java
//! menu = new Menu(7);                      // the constructor writes `price` while nobody else knows the menu
//! Menu now = menu; if (now != null) use(now.price);
//! ```
//!
//! If the field that an object is found in races, then so does what was written before the object was stored there: who finds
//! it may see it half done. So of an access it is asked from which loads its object comes, and of a race on such a load, which
//! objects the write stored there.

use std::cell::RefCell;
use std::rc::Rc;

use ir::Inst;
use ir::body::{Op, Value};
use points_to::{Node, Obj};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::objects::plain;
use crate::program::{Program, Step, arguments};

pub(crate) struct Publication<'a> {
    program: &'a Program<'a>,
    sources: RefCell<Known>,
    outer: RefCell<Known>,
}

/// Where values come from.
type Sources = Rc<FxHashSet<(Node, Inst)>>;

type Known = FxHashMap<(Node, Value), Sources>;

/// How far back a value is followed. What comes from further away may seem to be handed over: a doubt, which is told.
const DEPTH: usize = 6;

impl<'a> Publication<'a> {
    pub(crate) fn new(program: &'a Program<'a>) -> Publication<'a> {
        Publication { program, sources: RefCell::default(), outer: RefCell::default() }
    }

    /// The loads of fields, static fields and elements that an object may come from, and the calls of library code.
    pub(crate) fn sources(&self, node: Node, value: Value) -> Sources {
        if let Some(known) = self.sources.borrow().get(&(node, value)) {
            return Rc::clone(known);
        }
        let mut sources = FxHashSet::default();
        self.follow(node, value, DEPTH, &mut FxHashSet::default(), &mut sources);
        let sources = Rc::new(sources);
        self.sources.borrow_mut().insert((node, value), Rc::clone(&sources));
        sources
    }

    /// The same for the object or for what it is a part of.
    pub(crate) fn outer_sources(&self, node: Node, value: Value) -> Sources {
        if let Some(known) = self.outer.borrow().get(&(node, value)) {
            return Rc::clone(known);
        }
        let mut all = self.sources(node, value).as_ref().clone();
        let mut pending: Vec<(Node, Inst)> = all.iter().copied().collect();
        while let Some((node, inst)) = pending.pop() {
            let Some(info) = self.program.node(node) else { continue };
            if let Op::GetField { object, .. } | Op::ArrayLoad { array: object, .. } =
                info.body.insts[inst].op
            {
                let outer = self.sources(node, object);
                pending.extend(outer.iter().copied().filter(|&source| all.insert(source)));
            }
        }
        let all = Rc::new(all);
        self.outer.borrow_mut().insert((node, value), Rc::clone(&all));
        all
    }

    fn follow(
        &self,
        node: Node,
        value: Value,
        depth: usize,
        seen: &mut FxHashSet<(Node, Value)>,
        sources: &mut FxHashSet<(Node, Inst)>,
    ) {
        let Some(info) = self.program.node(node).filter(|_| depth > 0) else { return };
        if !seen.insert((node, value)) {
            return;
        }
        let def = info.body.values[value].def;
        match info.body.insts[def].op {
            Op::GetField { .. } | Op::GetStatic { .. } | Op::ArrayLoad { .. } => {
                sources.insert((node, def));
            }
            Op::CheckCast { value, .. } => self.follow(node, value, depth, seen, sources),
            Op::Phi(list) => {
                for &value in info.body.list(list) {
                    self.follow(node, value, depth, seen, sources);
                }
            }
            Op::Param(at) => {
                for from in self.program.callers(node).iter().filter(|from| from.is_direct) {
                    let Some(outer) = self.program.node(from.node) else { continue };
                    let args = arguments(outer.body, from.inst);
                    if let Some(&arg) = args.get(usize::from(at)) {
                        self.follow(from.node, arg, depth - 1, seen, sources);
                    }
                }
            }
            Op::Invoke { .. } => {
                sources.insert((node, def));
                for arg in self.program.returned_args(node, def) {
                    self.follow(node, arg, depth - 1, seen, sources);
                }
                for step in info.steps_at(def) {
                    let Step::Call { node: callee, is_direct: true, .. } = step else { continue };
                    let Some(inner) = self.program.node(*callee) else { continue };
                    for inst in inner.body.insts.values() {
                        if let Op::Return(Some(value)) = inst.op {
                            self.follow(*callee, value, depth - 1, seen, sources);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// The objects that an instruction stores, whichever instance of a thread made them.
    pub(crate) fn stored(&self, node: Node, inst: Inst) -> Vec<Obj> {
        let Some(info) = self.program.node(node) else { return Vec::new() };
        let (Op::PutField { value, .. }
        | Op::PutStatic { value, .. }
        | Op::ArrayStore { value, .. }) = info.body.insts[inst].op
        else {
            return Vec::new();
        };
        let objs = self.program.points_to(node, value);
        objs.map(|objs| objs.iter().map(plain).collect()).unwrap_or_default()
    }
}
