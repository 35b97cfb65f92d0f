//! Who comes to a place in the code, and what is held and accessed there: for those who look at one line of a program.

use points_to::{EntryPoint, Node, Solver};
use rustc_hash::FxHashSet;

use crate::accesses::Wanted;
use crate::check::{Basis, Options, with_judge};
use crate::result::{HeldLock, Site, ThreadId};
use crate::sharing::{self, Algorithm, Sharing};

/// What is known about some places.
#[derive(Clone, Debug, Default)]
pub struct Here {
    /// The threads that come there, in order.
    pub reaching: Vec<ThreadId>,
    /// The locks that all of them surely hold there.
    pub locks: Vec<HeldLock>,
    /// All threads, what is accessed there, and all locations.
    pub sharing: Sharing,
}

/// Finds out what is known about some places, in a program that starts with one of these mains.
pub fn here(solver: &Solver, mains: &[EntryPoint], places: &[Site]) -> Here {
    with_judge(solver, mains, Wanted::All, &Options::default(), |basis| {
        let mut sharing = sharing::of(basis, Algorithm::default());
        sharing.accesses.retain(|access| places.contains(&access.site));
        let methods: FxHashSet<_> = places.iter().map(|place| place.method).collect();
        let nodes = basis.judge.program.nodes();
        let nodes = nodes.filter(|(_, info)| methods.contains(&info.method));
        let nodes: Vec<Node> = nodes.map(|(node, _)| node).collect();
        let threads = nodes.iter().flat_map(|&node| basis.judge.threads.of(node));
        let mut reaching: Vec<ThreadId> = threads.copied().collect();
        reaching.sort_unstable();
        reaching.dedup();
        Here { reaching, locks: locks(basis, &nodes, places), sharing }
    })
}

fn locks(basis: &Basis<'_>, nodes: &[Node], places: &[Site]) -> Vec<HeldLock> {
    let mut common: Option<Vec<HeldLock>> = None;
    for &node in nodes.iter().filter(|node| !basis.judge.threads.of(**node).is_empty()) {
        let Some(info) = basis.judge.program.node(node) else { continue };
        for place in places.iter().filter(|place| place.method == info.method) {
            let held: Vec<HeldLock> = (basis.locks.at(node, place.inst).iter())
                .filter_map(|held| {
                    let site = basis.judge.site(held.site.0, held.site.1)?;
                    Some(HeldLock { site, mode: held.mode, may_objs: held.may.clone() })
                })
                .collect();
            let is_there = |lock: &HeldLock| {
                held.iter().any(|other| (other.site, other.mode) == (lock.site, lock.mode))
            };
            match &mut common {
                Some(common) => common.retain(is_there),
                None => common = Some(held),
            }
        }
    }
    common.unwrap_or_default()
}
