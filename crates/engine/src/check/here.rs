//! What is known about a line, in names.

use ir::Name;
use ir::entity::EntityId as _;
use races::{AccessKind, Here, Races, Site, ThreadId};
use report::{Kind, Lock, SharingStatus, SharingThread};

use super::Namer;
use super::sharing::status;
use crate::analysis::Analysis;

/// What is known about a line.
#[derive(Clone, Debug)]
pub struct LineFacts {
    /// The threads that come there.
    pub threads: Vec<SharingThread>,
    /// The locks that all of them surely hold.
    pub locks: Vec<Lock>,
    /// What is accessed there.
    pub accesses: Vec<LineAccess>,
}

/// An access in a line.
#[derive(Clone, Debug)]
pub struct LineAccess {
    /// What it does.
    pub kind: Kind,
    /// What is accessed; none if that is not known.
    pub location: Option<report::Location>,
    /// Whether threads share it.
    pub status: SharingStatus,
    /// The threads that read it, wherever.
    pub readers: Vec<String>,
    /// The threads that write it, wherever.
    pub writers: Vec<String>,
}

impl Analysis {
    /// What is known about a line of the file that these classes come from; none if there is no code.
    pub fn line_facts(&self, classes: &[Name], line: u16) -> Option<LineFacts> {
        let hierarchy = self.solver().hierarchy();
        let mut places = Vec::new();
        for &name in classes {
            let (Some(class), Some(id)) = (self.class(name), hierarchy.class(name)) else {
                continue;
            };
            for method in &class.methods {
                let found = hierarchy.declared_method(id, method.name, method.ty);
                let (Some(body), Some(method)) = (method.body(), found) else { continue };
                let here = body.insts.iter().filter(|(_, data)| data.line() == Some(line));
                places.extend(here.map(|(inst, _)| Site { method, inst }));
            }
        }
        if places.is_empty() {
            return None;
        }
        let here = races::here(self.solver(), self.entries().mains(), &places);
        Some(self.named_facts(&here))
    }

    fn named_facts(&self, here: &Here) -> LineFacts {
        let locations = here.sharing.accesses.iter().filter_map(|access| access.location);
        let objects = locations.filter_map(|location| location.held_object());
        let locks = here.locks.iter().flat_map(|lock| lock.may_objs.iter().copied());
        let objects: Vec<_> = objects.chain(locks).collect();
        let races = Races { threads: here.sharing.threads.clone(), ..Races::default() };
        let namer = Namer::with_objects(self, &races, &objects);
        let thread = |id: &ThreadId| namer.sharing_thread(&races.threads[id.index()]);
        let names = |ids: &[ThreadId]| {
            let mut names: Vec<String> = ids.iter().map(|id| thread(id).name).collect();
            names.sort();
            names.dedup();
            names
        };
        let mut accesses: Vec<LineAccess> = Vec::new();
        for access in &here.sharing.accesses {
            let used = (here.sharing.locations.iter())
                .find(|location| Some(location.location) == access.location);
            let new = LineAccess {
                kind: match access.kind {
                    AccessKind::Read => Kind::Read,
                    AccessKind::Write => Kind::Write,
                },
                location: access.location.map(|location| namer.location(location)),
                status: status(access.status),
                readers: used.map(|used| names(&used.readers)).unwrap_or_default(),
                writers: used.map(|used| names(&used.writers)).unwrap_or_default(),
            };
            let is_same = |known: &LineAccess| {
                (known.kind, &known.location, known.status) == (new.kind, &new.location, new.status)
            };
            if !accesses.iter().any(is_same) {
                accesses.push(new);
            }
        }
        LineFacts {
            threads: here.reaching.iter().map(thread).collect(),
            locks: namer.locks(&here.locks),
            accesses,
        }
    }
}
