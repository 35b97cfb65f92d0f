//! Certain things that one thread passes to another, which asks whether it has got them.
//!
//! ```java
//! for (Crate crate : harvest) { weighed++; queue.put(crate); }
//! queue.put(END);
//! while ((crate = queue.take()) != END) { store(crate); }     // behind that, all is weighed
//! ```
//!
//! Who has got `END` comes after who has put it there, not only after some call on the queue: all that was done before, in however
//! many rounds, was done before that. If several do so, then it was one of them, unless they only pass it on.

use ir::Inst;
use ir::Name;
use ir::body::{Block, Cond, Constant, Op, Value};
use ir::hierarchy::FieldId;
use points_to::Node;

use crate::order::Point;
use crate::program::{NodeInfo, arguments};
use crate::result::ThreadId;

use super::{Asked, From, Own, Sync, Syncs};

/// A thing that has a name: the constant that holds it, or the text that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Word {
    Named(FieldId),
    Text(Name),
}

impl<'a> Syncs<'a> {
    /// The words among the arguments of a call.
    pub(super) fn words_passed(&self, node: Node, info: &NodeInfo<'a>, inst: Inst) -> Vec<Word> {
        let args = arguments(info.body, inst).into_iter().skip(1);
        args.filter_map(|arg| self.word(node, info, arg)).collect()
    }

    fn word(&self, node: Node, info: &NodeInfo<'a>, value: Value) -> Option<Word> {
        match info.body.insts[info.body.values[value].def].op {
            Op::GetStatic { field } if info.body.values[value].ty.is_reference() => {
                let field = self.paths.field_in(node, field)?;
                self.paths.is_constant(field).then_some(Word::Named(field))
            }
            Op::Const(Constant::String(text)) => Some(Word::Text(text)),
            Op::CheckCast { value, .. } => self.word(node, info, value),
            _ => None,
        }
    }

    /// A branch on whether what was got is a certain word: the way that means that it is.
    pub(super) fn collect_word(
        &self,
        node: Node,
        info: &NodeInfo<'a>,
        branch: Inst,
        own: &mut Own,
    ) {
        let Some((a, b, way)) = equality(info, branch) else { return };
        let block = self.program.flow(node).block_of(branch);
        for (word, got) in [(a, b), (b, a)] {
            let Some(word) = self.word(node, info, word) else { continue };
            let mut read = Vec::new();
            self.sources(node, info, got, 3, &mut read);
            for sync in read {
                if let Sync::Obj(obj) = sync {
                    let acquires = own.acquires.entry(Sync::Word(obj, word)).or_default();
                    acquires.edges.insert((node, block, way));
                }
            }
        }
    }

    /// Whether a word is passed by several, so that who gets it knows of one of them only. Who has got it before passes it on.
    pub(super) fn is_said_by_several(&self, sync: Sync) -> bool {
        let mut sites = 0;
        for thread in self.threads.ids() {
            let own = self.own(thread);
            let at = own.releases.get(&sync).into_iter().flatten();
            let count = at.filter(|&&at| !self.is_passed_on(thread, at, sync, &own)).count();
            sites += if self.order.is_many(thread) { 2 * count } else { count };
        }
        sites > 1
    }

    fn is_passed_on(
        &self,
        thread: ThreadId,
        (node, inst): (Node, Inst),
        sync: Sync,
        own: &Own,
    ) -> bool {
        own.acquires.contains_key(&sync)
            && !self.is_done(
                From::Begin,
                Asked { sync, takes_others: true },
                Point { thread, node, inst },
            )
    }
}

/// The two values that a branch compares, and the way that is taken if they are equal.
fn equality(info: &NodeInfo<'_>, branch: Inst) -> Option<(Value, Value, Block)> {
    let Op::If { cond, lhs, rhs, then, otherwise } = info.body.insts[branch].op else {
        return None;
    };
    let (equal, other) = match cond {
        Cond::Eq => (then, otherwise),
        Cond::Ne => (otherwise, then),
        _ => return None,
    };
    if let Some(rhs) = rhs {
        return info.body.values[lhs].ty.is_reference().then_some((lhs, rhs, equal));
    }
    // What `equals` says is compared with false.
    match info.body.insts[info.body.values[lhs].def].op {
        Op::Invoke { method, args, .. } if method.data().name.as_str() == "equals" => {
            match info.body.list(args) {
                &[a, b] => Some((a, b, other)),
                _ => None,
            }
        }
        _ => None,
    }
}
