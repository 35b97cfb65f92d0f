//! Everything about one race: why it may be the same object, how the threads get there, what was considered, what would help.

use std::fmt;

use ir::Type;
use project::nearest;
use races::{Access, Location, Order, Race};
use report::{Kind, LockMode, Mode, Report, Rule, Side, Story};

use super::Namer;
use super::trails::Trails;
use super::violations::Guards;
use crate::analysis::Analysis;
use crate::progress::Progress;

/// Why there is nothing to tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoStory {
    /// It is no id at all.
    NoId {
        /// What was asked for.
        id: String,
    },
    /// No race has this id.
    Unknown {
        /// What was asked for.
        id: String,
        /// The id that is most like it.
        nearest: Option<String>,
        /// How many races there are.
        races: usize,
    },
    /// Several have ids that begin so.
    Ambiguous {
        /// What was asked for.
        id: String,
        /// Their ids and locations.
        candidates: Vec<(String, String)>,
    },
}

impl fmt::Display for NoStory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LIST: &str =
            "`deadheat check --mode lenient --limit 0` with the same inputs lists all";
        match self {
            NoStory::NoId { id } => write!(
                f,
                "{id} is no id of a race: an id is what `deadheat check` prints after #, such as a41f"
            ),
            NoStory::Unknown { id, races: 0, .. } => {
                write!(f, "there is no race #{id}: none was found")
            }
            NoStory::Unknown { id, nearest: Some(nearest), .. } => {
                write!(f, "there is no race #{id}; did you mean #{nearest}? {LIST}")
            }
            NoStory::Unknown { id, nearest: None, races } => {
                let races =
                    if *races == 1 { "is 1 race".to_owned() } else { format!("are {races} races") };
                write!(f, "there is no race #{id}, but there {races}: {LIST}")
            }
            NoStory::Ambiguous { id, candidates } => {
                write!(f, "#{id} may be any of")?;
                for (id, location) in candidates {
                    write!(f, "\n  #{id}  {location}")?;
                }
                Ok(())
            }
        }
    }
}

impl Analysis {
    /// Tells all about the race with an id, or with one that begins so. The report has all races.
    pub fn explain(&self, id: &str, progress: &dyn Progress) -> (Report, Result<Story, NoStory>) {
        progress.begin("looking for races", 0);
        let guards = Guards::of(self);
        let races = self.races(&guards);
        let namer = Namer::new(self, &races);
        let report = namer.report(&guards, Mode::Lenient);
        let story = find(&report.races, id).map(|found| {
            let is_it = |one: &&Race| {
                let (id, folded) = (found.id.clone(), found.folded.clone());
                report::Race { id, folded, ..namer.race(one) } == *found
            };
            match races.races.iter().find(is_it) {
                Some(race) => namer.story(race, found.clone()),
                // What breaks a declaration has no second side.
                None => namer.short_story(found.clone()),
            }
        });
        (report, story)
    }
}

fn find<'r>(races: &'r [report::Race], asked: &str) -> Result<&'r report::Race, NoStory> {
    let id = asked.trim().trim_start_matches('#').to_ascii_lowercase();
    if id.is_empty() || id.len() > 16 || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(NoStory::NoId { id: asked.to_owned() });
    }
    let all: Vec<&report::Race> = races.iter().filter(|race| race.id.starts_with(&id)).collect();
    // What a report shows by default is what people have seen.
    let shown: Vec<&report::Race> = all.iter().filter(|race| !race.is_unlikely).copied().collect();
    match (&all[..], &shown[..]) {
        ([one], _) | (_, [one]) => Ok(one),
        ([], _) => {
            let short = |id: &str| id.get(..4).unwrap_or(id).to_owned();
            let ids = races.iter().map(|race| race.id.as_str());
            let nearest = nearest(&short(&id), ids, short).map(short);
            Err(NoStory::Unknown { id, nearest, races: races.len() })
        }
        (all, _) => {
            let candidates =
                all.iter().map(|race| (race.id.clone(), race.location.short())).collect();
            Err(NoStory::Ambiguous { id, candidates })
        }
    }
}

impl Namer<'_> {
    fn story(&self, race: &Race, named: report::Race) -> Story {
        let object = race.location.object();
        let trails = object.map(|_| Trails::new(self));
        let side = |access: &Access| {
            let trail =
                object.zip(trails.as_ref()).and_then(|(o, trails)| trails.trail(o, access.site));
            let (steps, others) = trail.unzip();
            let joins = self.thread(access.thread).joins.iter().map(|join| self.position(*join));
            let mut joins: Vec<String> = joins.collect();
            joins.dedup();
            Side { trail: steps, others: others.unwrap_or(0), joins }
        };
        Story {
            object: object.map(|object| self.object_text(object)),
            order: self.order(race),
            locks: self.lock_story(race, &named),
            fixes: self.fixes(race, &named),
            sides: [side(&race.first), side(&race.second)],
            race: named,
        }
    }

    /// What there is to say about one access.
    fn short_story(&self, named: report::Race) -> Story {
        let side = Side { trail: None, others: 0, joins: Vec::new() };
        let fix = match named.rule {
            Rule::Immutable => "make the field final, or leave the annotation out".to_owned(),
            _ => format!("take the lock that is named before {}", named.earlier.site.place()),
        };
        Story {
            object: None,
            order: named.why.clone().unwrap_or_default(),
            locks: String::new(),
            fixes: vec![fix],
            sides: [side.clone(), side],
            race: named,
        }
    }

    /// `a HashMap made at Cache.java:9`
    fn object_text(&self, object: points_to::Obj) -> String {
        let class = match self.analysis.solver().class_of(object).ty {
            Type::Ref(class) => report::simple(class.as_str()).to_owned(),
            ty => ty.to_string(),
        };
        match self.made_at(object) {
            Some(report::Holder::Made(frame)) if frame.file.is_some() => {
                let line = frame.line.map(|line| format!(":{line}")).unwrap_or_default();
                let place = format!("{}{line}", frame.file.unwrap_or_default());
                let method = report::method(&frame.class, &frame.method);
                format!("{class}, made at {place} in {method}")
            }
            _ if !self.analysis.entries().called.is_none() => {
                format!("{class}, which callers of the library share")
            }
            _ => class,
        }
    }

    fn lock_story(&self, race: &Race, named: &report::Race) -> String {
        let [first, second] =
            [&named.earlier, &named.later].map(|a| a.locks.as_deref().unwrap_or_default());
        let place = |access: &report::Access| access.site.place();
        if race.doubts.contains(&races::Doubt::MayShareLock) {
            return "both hold a lock that may, but need not, be the same one".to_owned();
        }
        match (first, second) {
            ([], []) => "neither access holds a lock".to_owned(),
            ([..], []) => format!("nothing is held at {}", place(&named.later)),
            ([], [..]) => format!("nothing is held at {}", place(&named.earlier)),
            _ => match first.iter().find(|lock| second.iter().any(|other| other.name == lock.name))
            {
                Some(lock) if lock.mode == LockMode::Read => {
                    format!(
                        "both hold {} as readers, and readers do not keep each other out",
                        lock.name
                    )
                }
                Some(lock) => {
                    format!(
                        "{} has the same name on both sides, but may be another object's",
                        lock.name
                    )
                }
                None => "the locks are different ones, which do not keep each other out".to_owned(),
            },
        }
    }

    /// What would put an end to the race, the most likely first.
    fn fixes(&self, race: &Race, named: &report::Race) -> Vec<String> {
        let mut fixes = Vec::new();
        let sides = [&named.earlier, &named.later];
        let locks = sides.map(|side| side.locks.as_deref().unwrap_or_default());
        let hold = |lock: &report::Lock, at: &report::Access, like: &report::Access| {
            let (at, like) = (at.site.place(), told(like));
            format!(
                "hold {} at {at}, too: for the {like} it is taken at {}",
                lock.name, lock.taken_at
            )
        };
        match locks {
            [[lock, ..], []] => fixes.push(hold(lock, sides[1], sides[0])),
            [[], [lock, ..]] => fixes.push(hold(lock, sides[0], sides[1])),
            [[one, ..], [other, ..]] if one.name == other.name && one.mode == LockMode::Read => {
                let write = if sides[0].kind == Kind::Write { sides[0] } else { sides[1] };
                fixes.push(format!("hold {} as the writer at {}", one.name, write.site.place()));
            }
            [[one, ..], [other, ..]] if one.name != other.name => {
                fixes.push(hold(one, sides[1], sides[0]));
                fixes.push(format!("or {}", hold(other, sides[0], sides[1])));
            }
            _ => fixes.push(format!(
                "hold one and the same lock at {} and {}",
                sides[0].site.place(),
                sides[1].site.place()
            )),
        }
        fixes.extend(self.other_kind(race, named));
        fixes.extend(self.wait(race));
        fixes
    }

    /// What else the location could be.
    fn other_kind(&self, race: &Race, named: &report::Race) -> Option<String> {
        let field = match race.location {
            Location::Static(field) | Location::Field(_, field) => field,
            Location::Element(_) => return None,
            Location::Inside(_) => {
                let object = report::simple(&named.location.class);
                return Some(format!("make one {object} for each thread, or guard it by a lock"));
            }
            Location::State(..) => {
                return Some(format!(
                    "use a collection that is made for several threads for {}",
                    named.location.short()
                ));
            }
        };
        let ty = self.analysis.solver().hierarchy().field(field).ty;
        let name = named.location.short();
        // `count++` reads and writes in one line.
        let updates = |access: &Access| self.reads_what_it_writes(access, field);
        let is_update = [&race.first, &race.second].into_iter().any(updates);
        let atomic = match ty {
            Type::Int | Type::Short | Type::Byte | Type::Char => "AtomicInteger",
            Type::Long => "AtomicLong",
            Type::Boolean => "AtomicBoolean",
            Type::Ref(_) => "AtomicReference",
            _ => "an atomic class",
        };
        Some(match is_update {
            true => format!("make {name} an {atomic}: it is read and written in one step"),
            false => format!(
                "make {name} volatile, if no step depends on what was read before; or an {atomic}"
            ),
        })
    }

    /// Whether what is written was made of what was read of the same field in the same line.
    fn reads_what_it_writes(&self, access: &Access, field: ir::hierarchy::FieldId) -> bool {
        if access.kind != races::AccessKind::Write || access.via.is_some() {
            return false;
        }
        let solver = self.analysis.solver();
        let Some(body) = solver.body(access.site.method) else { return false };
        let line = body.insts[access.site.inst].line();
        let name = solver.hierarchy().field(field).name;
        body.insts.values().any(|inst| match inst.op {
            ir::Op::GetField { field, .. } | ir::Op::GetStatic { field } => {
                field.data().name == name && inst.line() == line && line.is_some()
            }
            _ => false,
        })
    }

    /// For whom to wait.
    fn wait(&self, race: &Race) -> Option<String> {
        let Order::Child { start, is_first_in_child } = race.order else { return None };
        let other = if is_first_in_child { &race.second } else { &race.first };
        Some(format!(
            "wait for what is started at {} (join, get) before {}",
            self.position(start),
            self.position(other.site)
        ))
    }
}

/// `write at Cache.java:26`
fn told(access: &report::Access) -> String {
    let kind = if access.kind == Kind::Read { "read" } else { "write" };
    format!("{kind} at {}", access.site.place())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_that_mean_nothing_are_told() {
        let message = |id: &str| find(&[], id).unwrap_err().to_string();
        assert!(message("Cache").contains("is no id of a race"), "{}", message("Cache"));
        assert_eq!(message("#a41f"), "there is no race #a41f: none was found");
    }
}
