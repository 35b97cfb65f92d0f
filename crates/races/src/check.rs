//! From a solved program to its races.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use ir::entity::EntityId as _;
use models::Limit;
use points_to::{EntryPoint, Obj, Solver};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::accesses::{Accesses, Collector, Of, Wanted};
use crate::announced::Announced;
use crate::claims::Claims;
use crate::conflicts::Conflicts;
use crate::custody::Custodies;
use crate::elements::Elements;
use crate::escape::Escape;
use crate::exchanges::Exchanges;
use crate::explain::Explain;
use crate::filter::Filter;
use crate::flags::Flags;
use crate::guards::Guards;
use crate::identity::Identities;
use crate::indices::Indices;
use crate::iterations::Iterations;
use crate::joins;
use crate::judge::Judge;
use crate::kinds::Kinds;
use crate::latches::Latches;
use crate::library::Library;
use crate::limits;
use crate::locality::Locality;
use crate::locks::Locks;
use crate::makers::Makers;
use crate::objects::{Objects, plain};
use crate::order::{Order, Trust};
use crate::paths::Paths;
use crate::processes::Processes;
use crate::program::Program;
use crate::publication::Publication;
use crate::result::{AbstractThread, Access, Race, Races, Site};
use crate::rounds::Rounds;
use crate::sizes;
use crate::sync::Syncs;
use crate::taken::Taken;
use crate::techniques::{Technique, Techniques};
use crate::threads::Threads;
use crate::uses::{Uses, Watched};

/// The races of an analysed program.
pub fn check(solver: &Solver) -> Races {
    check_mains(solver, &[])
}

/// The same for a program that can be started in several ways: what only different ones of these entry points reach does not
/// race, because each is a process of its own.
pub fn check_mains(solver: &Solver, mains: &[EntryPoint]) -> Races {
    check_with(solver, mains, &Options::default())
}

/// How races are looked for.
#[derive(Default)]
pub struct Options<'a> {
    /// With which techniques.
    pub techniques: Techniques,
    /// All uses of this are told, too.
    pub watched: Watched,
    /// The classes that somebody marked as a library's, by their names. What such code does to its own state is told where it is
    /// called; other libraries are taken to guard what is their own.
    pub is_marked: Option<&'a dyn Fn(&str) -> bool>,
}

/// The same as one wants it.
pub fn check_with(solver: &Solver, mains: &[EntryPoint], options: &Options<'_>) -> Races {
    with_judge(solver, mains, Wanted::Racing, options, |basis| races(basis, &options.watched))
}

/// What questions about accesses are asked of.
pub(crate) struct Basis<'a> {
    pub(crate) judge: &'a Judge<'a>,
    pub(crate) accesses: &'a Accesses,
    pub(crate) locks: &'a Locks<'a>,
    escape: &'a Escape<'a>,
    library: Option<&'a Library<'a>>,
}

/// Finds out what is known about threads, order, locks and objects, and hands it on.
pub(crate) fn with_judge<R>(
    solver: &Solver,
    mains: &[EntryPoint],
    wanted: Wanted,
    options: &Options<'_>,
    ask: impl FnOnce(&Basis<'_>) -> R,
) -> R {
    let techniques = options.techniques;
    let program = Program::new(solver);
    let filter = Filter::new(solver, techniques, options.is_marked);
    let threads = Threads::new(&program);
    let objects = Objects::new(&program, &threads, techniques);
    // Who leaves out what is ordered must be sure of it.
    let library = wanted == Wanted::Racing;
    let order_with = |limits| {
        let trust = Trust { limits, library, simple: None };
        Order::new(&program, &threads, &objects, trust)
    };
    let (order, limits) = (order_with(&[Limit::Try, Limit::Long]), limits::all(&program));
    let without = [(Limit::Try, order_with(&[Limit::Long])), (Limit::Long, order_with(&[]))];
    let in_rounds = Trust { limits: &[Limit::Try, Limit::Long], library, simple: Some(&order) };
    let in_rounds = Order::new(&program, &threads, &objects, in_rounds);
    let paths = Paths::new(&program);
    let locks = Locks::new(&program, &threads, &objects, &paths, &filter);
    let escape = Escape::new(&program, &objects);
    let locality = Locality::new(&program, &threads, &objects);
    let iterations = Iterations::new(&program, &threads, &objects, &locality, techniques);
    let library = techniques
        .has(Technique::BubbleUp)
        .then(|| Library::new(&program, &threads, &paths, &escape, &locks, filter));
    let of = Of { wanted, locks: &locks, filter, library: library.as_ref() };
    let accesses = Collector::collect(&program, &threads, &paths, &escape, of);
    let syncs = Syncs::new(&program, &threads, &order, &paths, &objects, &accesses);
    let mut objs_at: FxHashMap<Site, FxHashSet<Obj>> = FxHashMap::default();
    for found in &accesses.all {
        if let Some(info) = program.node(found.node) {
            let site = Site { method: info.method, inst: found.inst };
            objs_at.entry(site).or_default().extend(found.objs.iter().map(|&obj| plain(obj)));
        }
    }
    let makers = Rc::new(Makers::new(&program, &objects, &paths));
    let indices =
        Indices::new(&program, &locality, &iterations, &threads, &paths, Rc::clone(&makers));
    let elements = Rc::new(Elements::new(
        &program,
        &threads,
        &paths,
        &locality,
        Rc::clone(&makers),
        (&objects, &iterations),
    ));
    let judge = Judge {
        program: &program,
        threads: &threads,
        order: &order,
        without: &without,
        in_rounds: &in_rounds,
        rounds: Rounds::new(&program),
        limits: &limits,
        paths: &paths,
        locality: &locality,
        objects: &objects,
        iterations: &iterations,
        guards: Guards::new(&program, &paths, &locks, &locality, techniques),
        indices,
        claims: Claims::new(&program, &paths, &objects, &locks),
        identities: Identities::new(&program, &threads, &paths, &objects, &locality),
        kinds: Kinds {
            program: &program,
            threads: &threads,
            paths: &paths,
            locks: &locks,
            known: RefCell::default(),
            statics: OnceCell::new(),
        },
        elements: Rc::clone(&elements),
        makers,
        taken: Taken {
            program: &program,
            paths: &paths,
            locks: &locks,
            written: RefCell::default(),
        },
        flags: Flags {
            program: &program,
            threads: &threads,
            order: &order,
            paths: &paths,
            objects: &objects,
            latches: Latches::new(&program, &paths, &locks),
        },
        announced: Announced::new(&program, &paths),
        exchanges: Exchanges::new(&program),
        custodies: Custodies::new(&program, &threads, &locality, elements),
        syncs: &syncs,
        publication: Publication::new(&program),
        techniques,
        processes: Processes::new(&program, &threads, mains),
        racing: RefCell::default(),
        found: RefCell::default(),
        has_own: Cell::new(false),
        surely_run: RefCell::default(),
        may_be_one: sizes::may_be_one(&program, &paths),
        objs_at,
    };
    let library = library.as_ref();
    ask(&Basis { judge: &judge, accesses: &accesses, locks: &locks, escape: &escape, library })
}

fn races(basis: &Basis<'_>, watched: &Watched) -> Races {
    let Basis { judge, accesses, locks, escape, library } = *basis;
    let mut conflicts = Conflicts::new(judge, accesses);
    conflicts.find();
    let (shared, left_out) = (conflicts.shared, conflicts.left_out());
    let hurried = conflicts.hurried();
    let explain = Explain::new(judge, library);
    let candidates = conflicts.into_candidates();
    let mut races: Vec<Race> = candidates.flat_map(|found| explain.races(found)).collect();
    Explain::keep_best(&mut races);
    let site = |access: &Access| (access.site.method.index(), access.site.inst);
    races.sort_by_key(|race| (race.tier, site(&race.first), site(&race.second)));
    let uses = Uses { judge, explain: &explain, locks, escape };
    let uses = uses.of(watched);
    let joins = joins::by_thread(judge.program, judge.threads);
    let describe = |(id, joins)| AbstractThread { joins, ..explain.describe(id) };
    Races {
        races,
        threads: judge.threads.ids().zip(joins).map(describe).collect(),
        accesses: accesses.all.iter().filter(|found| !found.is_private).count(),
        shared,
        left_out,
        hurried,
        uses,
    }
}
