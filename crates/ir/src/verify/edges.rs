//! Invariants 9 to 13: which blocks lead to which.

use super::{Checked, Invariant, broken};
use crate::body::{Block, Body, Op};
use crate::entity::EntityId;

/// What is found out about the edges of a body.
#[derive(Debug, Default)]
pub(super) struct Edges {
    is_handler: Vec<bool>,
    /// Where the sources of each block end; they start where those of the block before end.
    ends: Vec<u32>,
    /// The blocks that lead to a block, each once.
    sources: Vec<Block>,
    /// Edges in the order in which they are found, each once.
    found: Vec<(Block, Block)>,
    /// The last block that did something with a block.
    marks: Vec<Option<Block>>,
}

impl Edges {
    /// Finds the blocks that exceptions lead to.
    pub(super) fn find_handler_blocks(&mut self, body: &Body) {
        refill(&mut self.is_handler, body.blocks.len(), false);
        for block in body.blocks.keys() {
            for handler in body.handlers_of(block) {
                self.is_handler[handler.block.index()] = true;
            }
        }
    }

    /// Whether exceptions lead to a block.
    #[inline]
    pub(super) fn is_handler(&self, block: Block) -> bool {
        self.is_handler[block.index()]
    }

    pub(super) fn check(&mut self, body: &Body) -> Checked {
        self.collect(body)?;
        self.sort_by_target(body.blocks.len());
        refill(&mut self.marks, body.blocks.len(), None);
        for block in body.blocks.keys() {
            self.check_predecessors(body, block)?;
            check_phis(body, block)?;
        }
        Ok(())
    }

    /// Each edge once, whatever the number of cases that lead along it.
    fn collect(&mut self, body: &Body) -> Checked {
        self.found.clear();
        refill(&mut self.marks, body.blocks.len(), None);
        for block in body.blocks.keys() {
            let mut into_handler = None;
            body.for_each_successor(block, |target| {
                self.add(block, target);
                if self.is_handler(target) {
                    into_handler = Some(target);
                }
            });
            if let Some(target) = into_handler {
                let message = format!("{block} leads to {target}, which is for exceptions");
                return Err(broken(Invariant::HandlerEntry, message).at_block(block));
            }
            body.handlers_of(block).iter().for_each(|handler| self.add(block, handler.block));
            check_block_edges(body, block, self.marks[Body::entry().index()])?;
        }
        Ok(())
    }

    #[inline]
    fn add(&mut self, source: Block, target: Block) {
        if self.marks[target.index()].replace(source) != Some(source) {
            self.found.push((source, target));
        }
    }

    /// Counts, then fills from the end of each block's room.
    fn sort_by_target(&mut self, blocks: usize) {
        refill(&mut self.ends, blocks + 1, 0);
        for (_, target) in &self.found {
            self.ends[target.index()] += 1;
        }
        let mut total = 0;
        for end in &mut self.ends {
            total += *end;
            *end = total;
        }
        refill(&mut self.sources, self.found.len(), Body::entry());
        for &(source, target) in &self.found {
            let end = &mut self.ends[target.index()];
            *end -= 1;
            self.sources[*end as usize] = source;
        }
        // Each end has become its start: the end is the start of the next.
    }

    fn check_predecessors(&mut self, body: &Body, block: Block) -> Checked {
        let range = self.ends[block.index()]..self.ends[block.index() + 1];
        let sources = &self.sources[range.start as usize..range.end as usize];
        let predecessors = body.predecessors(block);
        sources.iter().for_each(|source| self.marks[source.index()] = Some(block));
        for &predecessor in predecessors {
            // Taking the mark away makes a second mention wrong.
            if self.marks[predecessor.index()].take() != Some(block) {
                let message = format!("{predecessor} does not lead here, or is named twice");
                return Err(broken(Invariant::Predecessors, message).at_block(block));
            }
        }
        if predecessors.len() != sources.len() {
            let missing = sources.iter().find(|source| !predecessors.contains(source));
            let message = format!("{} is missing", missing.copied().unwrap_or(block));
            return Err(broken(Invariant::Predecessors, message).at_block(block));
        }
        Ok(())
    }
}

/// `mark` is the last block that leads to the entry.
fn check_block_edges(body: &Body, block: Block, mark: Option<Block>) -> Checked {
    if mark == Some(block) {
        let message = format!("{block} leads to the entry");
        return Err(broken(Invariant::Entry, message).at_block(block));
    }
    let may_throw = || body.insts_of(block).any(|inst| body.insts[inst].op.may_throw());
    if !body.handlers_of(block).is_empty() && !may_throw() {
        let message = "a block with handlers in which nothing throws";
        return Err(broken(Invariant::Throwing, message).at_block(block));
    }
    Ok(())
}

fn check_phis(body: &Body, block: Block) -> Checked {
    let count = body.predecessors(block).len();
    for inst in body.insts_of(block) {
        match body.insts[inst].op {
            Op::Phi(args) if args.0.len as usize == count => {}
            Op::Phi(args) => {
                let message = format!("{} arguments for {count} predecessors", args.0.len);
                return Err(broken(Invariant::PhiArity, message).at(block, inst));
            }
            _ => break,
        }
    }
    Ok(())
}

fn refill<T: Clone>(buffer: &mut Vec<T>, len: usize, value: T) {
    buffer.clear();
    buffer.resize(len, value);
}
