//! What is found between callers of a library, weighed by what shows that there are several of them.
//!
//! Nobody has seen these threads: that they come is concluded from the class, which synchronises something. For a variable that is
//! written under a lock in one place and used without in another that is certain enough; so it is if the class is `@ThreadSafe`, the variable
//! `@GuardedBy`, or the calls were asked for by name. Of a variable that the class guards nowhere, nothing of the kind is known:
//! it may be for one thread at a time, or set up before others have the object.

use std::collections::{HashMap, HashSet};

use ir::entity::EntityId as _;
use ir::hierarchy::MethodId;
use points_to::{CodeKey, Node, ObjKind};
use races::{Access, AccessKind, Doubt, Location, Race, Races, Site, Tier};

use super::violations::Guards;
use crate::analysis::{Analysis, Entry, EntryKind};

/// Takes back what is claimed about callers beyond what shows that there are some.
pub(super) fn weigh(analysis: &Analysis, guards: &Guards, races: &mut Races) {
    let entries = analysis.entries();
    let is_asked = entries.list.iter().any(|entry| entry.kind == EntryKind::Asked);
    if is_asked || entries.callers().next().is_none() {
        return;
    }
    let callers: Vec<bool> =
        races.threads.iter().map(|thread| analysis.is_caller(thread)).collect();
    let is_by_caller = |access: &Access| callers[access.thread.index()];
    let has_mains = !entries.mains().is_empty();
    // Who starts a thread twice are two callers, if there is nobody else.
    let is_between_callers = |race: &Race| {
        is_by_caller(&race.first) && is_by_caller(&race.second)
            || !has_mains && race.first.thread == race.second.thread
    };
    let variables = |is_such: &dyn Fn(&Access) -> bool| -> HashSet<Variable> {
        let such = races.races.iter().filter(|race| is_such(&race.first) || is_such(&race.second));
        such.map(|race| variable(race.location)).collect()
    };
    // To be read under a lock, a variable need only be near others. Still, somebody may have thought of it.
    let is_locked = |access: &Access| has_own_lock(analysis, access);
    let guarded = variables(&|access| access.kind == AccessKind::Write && is_locked(access));
    // What is locked while an object is set up says nothing about how it is used.
    let is_in_setup =
        |access: &Access| is_within(analysis, access, |method| is_setting_up(analysis, method));
    let is_used_locked = |access: &Access| is_locked(access) && !is_in_setup(access);
    let under_locks = variables(&is_used_locked);
    let starts: Vec<Vec<Site>> = races.threads.iter().map(|thread| thread.starts.clone()).collect();
    let starts = |access: &Access| &starts[access.thread.index()];
    let mut reached: HashMap<MethodId, HashSet<MethodId>> = HashMap::new();
    for race in &mut races.races {
        let sides = [&race.first, &race.second];
        // Constructors are called for what they do to static fields; the object is their caller's own.
        let is_own = |access: &Access| is_by_caller(access) && is_of_new(analysis, access);
        // So is what somebody makes while it is called, unless the constructor itself starts who has it then.
        let mut is_made = |access: &Access, other: &Access| {
            let is_outside = is_by_caller(access) || access.thread.index() == 0;
            is_outside
                && constructors(analysis, access).into_iter().any(|init| {
                    let called = reached
                        .entry(init.method)
                        .or_insert_with(|| called_by(analysis, init.method));
                    // What it starts at its end has not begun.
                    let is_later = |start: &Site| match start.method == init.method {
                        true => start.inst > init.inst,
                        false => !called.contains(&start.method),
                    };
                    is_own_part(analysis, race.location, init.method, called)
                        && starts(other).iter().all(is_later)
                })
        };
        let is_new =
            |access: &Access| is_by_caller(access) && is_in_new(analysis, race.location, access);
        if sides.iter().any(|access| is_new(access))
            || matches!(race.location, Location::Field(..))
                && (sides.iter().any(|access| is_own(access))
                    || is_made(&race.first, &race.second)
                    || is_made(&race.second, &race.first))
        {
            race.tier = Tier::Unlikely;
            race.doubts.push(Doubt::HandedOver);
            continue;
        }
        let is_shown = guarded.contains(&variable(race.location))
            || guards.is_declared(race.location)
            || sides.iter().any(|access| guards.is_in_thread_safe(analysis, access.site.method));
        // Who initialises an object does so before others have it, be it under a lock.
        if race.tier != Tier::Unlikely
            && !matches!(race.location, Location::Static(_))
            && !guards.is_declared(race.location)
            && sides.iter().any(|access| is_in_setup(access))
        {
            race.tier = Tier::Unlikely;
            race.doubts.push(Doubt::SetUp);
        }
        if is_shown || !is_between_callers(race) {
            continue;
        }
        // What users have given to a library, and it guards nowhere, they may guard themselves, or have given away.
        if race.tier != Tier::Unlikely
            && !under_locks.contains(&variable(race.location))
            && is_given_by_user(analysis, race.location)
        {
            race.tier = Tier::Unlikely;
            race.doubts.push(Doubt::GivenIn);
        }
        let mut writes = sides.iter().filter(|access| access.kind == AccessKind::Write);
        // A reader may hold the lock that a setter forgets.
        if race.tier != Tier::Unlikely
            && !sides.iter().any(|access| is_used_locked(access))
            && writes.all(|write| sets_up(analysis, write))
        {
            race.tier = Tier::Unlikely;
            race.doubts.push(Doubt::SetUp);
        }
        race.tier = race.tier.max(Tier::Possible);
    }
    races.races.sort_by_key(|race| race.tier);
}

/// What a class guards or does not: a field of all objects, or what one object holds.
#[derive(PartialEq, Eq, Hash)]
enum Variable {
    Field(ir::hierarchy::FieldId),
    Inside(points_to::Obj),
}

fn variable(location: Location) -> Variable {
    match location {
        Location::Static(field) | Location::Field(_, field) => Variable::Field(field),
        Location::Element(object) | Location::State(object, _) | Location::Inside(object) => {
            Variable::Inside(object)
        }
    }
}

/// Whether an access is one of a constructor that was called from outside, to the new object as it seems.
fn is_of_new(analysis: &Analysis, access: &Access) -> bool {
    let is_init = |method| analysis.method_name(method).name.as_str() == "<init>";
    let mut outer =
        access.stack.iter().filter(|site| !analysis.method_name(site.method).is_driver());
    is_init(access.site.method) && outer.all(|site| is_init(site.method))
}

/// Whether an object was made to be an argument: a user's own, of a class that is not meant to be shared.
fn is_given_by_user(analysis: &Analysis, location: Location) -> bool {
    let Some(object) = location.object() else { return false };
    let solver = analysis.solver();
    let ObjKind::Site(code, _) = solver.obj(object).kind else { return false };
    let CodeKey::Method(method) = solver.code_key(code) else { return false };
    let hierarchy = solver.hierarchy();
    let class = solver.class_of(object).class;
    let mut entries = analysis.entries().list.iter();
    let is_shared = |entry: &Entry| {
        let shared = hierarchy.class(entry.class);
        shared.is_some_and(|shared| hierarchy.is_subclass(class, shared))
    };
    analysis.method_name(method).is_driver() && !entries.any(is_shared)
}

/// Where the constructors are that an access is carried out for.
fn constructors(analysis: &Analysis, access: &Access) -> Vec<Site> {
    let is_init = |site: &Site| analysis.method_name(site.method).name.as_str() == "<init>";
    access.stack.iter().chain([&access.site]).copied().filter(is_init).collect()
}

/// Whether an object is the one that a constructor makes, as it seems, or one that it makes for that.
fn is_own_part(
    analysis: &Analysis,
    location: Location,
    init: MethodId,
    called: &HashSet<MethodId>,
) -> bool {
    let Location::Field(object, field) = location else { return false };
    let solver = analysis.solver();
    let hierarchy = solver.hierarchy();
    let is_maker = || match solver.obj(object).kind {
        ObjKind::Site(code, _) => {
            matches!(solver.code_key(code), CodeKey::Method(maker) if called.contains(&maker))
        }
        _ => false,
    };
    hierarchy.is_subclass(hierarchy.method(init).class, hierarchy.field(field).class) || is_maker()
}

/// The methods of its own that a constructor calls, and they each other.
fn called_by(analysis: &Analysis, method: MethodId) -> HashSet<MethodId> {
    let solver = analysis.solver();
    let method_of = |node: Node| match solver.key(node) {
        CodeKey::Method(method) => Some(method),
        _ => None,
    };
    let hierarchy = solver.hierarchy();
    let own = hierarchy.method(method).class;
    let is_own = |method: MethodId| {
        let class = hierarchy.method(method).class;
        hierarchy.is_subclass(own, class) || hierarchy.is_subclass(class, own)
    };
    let mut edges: HashMap<Node, Vec<Node>> = HashMap::new();
    for (node, _, called) in solver.call_edges() {
        edges.entry(node).or_default().push(called.node);
    }
    let mut pending: Vec<Node> =
        solver.reachable().filter(|&node| method_of(node) == Some(method)).collect();
    let mut seen: HashSet<Node> = pending.iter().copied().collect();
    while let Some(node) = pending.pop() {
        let next = edges.get(&node).into_iter().flatten().copied();
        let next = next.filter(|&node| method_of(node).is_some_and(is_own));
        pending.extend(next.filter(|&node| seen.insert(node)));
    }
    seen.into_iter().filter_map(method_of).collect()
}

/// Whether an access is carried out by a constructor that was called from outside, to what objects make for themselves.
fn is_in_new(analysis: &Analysis, location: Location, access: &Access) -> bool {
    let Some(object) = location.held_object() else { return false };
    let solver = analysis.solver();
    let ObjKind::Site(code, _) = solver.obj(object).kind else { return false };
    let CodeKey::Method(maker) = solver.code_key(code) else { return false };
    let mut calls = access.stack.iter().map(|site| site.method).chain([access.site.method]);
    let called = calls.find(|&method| !analysis.method_name(method).is_driver());
    let is_init = |method| analysis.method_name(method).name.as_str() == "<init>";
    called.is_some_and(is_init)
        && !solver.hierarchy().method(maker).is_static()
        && !analysis.method_name(maker).is_driver()
}

/// Whether a lock is held that the class of an access takes itself, or one around it or within: what others hold while they call
/// it, they hold for themselves.
fn has_own_lock(analysis: &Analysis, access: &Access) -> bool {
    let outermost = |method: MethodId| {
        let class = analysis.method_name(method).class;
        class.as_str().split('$').next().map(str::to_owned)
    };
    let hierarchy = analysis.solver().hierarchy();
    let own = hierarchy.method(access.site.method).class;
    access.locks.iter().any(|lock| {
        let taker = hierarchy.method(lock.site.method).class;
        hierarchy.is_subclass(own, taker)
            || hierarchy.is_subclass(taker, own)
            || outermost(lock.site.method) == outermost(access.site.method)
    })
}

/// Whether a write is one of those by which objects are told what they need: `setLimit(10)`.
fn sets_up(analysis: &Analysis, write: &Access) -> bool {
    let is_such = |method: MethodId| {
        let name = analysis.method_name(method);
        let rest = name.name.as_str().strip_prefix("set");
        let is_setter = rest.is_some_and(|rest| rest.starts_with(char::is_uppercase));
        is_setter || is_setting_up(analysis, method)
    };
    write.via.is_none() && is_within(analysis, write, is_such)
}

/// Whether an access is in such a method of its class, or in what that does. One that an object calls itself, when it is used first, is
/// none.
fn is_within(analysis: &Analysis, access: &Access, is_such: impl Fn(MethodId) -> bool) -> bool {
    let hierarchy = analysis.solver().hierarchy();
    let class = |method: MethodId| hierarchy.method(method).class;
    let is_of = |a: MethodId, b: MethodId| {
        hierarchy.is_subclass(class(a), class(b)) || hierarchy.is_subclass(class(b), class(a))
    };
    let own = access.site.method;
    let mut chain: Vec<MethodId> = access.stack.iter().map(|site| site.method).collect();
    chain.push(own);
    let Some(first) = chain.iter().position(|&method| is_of(method, own)) else { return false };
    // Calls of setters from other methods are the business of those who call.
    chain[first..].iter().enumerate().any(|(at, &method)| {
        let outer = chain[first..first + at].iter();
        let is_called_within = |&&other: &&MethodId| {
            let is_init = hierarchy.method(other).name.as_str() == "<init>";
            is_of(other, method) && !is_init
        };
        is_such(method) && is_of(method, own) && outer.filter(is_called_within).count() == 0
    })
}

/// Whether a method is one that sees to it that an object has what it needs before it is used: `initialize(loader)`, `validate()`.
fn is_setting_up(analysis: &Analysis, method: MethodId) -> bool {
    SETTING_UP.contains(&analysis.method_name(method).name.as_str())
}

/// What such methods are called.
const SETTING_UP: [&str; 10] = [
    "init",
    "initialize",
    "initialise",
    "validate",
    "configure",
    "seal",
    "afterPropertiesSet",
    "setup",
    "activate",
    "passivate",
];
