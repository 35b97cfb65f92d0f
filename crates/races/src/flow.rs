//! The control flow of one body: what the other modules ask again and again.

use ir::body::{Cond, Value};
use ir::dominators::Dominators;
use ir::entity::EntityId as _;
use ir::{Block, Body, Inst, Op};

/// Facts about the blocks of a body.
#[derive(Debug)]
pub(crate) struct Flow {
    /// The block of each instruction.
    blocks: Box<[Block]>,
    /// By block: where it continues, without exceptions.
    successors: Box<[Vec<Block>]>,
    /// By block: the handlers of its exceptions.
    handlers: Box<[Vec<Block>]>,
    /// By block: whether a path leads from it to itself.
    in_loop: Box<[bool]>,
    /// By block: whether it is reached through exceptions alone.
    is_exceptional: Box<[bool]>,
    /// The natural loops: which blocks are in each.
    loops: Vec<Box<[bool]>>,
    /// The first block of each.
    headers: Vec<Block>,
}

/// How far two values are followed to find that they are the same.
const SAME_DEPTH: usize = 4;

/// A test that has come out one way.
pub(crate) struct OnWay {
    pub(crate) inst: Inst,
    /// What is so of the values.
    pub(crate) cond: Cond,
    pub(crate) lhs: Value,
    pub(crate) rhs: Option<Value>,
    /// Where it leads if it comes out the other way.
    pub(crate) other: Block,
}

impl OnWay {
    /// Whether another test says the same if nothing has changed between the two.
    pub(crate) fn is_like(&self, body: &Body, other: &OnWay) -> bool {
        let is_same = |a, b| is_same_value(body, a, b, SAME_DEPTH);
        self.cond == other.cond
            && is_same(self.lhs, other.lhs)
            && match (self.rhs, other.rhs) {
                (Some(a), Some(b)) => is_same(a, b),
                (None, None) => true,
                _ => false,
            }
    }

    /// What it depends on.
    pub(crate) fn sources(&self, body: &Body) -> Vec<Value> {
        let mut found = Vec::new();
        for value in [Some(self.lhs), self.rhs].into_iter().flatten() {
            sources(body, value, SAME_DEPTH, &mut found);
        }
        found
    }
}

/// What a value is computed from, as far as [`is_same_value`] follows it.
fn sources(body: &Body, value: Value, depth: usize, found: &mut Vec<Value>) {
    let parts = match body.insts[body.values[value].def].op {
        _ if depth == 0 => [None, None],
        Op::Const(_) => return,
        Op::Unary(_, a) | Op::ArrayLength(a) => [Some(a), None],
        Op::Binary(_, a, b) => [Some(a), Some(b)],
        _ => [None, None],
    };
    if parts == [None, None] {
        found.push(value);
    }
    parts.into_iter().flatten().for_each(|part| sources(body, part, depth - 1, found));
}

/// Whether two values are the same one, or computed from the same ones in the same way.
fn is_same_value(body: &Body, a: Value, b: Value, depth: usize) -> bool {
    if a == b || depth == 0 {
        return a == b;
    }
    let is_same = |a, b| is_same_value(body, a, b, depth - 1);
    match (body.insts[body.values[a].def].op, body.insts[body.values[b].def].op) {
        (Op::Const(a), Op::Const(b)) => a == b,
        (Op::Unary(op, a), Op::Unary(other, b)) => op == other && is_same(a, b),
        (Op::Binary(op, a, c), Op::Binary(other, b, d)) => {
            op == other && is_same(a, b) && is_same(c, d)
        }
        (Op::ArrayLength(a), Op::ArrayLength(b)) => is_same(a, b),
        _ => false,
    }
}

impl Flow {
    pub(crate) fn of(body: &Body) -> Flow {
        let count = body.blocks.len();
        let mut blocks = vec![Body::entry(); body.insts.len()];
        let mut successors = vec![Vec::new(); count];
        let mut handlers = vec![Vec::new(); count];
        for block in body.blocks.keys() {
            for inst in body.insts_of(block) {
                blocks[inst.index()] = block;
            }
            let next = &mut successors[block.index()];
            body.for_each_successor(block, |target| {
                if !next.contains(&target) {
                    next.push(target);
                }
            });
            handlers[block.index()] = body.handlers_of(block).iter().map(|h| h.block).collect();
        }
        let all: Vec<Vec<Block>> =
            successors.iter().zip(&handlers).map(|(s, h)| [s.as_slice(), h].concat()).collect();
        let in_loop = (0..count).map(|block| leads_to_itself(&all, block)).collect();
        let normal = closure(&successors, [0]);
        let (headers, loops) = loops(body).into_iter().unzip();
        let is_exceptional = normal.iter().map(|reached| !reached).collect();
        Flow {
            blocks: blocks.into(),
            successors: successors.into(),
            handlers: handlers.into(),
            in_loop,
            is_exceptional,
            loops,
            headers,
        }
    }

    /// The innermost loop around a block.
    pub(crate) fn innermost(&self, block: Block) -> Option<&[bool]> {
        let around = self.loops.iter().filter(|blocks| blocks[block.index()]);
        around.min_by_key(|blocks| blocks.iter().filter(|is_in| **is_in).count()).map(|l| &**l)
    }

    /// How many loops around a block are inside of one of them.
    pub(crate) fn depth_within(&self, block: Block, blocks: &[bool]) -> usize {
        let size = |blocks: &[bool]| blocks.iter().filter(|is_in| **is_in).count();
        let around = self.loops.iter().filter(|other| other[block.index()]);
        around.filter(|other| size(other) < size(blocks)).count()
    }

    /// Whether an instruction is in all loops of another one.
    pub(crate) fn is_in_loops_of(&self, inst: Inst, other: Inst) -> bool {
        let (block, other) = (self.block_of(inst), self.block_of(other));
        self.loops.iter().all(|blocks| !blocks[other.index()] || blocks[block.index()])
    }

    /// Whether each round of a loop comes by a block, except where a test of a reference or a question to an object leads around
    /// it: whether there is something to do is not known.
    pub(crate) fn is_done_in_each_round(&self, body: &Body, blocks: &[bool], block: Block) -> bool {
        let Some(header) = self.header(blocks) else { return true };
        // The blocks of a round that are reached without it, and the tests that lead there.
        let mut seen = vec![false; self.block_count()];
        let mut pending = vec![header];
        let mut is_skipped = header != block && self.successors(header).contains(&header);
        let mut tests = Vec::new();
        while let Some(at) = pending.pop() {
            if at == block || std::mem::replace(&mut seen[at.index()], true) {
                continue;
            }
            let inside = self.successors(at).iter().filter(|next| blocks[next.index()]);
            let inside: Vec<Block> = inside.copied().collect();
            if inside.len() > 1 {
                tests.push(at);
            }
            is_skipped |= inside.contains(&header);
            pending.extend(inside.into_iter().filter(|&next| next != header));
        }
        !is_skipped || tests.iter().all(|&at| is_question(body, at))
    }

    /// Whether a loop begins with a block.
    pub(crate) fn is_header(&self, block: Block) -> bool {
        self.headers.contains(&block)
    }

    /// Whether a round of a loop that has come to a block may come to another one.
    pub(crate) fn leads_within(&self, blocks: &[bool], from: Block, to: Block) -> bool {
        let header = self.header(blocks);
        let mut seen = vec![false; self.block_count()];
        let mut pending = vec![from];
        while let Some(at) = pending.pop() {
            let is_new = !std::mem::replace(&mut seen[at.index()], true);
            if is_new && blocks[at.index()] && Some(at) != header {
                pending.extend(self.all_successors(at));
            }
        }
        seen[to.index()]
    }

    /// The first block of a loop.
    pub(crate) fn header(&self, blocks: &[bool]) -> Option<Block> {
        let at = self.loops.iter().position(|known| std::ptr::eq(&**known, blocks))?;
        self.headers.get(at).copied()
    }

    /// The loops that are left on the way from a block to another.
    pub(crate) fn left(&self, from: Block, to: Block) -> impl Iterator<Item = &[bool]> {
        let left = self.loops.iter().map(|blocks| &**blocks);
        left.filter(move |blocks| blocks[from.index()] && !blocks[to.index()])
    }

    pub(crate) fn block_of(&self, inst: Inst) -> Block {
        self.blocks[inst.index()]
    }

    pub(crate) fn successors(&self, block: Block) -> &[Block] {
        &self.successors[block.index()]
    }

    pub(crate) fn handlers(&self, block: Block) -> &[Block] {
        &self.handlers[block.index()]
    }

    /// Whether an instruction may be carried out again in the same call of the method.
    pub(crate) fn is_in_loop(&self, inst: Inst) -> bool {
        self.in_loop[self.block_of(inst).index()]
    }

    /// Whether a block is reached through exceptions alone.
    pub(crate) fn is_exceptional(&self, block: Block) -> bool {
        self.is_exceptional[block.index()]
    }

    pub(crate) fn block_count(&self) -> usize {
        self.successors.len()
    }

    /// Whether a path leads from behind `from` to `to` that does not come by `avoid`.
    pub(crate) fn reaches(&self, from: Inst, to: Inst, avoid: Option<Inst>) -> bool {
        let target = self.block_of(to);
        let start = self.block_of(from);
        let blocked = |block: Block, after: Option<Inst>, until: Option<Inst>| {
            avoid.is_some_and(|avoid| {
                self.block_of(avoid) == block
                    && after.is_none_or(|after| avoid > after)
                    && until.is_none_or(|until| avoid < until)
            })
        };
        if start == target && to > from && !blocked(start, Some(from), Some(to)) {
            return true;
        }
        if blocked(start, Some(from), None) {
            return false;
        }
        let mut seen = vec![false; self.block_count()];
        let mut pending: Vec<Block> = self.all_successors(start).collect();
        while let Some(block) = pending.pop() {
            if std::mem::replace(&mut seen[block.index()], true) {
                continue;
            }
            if block == target && !blocked(block, None, Some(to)) {
                return true;
            }
            if !blocked(block, None, None) {
                pending.extend(self.all_successors(block));
            }
        }
        false
    }

    /// Whether an instruction is carried out only after another one.
    pub(crate) fn comes_after(&self, body: &Body, inst: Inst, other: Inst) -> bool {
        let first = body.insts_of(Body::entry()).next();
        first.is_some_and(|first| first == other || !self.reaches(first, inst, Some(other)))
    }

    /// Whether an instruction is reached from the beginning without taking a way out of a block.
    pub(crate) fn is_reached_without(&self, inst: Inst, closed: (Block, Block)) -> bool {
        self.reached_without(closed)[self.block_of(inst).index()]
    }

    /// By block: whether it is reached from the beginning without taking a way out of a block.
    pub(crate) fn reached_without(&self, closed: (Block, Block)) -> Vec<bool> {
        self.reached_without_all(&[closed])
    }

    /// The same for several ways.
    pub(crate) fn reached_without_all(&self, closed: &[(Block, Block)]) -> Vec<bool> {
        let mut seen = vec![false; self.block_count()];
        let mut pending = vec![Body::entry()];
        while let Some(block) = pending.pop() {
            if !std::mem::replace(&mut seen[block.index()], true) {
                pending.extend(
                    self.all_successors(block).filter(|&next| !closed.contains(&(block, next))),
                );
            }
        }
        seen
    }

    /// The tests that have come out one way whenever an instruction is carried out.
    pub(crate) fn tests_on_way(&self, body: &Body, inst: Inst) -> Vec<OnWay> {
        let mut tests = Vec::new();
        for (at, data) in body.insts.iter() {
            let Op::If { cond, lhs, rhs, then, otherwise } = data.op else { continue };
            let from = self.block_of(at);
            let ways = [(cond, then, otherwise), (cond.negated(), otherwise, then)];
            for (cond, taken, other) in ways {
                if taken != other && !self.is_reached_without(inst, (from, taken)) {
                    tests.push(OnWay { inst: at, cond, lhs, rhs, other });
                }
            }
        }
        tests
    }

    fn all_successors(&self, block: Block) -> impl Iterator<Item = Block> + '_ {
        self.successors(block).iter().chain(self.handlers(block)).copied()
    }
}

/// The natural loops of a body, one for each header.
fn loops(body: &Body) -> Vec<(Block, Box<[bool]>)> {
    let dominators = Dominators::of(body);
    let mut by_header: Vec<(Block, Box<[bool]>)> = Vec::new();
    for block in body.blocks.keys().filter(|&block| dominators.is_reachable(block)) {
        let mut headers = Vec::new();
        body.for_each_successor(block, |next| {
            if dominators.dominates(next, block) {
                headers.push(next);
            }
        });
        for header in headers {
            let at = by_header.iter().position(|(known, _)| *known == header);
            let at = at.unwrap_or_else(|| {
                let mut blocks = vec![false; body.blocks.len()].into_boxed_slice();
                blocks[header.index()] = true;
                by_header.push((header, blocks));
                by_header.len() - 1
            });
            let blocks = &mut by_header[at].1;
            let mut pending = vec![block];
            while let Some(block) = pending.pop() {
                if !std::mem::replace(&mut blocks[block.index()], true) {
                    pending.extend(body.predecessors(block));
                }
            }
        }
    }
    by_header
}

/// Whether a block ends with a test of a reference, or of what a call returned.
fn is_question(body: &Body, block: Block) -> bool {
    let Some(last) = body.insts_of(block).last() else { return true };
    let Op::If { lhs, rhs, .. } = body.insts[last].op else { return false };
    let is_asked = |value: ir::Value| {
        body.values[value].ty.is_reference()
            || matches!(body.insts[body.values[value].def].op, Op::Invoke { .. })
    };
    is_asked(lhs) || rhs.is_some_and(is_asked)
}

fn closure(edges: &[Vec<Block>], from: impl IntoIterator<Item = usize>) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    let mut pending: Vec<usize> = from.into_iter().collect();
    while let Some(block) = pending.pop() {
        if !std::mem::replace(&mut seen[block], true) {
            pending.extend(edges[block].iter().map(|next| next.index()));
        }
    }
    seen
}

fn leads_to_itself(edges: &[Vec<Block>], block: usize) -> bool {
    let next = edges[block].iter().map(|next| next.index());
    edges[block].iter().any(|next| next.index() == block) || closure(edges, next)[block]
}

/// Whether an instruction leaves the method without an exception.
pub(crate) fn leaves(op: &Op) -> bool {
    matches!(op, Op::Return(_))
}
