//! Races that are made by hand, in a real program, and what they are called.

use std::sync::Arc;

use ir::entity::EntityId as _;
use ir::hierarchy::MethodId;
use ir::{Inst, InstData, Op, Type};
use models::{ForkKind, LockMode};
use points_to::{Obj, ObjKind};
use races::{
    AbstractThread, Access, AccessKind, Doubt, HeldLock, Location, Order, Race, Races, Site,
    ThreadId, Tier,
};
use report::Mode;

use super::Namer;
use super::violations::Guards;
use crate::{Analysis, AnalysisRequest, Program, Request, Silent};

const SOURCE: &str = r#"
import java.util.*;
import java.util.concurrent.locks.*;

class Shop extends Thread {
    static final Object GATE = new Object();
    final ReadWriteLock guard = new ReentrantReadWriteLock();
    List<String> names = new ArrayList<>();
    int[][] seats = new int[3][3];
    int sold;

    public void run() {
        sell();
    }

    void sell() {
        synchronized (GATE) {
            sold = sold + 1;
        }
        guard.readLock().lock();
        names.add("a");
        seats[0][1] = 7;
    }

    synchronized void close() {
        sold = 0;
    }

    public static void main(String[] args) {
        Shop shop = new Shop();
        for (int i = 0; i < 2; i++) new Thread(shop::sell).start();
        shop.start();
        shop.close();
        int[] own = new int[2];
        own[0] = 1;
    }
}
"#;

struct Fixture {
    analysis: Analysis,
    /// The source is read when a report is made.
    _folder: tempfile::TempDir,
}

impl Fixture {
    fn new() -> Fixture {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("Shop.java");
        std::fs::write(&file, SOURCE).unwrap();
        let request = Request { inputs: vec![file], ..Request::default() };
        let program = Program::open(&request, &Silent);
        let request = AnalysisRequest::default();
        let analysis = Analysis::run(Arc::new(program), &request, &Silent);
        let analysis = analysis.unwrap_or_else(|no_entry| panic!("{no_entry}"));
        Fixture { analysis, _folder: folder }
    }

    fn method(&self, name: &str) -> MethodId {
        let hierarchy = self.analysis.solver().hierarchy();
        let methods = self.analysis.solver().reachable_methods();
        let is_it = |method: &MethodId| {
            let decl = hierarchy.method(*method);
            decl.name.as_str() == name && hierarchy.name(decl.class).as_str() == "Shop"
        };
        methods.into_iter().find(is_it).unwrap()
    }

    /// The instruction of a method that is like this, the n-th of them.
    fn site(&self, method: &str, n: usize, is_it: fn(&Op) -> bool) -> Site {
        let method = self.method(method);
        let name = self.analysis.method_name(method);
        let find = |body: &ir::Body| {
            let mut found =
                body.insts.iter().filter(|(_, data): &(Inst, &InstData)| is_it(&data.op));
            found.nth(n).unwrap().0
        };
        Site { method, inst: self.analysis.with_body(name, find).unwrap() }
    }

    /// The object of a type that is made in a line.
    fn object(&self, ty: &str, line: u16) -> Obj {
        let solver = self.analysis.solver();
        let ty = Type::from_descriptor(ty).unwrap();
        let is_it = |obj: &Obj| match solver.obj(*obj).kind {
            ObjKind::Site(code, ordinal) if solver.class_of(*obj).ty == ty => {
                let place = self.analysis.site(code, ordinal);
                place.is_some_and(|place| {
                    place.method.class.as_str() == "Shop" && place.line == Some(line)
                })
            }
            _ => false,
        };
        let mut objects = solver.pointers().flat_map(|(_, set)| set.iter());
        objects.find(is_it).unwrap()
    }

    fn races(&self, races: Vec<Race>) -> Races {
        let start = |n| self.site("main", n, |op| is_call(op, "start"));
        let thread = |kind, starts, runs, is_many| AbstractThread {
            kind,
            starts,
            runs,
            is_many,
            joins: Vec::new(),
        };
        let threads = vec![
            thread(None, vec![], Some(self.method("main")), false),
            thread(Some(ForkKind::Thread), vec![start(0)], Some(self.method("sell")), true),
            thread(Some(ForkKind::Task), vec![start(1)], Some(self.method("run")), false),
        ];
        Races { races, threads, accesses: 5, shared: 2, ..Races::default() }
    }

    fn text(&self, races: Vec<Race>) -> String {
        let races = self.races(races);
        let namer = Namer::new(&self.analysis, &races);
        let report = namer.report(&Guards::default(), Mode::Lenient);
        let text = report::to_text(&report);
        let plain = anstream::adapter::strip_str(&text).to_string();
        let ids = report.races.iter().map(|race| race.id[..4].to_owned());
        ids.fold(plain, |text, id| text.replace(&id, "ID"))
    }
}

fn is_call(op: &Op, name: &str) -> bool {
    matches!(op, Op::Invoke { method, .. } if method.data().name.as_str() == name)
}

fn access(kind: AccessKind, site: Site, thread: usize) -> Access {
    let thread = ThreadId::from_index(thread);
    Access { kind, site, via: None, inside: vec![], thread, locks: vec![], stack: vec![] }
}

fn exclusive(site: Site) -> HeldLock {
    HeldLock { site, mode: LockMode::Exclusive, may_objs: vec![] }
}

/// The field `sold`: in many threads under a lock, and in a synchronized method of the first thread.
fn on_sold(of: &Fixture) -> Race {
    let write = |op: &Op| matches!(op, Op::PutField { .. });
    let mut first = access(AccessKind::Write, of.site("sell", 0, write), 2);
    first.locks = vec![exclusive(of.site("sell", 0, |op| matches!(op, Op::MonitorEnter(_))))];
    first.stack = vec![of.site("run", 0, |op| is_call(op, "sell"))];
    let mut second = access(AccessKind::Write, of.site("close", 0, write), 0);
    second.locks = vec![exclusive(Site { method: of.method("close"), inst: Inst::from_index(0) })];
    second.stack = vec![of.site("main", 0, |op| is_call(op, "close"))];
    let decl = of.analysis.solver().hierarchy();
    let class = decl.class(ir::Name::new("Shop")).unwrap();
    let field = decl.declared_field(class, ir::Name::new("sold"), Type::Int).unwrap();
    Race {
        tier: Tier::Precise,
        location: Location::Static(field),
        first,
        second,
        order: Order::Child {
            start: of.site("main", 1, |op| is_call(op, "start")),
            is_first_in_child: true,
        },
        doubts: vec![],
    }
}

/// The list `names`: in two threads of a kind, both as readers of the lock.
fn on_names(of: &Fixture) -> Race {
    let mut side = access(AccessKind::Write, of.site("sell", 0, |op| is_call(op, "add")), 1);
    side.via = Some(of.method("sell"));
    side.locks = vec![HeldLock {
        site: of.site("sell", 0, |op| is_call(op, "lock")),
        mode: LockMode::Read,
        may_objs: vec![],
    }];
    Race {
        tier: Tier::Possible,
        location: Location::State(of.object("Ljava/util/ArrayList;", 8), ir::Name::new("contents")),
        first: side.clone(),
        second: side,
        order: Order::SameStart {
            start: of.site("main", 0, |op| is_call(op, "start")),
            is_in_loop: true,
        },
        doubts: vec![],
    }
}

/// A row of `seats`.
fn on_seats(of: &Fixture) -> Race {
    let store = |op: &Op| matches!(op, Op::ArrayStore { .. });
    let side = access(AccessKind::Write, of.site("sell", 0, store), 1);
    let start = |n| of.site("main", n, |op| is_call(op, "start"));
    Race {
        tier: Tier::Unlikely,
        location: Location::Element(of.object("[I", 9)),
        first: side.clone(),
        second: Access { thread: ThreadId::from_index(2), ..side },
        order: Order::TwoStarts { first: start(0), second: start(1) },
        doubts: vec![Doubt::IndexByThread],
    }
}

#[test]
fn races_are_told_in_names_and_lines() {
    let of = Fixture::new();
    let text = of.text(vec![on_seats(&of), on_names(&of), on_sold(&of)]);
    let expected = "\
race  Shop.sold                                precise   #ID
  write  Shop.java:18  sold = sold + 1;  Shop task, started at Shop.java:32
                       in Shop.run:13 → Shop.sell
                       holds Shop.GATE
  write  Shop.java:26  sold = 0;         main
                       in Shop.main:33 → Shop.close
                       holds this (Shop)
  not ordered: nothing waits for the task started at Shop.java:32 before the write at Shop.java:26; they hold different locks

race  ArrayList stored in Shop.names           possible  #ID
  write  Shop.java:21  names.add(\"a\");  Shop.sell thread (many), started at Shop.java:31
                       in Shop.sell
                       holds Shop.guard (as reader)
  write  Shop.java:21  names.add(\"a\");  Shop.sell thread (many), started at Shop.java:31
                       in Shop.sell
                       holds Shop.guard (as reader)
  not ordered: both run in threads started in the loop at Shop.java:31, and none is waited for before the next one starts; \
both hold Shop.guard as readers only

race  int[] stored in Shop.seats               unlikely  #ID
  write  Shop.java:22  seats[0][1] = 7;  Shop.sell thread (many), started at Shop.java:31
                       in Shop.sell
                       holds nothing
  write  Shop.java:22  seats[0][1] = 7;  Shop task, started at Shop.java:32
                       in Shop.sell
                       holds nothing
  not ordered: the threads are started at Shop.java:31 and Shop.java:32, and neither is waited for before the other runs
  but perhaps: each thread seems to use elements of the array that no other uses

3 races on 3 locations: 1 precise, 1 possible, 1 unlikely
";
    assert!(text == expected, "{text}");
}

#[test]
fn what_no_field_holds_is_known_by_where_it_is_made() {
    let of = Fixture::new();
    let race = Race { location: Location::Element(of.object("[I", 34)), ..on_seats(&of) };
    let text = of.text(vec![race]);
    assert!(text.starts_with("race  int[] made at Shop.java:34 "), "{text}");
}
