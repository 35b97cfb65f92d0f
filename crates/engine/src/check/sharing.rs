//! Which accesses are to data of several threads, in names and lines.

use std::collections::BTreeMap;
use std::time::Instant;

use ir::Type;
use ir::entity::EntityId as _;
use races::{AccessKind, Location, Races, Sharing, Status, ThreadId};
use report::{
    Analysed, Holder, Kind, KnownMethods, Mode, SharingAccess, SharingLocation, SharingReport,
    SharingStatus, SharingThread,
};

pub use races::Algorithm as SharingAlgorithm;

use super::Namer;
use crate::analysis::Analysis;
use crate::progress::Progress;

impl Analysis {
    /// Finds out which accesses are to data that threads share.
    pub fn sharing(&self, algorithm: SharingAlgorithm, progress: &dyn Progress) -> SharingReport {
        progress.begin("looking for shared data", 0);
        let started = Instant::now();
        let solver = self.solver();
        let sharing = races::static_sharing_analysis(solver, self.entries().mains(), algorithm);
        let searching = started.elapsed();
        let mut report = named(self, &sharing);
        report.algorithm = name(algorithm).to_owned();
        report.analysis.times = vec![
            ("sharing".to_owned(), searching),
            ("naming".to_owned(), started.elapsed() - searching),
        ];
        report
    }
}

fn name(algorithm: SharingAlgorithm) -> &'static str {
    match algorithm {
        SharingAlgorithm::Escape => "escape",
        SharingAlgorithm::Tsa => "tsa",
        SharingAlgorithm::Mhp => "mhp",
    }
}

fn named(analysis: &Analysis, sharing: &Sharing) -> SharingReport {
    let used = sharing.locations.iter().filter(|location| location.status != Status::Local);
    let objects = used.clone().filter_map(|location| location.location.held_object());
    // The namer asks for no more than the threads.
    let races = Races { threads: sharing.threads.clone(), ..Races::default() };
    let namer = Namer::with_objects(analysis, &races, &objects.collect::<Vec<_>>());
    let access = |access: &races::SharingAccess| SharingAccess {
        kind: match access.kind {
            AccessKind::Read => Kind::Read,
            AccessKind::Write => Kind::Write,
        },
        site: namer.site(access.site),
        what: access.location.map(|location| what(analysis, location)).unwrap_or_default(),
        via: access.via.map(|method| {
            let name = analysis.method_name(method);
            format!("{}.{}", report::simple(name.class.as_str()), name.name)
        }),
        status: status(access.status),
    };
    let numbers = |threads: &[ThreadId]| threads.iter().map(|thread| thread.index()).collect();
    let location = |location: &races::SharingLocation| SharingLocation {
        location: namer.location(location.location),
        made_at: match location.location {
            Location::Field(object, _) => namer.made_at(object).and_then(|made| match made {
                Holder::Made(frame) => Some(format!("{}:{}", frame.file?, frame.line?)),
                Holder::Field { .. } => None,
            }),
            _ => None,
        },
        status: status(location.status),
        readers: numbers(&location.readers),
        writers: numbers(&location.writers),
        places: location.sites,
    };
    let mut locations: Vec<SharingLocation> = used.map(location).collect();
    let rank = |at: &SharingLocation| (std::cmp::Reverse(at.status), std::cmp::Reverse(at.places));
    locations.sort_by_cached_key(|at| (rank(at), at.location.to_string(), at.made_at.clone()));
    let mut known: KnownMethods = BTreeMap::new();
    for &method in &sharing.methods {
        let name = analysis.method_name(method);
        if !name.is_driver() {
            let methods = known.entry(name.class.to_string()).or_default();
            methods.insert((name.name.to_string(), name.ty.descriptor().to_string()));
        }
    }
    let accesses = sharing.accesses.iter();
    let accesses = accesses.filter(|access| !analysis.method_name(access.site.method).is_driver());
    let no_races = Races { accesses: sharing.accesses.len(), ..races.clone() };
    let mut analysed: Analysed = analysis.analysed(&no_races, Mode::default());
    analysed.counts.retain(|(name, _)| !["accesses", "shared_locations"].contains(&name.as_str()));
    SharingReport {
        algorithm: String::new(),
        analysis: analysed,
        threads: sharing.threads.iter().map(|thread| namer.sharing_thread(thread)).collect(),
        accesses: accesses.map(access).collect(),
        local_locations: sharing.locations.len() - locations.len(),
        locations,
        known,
        gaps: Vec::new(),
    }
}

/// As a watched run calls it.
fn what(analysis: &Analysis, location: Location) -> String {
    let hierarchy = analysis.solver().hierarchy();
    let class = |object| match analysis.solver().class_of(object).ty {
        Type::Ref(class) => class.to_string(),
        ty => ty.descriptor(),
    };
    match location {
        Location::Static(field) | Location::Field(_, field) => {
            let decl = hierarchy.field(field);
            format!("{}.{}", hierarchy.name(decl.class), decl.name)
        }
        Location::Element(array) => class(array),
        Location::State(object, state) => format!("{}.{state}", class(object)),
        Location::Inside(object) => format!("{}.state", class(object)),
    }
}

pub(super) fn status(status: Status) -> SharingStatus {
    match status {
        Status::Local => SharingStatus::Local,
        Status::Immutable => SharingStatus::Immutable,
        Status::Ordered => SharingStatus::Ordered,
        Status::Unknown => SharingStatus::Unknown,
        Status::Shared => SharingStatus::Shared,
    }
}

impl Namer<'_> {
    pub(super) fn sharing_thread(&self, thread: &races::AbstractThread) -> SharingThread {
        SharingThread { name: self.thread_name(thread), started: self.started(thread) }
    }
}
