//! What an edit changed in a piece of code, statement by statement.
//!
//! The edited code is renumbered so that everything that stayed keeps its numbers: variables, ordinals, places of
//! statements. The solver then has to undo what went and to carry out what came, and nothing else.
//!
//! Statements are aligned by what they do, whatever their variables are (longest common subsequence); the variables that
//! aligned statements define are taken for the same; then statements that are equal are kept, also when they moved. A bad
//! alignment costs time, never correctness: what is not recognised goes and comes again.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::{Call, Code, CodeKey, New, Rule, Stmt};
use crate::ids::{StmtId, Var};

/// The result of an edit.
pub(crate) struct Patch {
    /// The edited code, with the numbers of the old one.
    pub(crate) code: Code,
    /// The old code without what is gone.
    pub(crate) rest: Code,
    /// Statements of the old code that are gone.
    pub(crate) removed: Vec<StmtId>,
    /// Statements of the new code that the old one did not have.
    pub(crate) added: Vec<StmtId>,
}

/// Sequences that are longer than this when multiplied are aligned at their ends only.
const MAX_TABLE: usize = 4_000_000;

/// Tells how to get from one code to another of the same method.
pub(crate) fn patch(old: &Code, mut new: Code) -> Patch {
    let old_ids: Vec<StmtId> =
        (0..old.stmts.len() as u32).map(StmtId).filter(|&id| *old.stmt(id) != Stmt::Gone).collect();
    // The ordinals of the root are those of methods: they mean something.
    let has_ordinals = old.key == CodeKey::Root;
    let shape = |stmt: &Stmt| match has_ordinals {
        true => renamed(stmt, &mut |_| Var(0)),
        false => shape(stmt),
    };
    let without_ordinal = |stmt: &Stmt| match has_ordinals {
        true => stmt.clone(),
        false => without_ordinal(stmt),
    };
    let pairs = align(
        &old_ids.iter().map(|&id| shape(old.stmt(id))).collect::<Vec<_>>(),
        &new.stmts.iter().map(shape).collect::<Vec<_>>(),
    );
    let mut partner: Vec<Option<StmtId>> = vec![None; new.stmts.len()];
    for (at_old, at_new) in pairs {
        partner[at_new] = Some(old_ids[at_old]);
    }
    let (vars, stmts) = renumber(old, &mut new, &partner);

    // Keep what is equal: first in place, then what moved.
    let mut kept: Vec<Option<StmtId>> = vec![None; stmts.len()];
    let mut free: FxHashSet<StmtId> = old_ids.iter().copied().collect();
    for (at, stmt) in stmts.iter().enumerate() {
        if let Some(id) = partner[at]
            && old.stmt(id) == stmt
        {
            kept[at] = Some(id);
            free.remove(&id);
        }
    }
    let mut moved: FxHashMap<Stmt, Vec<StmtId>> = FxHashMap::default();
    for &id in old_ids.iter().rev().filter(|id| free.contains(id)) {
        moved.entry(without_ordinal(old.stmt(id))).or_default().push(id);
    }
    let mut result = old.clone();
    let (mut added, mut next_ordinal) = (Vec::new(), next_ordinal(old));
    // Statements that share an ordinal go on sharing one.
    let mut fresh: FxHashMap<u32, u32> = FxHashMap::default();
    for (at, stmt) in stmts.into_iter().enumerate() {
        let same = || moved.get_mut(&without_ordinal(&stmt)).and_then(Vec::pop);
        if let Some(id) = kept[at].or_else(same) {
            free.remove(&id);
            result.insts[id.0 as usize] = new.insts[at];
            continue;
        }
        let mut stmt = stmt;
        if !has_ordinals
            && let Some(ordinal) = ordinal_mut(&mut stmt)
            && *ordinal != u32::MAX
        {
            *ordinal = *fresh.entry(new.ordinal(StmtId(at as u32))).or_insert_with(|| {
                next_ordinal += 1;
                next_ordinal - 1
            });
        }
        added.push(StmtId(result.stmts.len() as u32));
        result.stmts.push(stmt);
        result.insts.push(new.insts[at]);
    }
    let mut removed: Vec<StmtId> = free.into_iter().collect();
    removed.sort_unstable();
    for id in &removed {
        result.stmts[id.0 as usize] = Stmt::Gone;
        result.insts[id.0 as usize] = None;
    }
    let mut rest = old.clone();
    for id in &removed {
        rest.stmts[id.0 as usize] = Stmt::Gone;
    }
    rest.index();
    result.vars = vars;
    result.mentions = new.mentions;
    result.gaps = new.gaps;
    result.values = new.values;
    result.index();
    Patch { code: result, rest, removed, added }
}

/// The new statements in the old numbers, and how many variables there are then.
fn renumber(old: &Code, new: &mut Code, partner: &[Option<StmtId>]) -> (u32, Vec<Stmt>) {
    let mut map: FxHashMap<Var, Var> = FxHashMap::default();
    let mut taken: FxHashSet<Var> = FxHashSet::default();
    let mut same = |from: Var, to: Var| {
        if !map.contains_key(&from) && taken.insert(to) {
            map.insert(from, to);
        }
    };
    same(new.exc, old.exc);
    for (new, old) in new.params.iter().chain([&new.ret]).zip(old.params.iter().chain([&old.ret])) {
        if let (Some(new), Some(old)) = (*new, *old) {
            same(new, old);
        }
    }
    for (at, id) in partner.iter().enumerate() {
        if let Some(id) = *id
            && let (Some(new), Some(old)) = (new.stmts[at].to(), old.stmt(id).to())
        {
            same(new, old);
        }
    }
    // Variables that nothing defines by itself: where exceptions of calls go.
    for (at, id) in partner.iter().enumerate() {
        if let Some(id) = *id
            && let (Stmt::Call(new), Stmt::Call(old)) = (&new.stmts[at], old.stmt(id))
            && let (Some(new), Some(old)) = (new.exc, old.exc)
        {
            same(new, old);
        }
    }
    let mut vars = old.vars;
    let mut rename = |var: Var| {
        *map.entry(var).or_insert_with(|| {
            vars += 1;
            Var(vars - 1)
        })
    };
    let stmts = new.stmts.iter().enumerate().map(|(at, stmt)| {
        let mut stmt = renamed(stmt, &mut rename);
        if let Some(id) = partner[at]
            && let Some(ordinal) = ordinal_mut(&mut stmt)
        {
            *ordinal = old.ordinal(id);
        }
        stmt
    });
    let stmts = stmts.collect();
    for var in new.values.iter_mut().flatten() {
        *var = rename(*var);
    }
    (vars, stmts)
}

fn renamed(stmt: &Stmt, rename: &mut impl FnMut(Var) -> Var) -> Stmt {
    match stmt {
        Stmt::New { to, what, ordinal } => {
            Stmt::New { to: rename(*to), what: what.clone(), ordinal: *ordinal }
        }
        Stmt::Copy { to, from, filter } => {
            Stmt::Copy { to: rename(*to), from: rename(*from), filter: *filter }
        }
        Stmt::Load { to, base, slot } => {
            Stmt::Load { to: rename(*to), base: rename(*base), slot: *slot }
        }
        Stmt::Store { base, slot, from } => {
            Stmt::Store { base: rename(*base), slot: *slot, from: rename(*from) }
        }
        Stmt::LoadStatic { to, field } => Stmt::LoadStatic { to: rename(*to), field: *field },
        Stmt::StoreStatic { field, from } => {
            Stmt::StoreStatic { field: *field, from: rename(*from) }
        }
        Stmt::Call(call) => Stmt::Call(Call {
            target: call.target,
            args: call.args.iter().map(|arg| arg.map(&mut *rename)).collect(),
            result: call.result.map(&mut *rename),
            exc: call.exc.map(&mut *rename),
            fork: call.fork,
            ordinal: call.ordinal,
        }),
        Stmt::Rule(rule) => Stmt::Rule(Rule {
            kind: rule.kind,
            base: rename(rule.base),
            args: rule.args.iter().map(|arg| arg.map(&mut *rename)).collect(),
            result: rule.result.map(&mut *rename),
            exc: rule.exc.map(&mut *rename),
            ordinal: rule.ordinal,
        }),
        Stmt::Init(_) | Stmt::CopyField { .. } | Stmt::Unknown(_) | Stmt::Gone => stmt.clone(),
    }
}

/// What a statement does, whatever its variables are.
fn shape(stmt: &Stmt) -> Stmt {
    let mut shape = renamed(stmt, &mut |_| Var(0));
    if let Some(ordinal) = ordinal_mut(&mut shape)
        && *ordinal != u32::MAX
    {
        *ordinal = 0;
    }
    shape
}

fn without_ordinal(stmt: &Stmt) -> Stmt {
    let mut stmt = stmt.clone();
    if let Some(ordinal) = ordinal_mut(&mut stmt)
        && *ordinal != u32::MAX
    {
        *ordinal = 0;
    }
    stmt
}

fn ordinal_mut(stmt: &mut Stmt) -> Option<&mut u32> {
    match stmt {
        // Objects that are the same wherever they are made need no number.
        Stmt::New { what: New::Site(_) | New::Handle(_), ordinal, .. } => Some(ordinal),
        Stmt::New { ordinal, .. } => {
            *ordinal = u32::MAX;
            None
        }
        Stmt::Call(call) => Some(&mut call.ordinal),
        Stmt::Rule(rule) => Some(&mut rule.ordinal),
        _ => None,
    }
}

fn next_ordinal(code: &Code) -> u32 {
    let ids = (0..code.stmts.len() as u32).map(StmtId);
    let ids = ids.filter(|&id| !matches!(code.stmt(id), Stmt::Init(_)));
    let used = ids.map(|id| code.ordinal(id));
    used.filter(|&ordinal| ordinal != u32::MAX).max().map_or(0, |max| max + 1)
}

/// Pairs of places with equal items, ascending in both.
fn align<T: PartialEq>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    let prefix = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[prefix..], &new[prefix..]);
    let suffix =
        old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let old_mid = &old_rest[..old_rest.len() - suffix];
    let new_mid = &new_rest[..new_rest.len() - suffix];
    let mut pairs: Vec<(usize, usize)> = (0..prefix).map(|at| (at, at)).collect();
    if old_mid.len() * new_mid.len() <= MAX_TABLE {
        pairs.extend(common(old_mid, new_mid).into_iter().map(|(a, b)| (a + prefix, b + prefix)));
    }
    pairs.extend((0..suffix).rev().map(|at| (old.len() - 1 - at, new.len() - 1 - at)));
    pairs
}

/// A longest common subsequence.
fn common<T: PartialEq>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    let width = new.len() + 1;
    let mut longest = vec![0u32; (old.len() + 1) * width];
    for a in (0..old.len()).rev() {
        for b in (0..new.len()).rev() {
            longest[a * width + b] = if old[a] == new[b] {
                longest[(a + 1) * width + b + 1] + 1
            } else {
                longest[(a + 1) * width + b].max(longest[a * width + b + 1])
            };
        }
    }
    let (mut a, mut b, mut pairs) = (0, 0, Vec::new());
    while a < old.len() && b < new.len() {
        if old[a] == new[b] {
            pairs.push((a, b));
            a += 1;
            b += 1;
        } else if longest[(a + 1) * width + b] >= longest[a * width + b + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}
