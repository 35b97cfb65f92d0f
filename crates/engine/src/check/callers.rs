//! What is found between callers of a library, weighed by what shows that there are several of them.
//!
//! Nobody has seen these threads: that they come is concluded from the class, which synchronises something. For a variable that is
//! written under a lock in one place and used without in another that is certain enough; so it is if the class is `@ThreadSafe`, the variable
//! `@GuardedBy`, or the calls were asked for by name. Of a variable that the class guards nowhere, nothing of the kind is known:
//! it may be for one thread at a time, or set up before others have the object.

use std::collections::HashSet;

use races::{Access, AccessKind, Doubt, Location, Race, Races, Tier};

use super::violations::Guards;
use crate::analysis::{Analysis, EntryKind};

/// Takes back what is claimed about callers beyond what shows that there are some.
pub(super) fn weigh(analysis: &Analysis, guards: &Guards, races: &mut Races) {
    let entries = analysis.entries();
    let is_asked = entries.list.iter().any(|entry| entry.kind == EntryKind::Asked);
    if is_asked || entries.callers().next().is_none() {
        return;
    }
    let callers: Vec<bool> =
        races.threads.iter().map(|thread| analysis.is_caller(thread)).collect();
    let is_by_caller = |access: &Access| callers[ir::entity::EntityId::index(access.thread)];
    let has_mains = !entries.mains().is_empty();
    // Who starts a thread twice are two callers, if there is nobody else.
    let is_between_callers = |race: &Race| {
        is_by_caller(&race.first) && is_by_caller(&race.second)
            || !has_mains && race.first.thread == race.second.thread
    };
    let variables = |is_such: fn(&Access) -> bool| -> HashSet<Variable> {
        let such = races.races.iter().filter(|race| is_such(&race.first) || is_such(&race.second));
        such.map(|race| variable(race.location)).collect()
    };
    // To be read under a lock, a variable need only be near others. Still, somebody may have thought of it.
    let guarded = variables(|access| access.kind == AccessKind::Write && !access.locks.is_empty());
    let under_locks = variables(|access| !access.locks.is_empty());
    for race in &mut races.races {
        let sides = [&race.first, &race.second];
        // Constructors are called for what they do to static fields; the object is their caller's own.
        let is_own = |access: &Access| is_by_caller(access) && is_of_new(analysis, access);
        if matches!(race.location, Location::Field(..)) && sides.iter().any(|access| is_own(access))
        {
            race.tier = Tier::Unlikely;
            race.doubts.push(Doubt::HandedOver);
            continue;
        }
        let is_shown = guarded.contains(&variable(race.location))
            || guards.is_declared(race.location)
            || sides.iter().any(|access| guards.is_in_thread_safe(analysis, access.site.method));
        if is_shown || !is_between_callers(race) {
            continue;
        }
        let mut writes = sides.iter().filter(|access| access.kind == AccessKind::Write);
        if race.tier != Tier::Unlikely
            && !under_locks.contains(&variable(race.location))
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

/// Whether a write is one of those by which objects are told what they need: `setLimit(10)`, `initialize(loader)`.
fn sets_up(analysis: &Analysis, write: &Access) -> bool {
    let name = analysis.method_name(write.site.method);
    let name = name.name.as_str();
    let is_setter =
        name.strip_prefix("set").is_some_and(|rest| rest.starts_with(char::is_uppercase));
    write.via.is_none() && (is_setter || matches!(name, "init" | "initialize" | "initialise"))
}
