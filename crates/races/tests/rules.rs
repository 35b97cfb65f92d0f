//! Java programs for each rule of the analysis, with all that should be said about them.
//!
//! Each file of `rules` has a program for each class with a `main`. Lines before the class that begin with `//:` are all that is
//! expected, in the order of the text:
//!
//! ```text
//! //: thread once a runs Worker.run                                  kind is told unless it is `thread`; `many` for several
//! //: race precise count: write b, read c under d (child a); timed-join e
//! //: left-out 3                                                      pairs that are not told
//! ```
//!
//! `a` is the line that ends in `// a`. A race tells its tier, what is accessed (`count` is static, `.count` is not, `[]` are
//! elements, `{contents}` is the state of a library object), the accesses and the locks they hold, why they overlap, and doubts.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use ir::{Class, MethodType, Name};
use models::{ForkKind, Models};
use points_to::{EntryPoint, ProgramDelta, Solver};
use races::{AbstractThread, Access, AccessKind, Doubt, Location, Order, Race, Site, Tier};
use testkit::java;
use testkit::points_to::check::Setting;
use testkit::points_to::policies;
use testkit::points_to::source::{Library, MemoryClasses};

/// What `deadheat check` uses.
const POLICY: &str = "thread+object";

#[test]
fn rules() {
    let Some(jdk) = java::compilers().into_iter().next() else {
        return testkit::jdk::skip("no JDK that can compile");
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let files = java::sources_below(&folder).unwrap_or_else(|e| panic!("{e}"));
    let compiled = java::compile(&jdk, &files).unwrap_or_else(|e| panic!("{e}"));
    let library = Arc::new(Library::of(&jdk));
    let mut failures = Vec::new();
    let mut programs = 0;
    for file in &files {
        let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let of_file = |class: &&Class| compiled.source_of(class).as_ref() == Some(file);
        let classes: Vec<Arc<Class>> =
            compiled.classes.iter().filter(of_file).map(|class| Arc::new(class.clone())).collect();
        for (name, expected) in programs_of(&text) {
            let solver = solve(&classes, &library, &name);
            let found = Teller { solver: &solver, text: &text }.tell();
            programs += 1;
            if found != expected {
                let lines: String = found.iter().map(|line| format!("//: {line}\n")).collect();
                failures.push(format!("{}: {name}: found\n{lines}", file.display()));
            }
        }
    }
    assert!(programs > 50, "{programs} programs");
    assert!(failures.is_empty(), "{} programs:\n{}", failures.len(), failures.join("\n"));
}

/// The programs of a file, and what is expected of each.
fn programs_of(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut programs = BTreeMap::new();
    let mut expected = Vec::new();
    let mut class = "";
    for line in text.lines() {
        if let Some(line) = line.strip_prefix("//: ") {
            expected.push(line.to_owned());
        } else if let Some(rest) = line.strip_prefix("class ") {
            class = rest.split(' ').next().unwrap_or(rest);
        } else if line.contains("static void main(") {
            programs.insert(class.to_owned(), std::mem::take(&mut expected));
        }
    }
    assert!(expected.is_empty(), "nothing has these: {expected:?}");
    programs
}

fn solve(classes: &[Arc<Class>], library: &Arc<Library>, main: &str) -> Solver {
    let found = policies::ALL.iter().find(|(name, _)| *name == POLICY);
    let &(_, policy) = found.expect("the name of a policy");
    let models = Arc::new(Models::jdk().clone());
    let setting = Setting { policy, models, use_summaries: true };
    let source = MemoryClasses::new(classes.iter().cloned()).in_front_of(Arc::clone(library));
    let mut solver = setting.solver(source);
    let ty = MethodType::from_descriptor(Name::new("([Ljava/lang/String;)V"));
    let ty = ty.expect("a descriptor");
    let entry = EntryPoint { class: Name::new(main), name: Name::new("main"), ty };
    solver.apply(ProgramDelta { classes: Vec::new(), entries: Some(vec![entry]) });
    solver
}

/// Tells what was found.
struct Teller<'a> {
    solver: &'a Solver,
    text: &'a str,
}

impl Teller<'_> {
    fn tell(&self) -> Vec<String> {
        let found = races::check(self.solver);
        assert!(found.threads[0].kind.is_none(), "the first thread is the one of the entry points");
        let mut threads: Vec<String> =
            found.threads[1..].iter().map(|thread| self.thread(thread)).collect();
        let mut races: Vec<String> = found.races.iter().map(|race| self.race(race)).collect();
        threads.sort();
        races.sort();
        let left_out = (found.left_out > 0).then(|| format!("left-out {}", found.left_out));
        threads.into_iter().chain(races).chain(left_out).collect()
    }

    fn thread(&self, thread: &AbstractThread) -> String {
        let kind = match thread.kind {
            Some(ForkKind::Thread) | None => String::new(),
            Some(kind) => format!("{kind:?} ").to_lowercase(),
        };
        let times = if thread.is_many { "many" } else { "once" };
        let mut starts: Vec<String> = thread.starts.iter().map(|&site| self.site(site)).collect();
        starts.sort();
        starts.dedup();
        let hierarchy = self.solver.hierarchy();
        let runs = thread.runs.map_or_else(String::new, |method| {
            let method = hierarchy.method(method);
            let class = hierarchy.name(method.class);
            let class = class.as_str().rsplit(['/', '$']).next().unwrap_or_default();
            format!(" runs {class}.{}", method.name)
        });
        format!("thread {kind}{times} {}{runs}", starts.join(" "))
    }

    fn race(&self, race: &Race) -> String {
        let tier = match race.tier {
            Tier::Precise => "precise",
            Tier::Possible => "possible",
            Tier::Unlikely => "unlikely",
        };
        let field = |field| self.solver.hierarchy().field(field).name;
        let location = match race.location {
            Location::Static(of) => field(of).to_string(),
            Location::Field(_, of) => format!(".{}", field(of)),
            Location::Element(_) => "[]".to_owned(),
            Location::State(_, part) => format!("{{{part}}}"),
            Location::Inside(_) => "{inside}".to_owned(),
        };
        let (first, second) = (self.access(&race.first), self.access(&race.second));
        let order = match race.order {
            Order::SameStart { start, is_in_loop: true } => format!("loop {}", self.site(start)),
            Order::SameStart { start, is_in_loop: false } => format!("again {}", self.site(start)),
            Order::TwoStarts { first, second } => {
                format!("starts {} {}", self.site(first), self.site(second))
            }
            Order::Child { start, is_first_in_child: true } => {
                format!("child {} has first", self.site(start))
            }
            Order::Child { start, .. } => format!("child {} has second", self.site(start)),
            Order::Unknown => "unknown".to_owned(),
        };
        let doubts: String =
            race.doubts.iter().map(|doubt| format!("; {}", self.doubt(doubt))).collect();
        format!("race {tier} {location}: {first}, {second} ({order}){doubts}")
    }

    fn access(&self, access: &Access) -> String {
        let kind = match access.kind {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
        };
        let locks: String =
            access.locks.iter().map(|lock| format!(" under {}", self.site(lock.site))).collect();
        format!("{kind} {}{locks}", self.site(access.site))
    }

    fn doubt(&self, doubt: &Doubt) -> String {
        match doubt {
            Doubt::MayShareLock => "may-share-lock".to_owned(),
            Doubt::OrderedByVolatile(field) => {
                format!("volatile {}", self.solver.hierarchy().field(*field).name)
            }
            Doubt::OrderedBySignal(site) => format!("signal {}", self.site(*site)),
            Doubt::IndexByThread => "index-by-thread".to_owned(),
            Doubt::OwnPart => "own-part".to_owned(),
            Doubt::StartedForElement => "started-for-element".to_owned(),
            Doubt::Validated => "validated".to_owned(),
            Doubt::OneThreadOnly => "one-thread-only".to_owned(),
            Doubt::HandedOver => "handed-over".to_owned(),
            Doubt::TimedJoin(site) => format!("timed-join {}", self.site(*site)),
            Doubt::GivenOut => "given-out".to_owned(),
            Doubt::GivenIn => "given-in".to_owned(),
            Doubt::InsideLibrary => "inside-library".to_owned(),
            Doubt::SetUp => "set-up".to_owned(),
            Doubt::UnsafePublication => "unsafe-publication".to_owned(),
        }
    }

    /// The name that a line has, or its number.
    fn site(&self, site: Site) -> String {
        let body = self.solver.body(site.method).expect("invariant: races are in bodies");
        let Some(number) = body.insts[site.inst].line() else { return "?".to_owned() };
        let line = self.text.lines().nth(usize::from(number) - 1).unwrap_or_default();
        let name = line.rsplit_once("// ").map(|(_, name)| name);
        name.map_or_else(|| format!("line {number}"), str::to_owned)
    }
}
