//! Where threads are waited for, for those who tell why that is not enough.

use ir::entity::EntityId as _;

use crate::program::{Program, What};
use crate::result::Site;
use crate::threads::Threads;

/// By thread: the joins that may mean it, each place once.
pub(crate) fn by_thread(program: &Program<'_>, threads: &Threads) -> Vec<Vec<Site>> {
    let mut found: Vec<Vec<Site>> = vec![Vec::new(); threads.all.len()];
    for (_, info) in program.nodes() {
        for (inst, event) in info.events() {
            if !matches!(event.what, What::Join { .. }) {
                continue;
            }
            let site = Site { method: info.method, inst };
            for (thread, sites) in threads.all.iter().zip(&mut found) {
                let is_it = thread.starts.iter().any(|s| s.handles.intersects(&event.objs));
                if is_it && !sites.contains(&site) {
                    sites.push(site);
                }
            }
        }
    }
    for sites in &mut found {
        sites.sort_by_key(|site| (site.method.index(), site.inst));
    }
    found
}
