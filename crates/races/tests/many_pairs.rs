//! Of a field that is wrong everywhere, not all is told.

use std::fmt::Write as _;

use ir::{MethodType, Name};
use points_to::{EntryPoint, ProgramDelta};
use races::{AccessKind, Races, Tier};
use testkit::points_to::check::{Setting, models};
use testkit::points_to::policies;
use testkit::points_to::source::MemoryClasses;

/// How many pairs of one field are told.
const MANY: usize = 400;

#[test]
fn as_many_as_are_told() {
    let found = check(20, 20);
    assert_eq!((found.races.len(), found.left_out), (MANY, 0));
    let is_precise = |race: &races::Race| race.tier == Tier::Precise && race.doubts.is_empty();
    assert!(found.races.iter().all(is_precise));
}

#[test]
fn more_than_are_told() {
    let found = check(21, 20);
    assert_eq!((found.races.len(), found.left_out), (MANY, 20));
    let is_written = |race: &races::Race| race.first.kind == AccessKind::Write;
    assert!(found.races.iter().all(is_written));
    assert_eq!((found.accesses, found.shared, found.threads.len()), (41, 1, 2));
}

#[test]
fn unlikely_more_often_than_is_looked_at() {
    assert_eq!(check_awaited(64).hurried, 0);
    let found = check_awaited(70);
    assert_eq!(found.hurried, 1);
    assert!(found.races.iter().any(|race| race.tier == Tier::Unlikely));
}

/// A program that starts threads at as many places, awaits each for some time, and writes what they write.
fn check_awaited(threads: usize) -> Races {
    let mut body = String::new();
    for at in 0..threads {
        let _ = writeln!(body, "      v{} = new Task", at + 1);
        let _ = writeln!(body, "      invokevirtual java/lang/Thread.start()V v{}", at + 1);
    }
    for at in 0..threads {
        let _ = writeln!(body, "      invokevirtual Task.await()V v{}", at + 1);
    }
    let text = format!(
        "class public super Task extends java/lang/Thread {{
  method public run()V {{
    b0:
      v0 = param 0 : LTask;
      v1 = const 1
      putstatic Main.count:I v1
      return
  }}
  method public await()V {{
    b0:
      v0 = param 0 : LTask;
      return
  }}
}}
class public super Main {{
  field public static I count
  method public static main()V {{
    b0:
      v0 = const 1
{body}      putstatic Main.count:I v0
      return
  }}
}}
"
    );
    check_text(
        &text,
        "import Task
class java.lang.Thread { method start() { fork thread Thread.run(this) } }
class Task { method await() { joins this long } }",
    )
}

/// A program in which a thread writes a field at some places, and the one that starts it at others.
fn check(child: usize, parent: usize) -> Races {
    let writes = |count: usize| {
        (0..count).fold(String::new(), |mut text, _| {
            let _ = writeln!(text, "      putstatic Main.count:I v1");
            text
        })
    };
    let text = format!(
        "class public super Task extends java/lang/Thread {{
  method public run()V {{
    b0:
      v0 = param 0 : LTask;
      v1 = const 1
{}      return
  }}
}}
class public super Main {{
  field public static I count
  method public static main()V {{
    b0:
      v0 = new Task
      v1 = const 1
      invokevirtual java/lang/Thread.start()V v0
{}      return
  }}
}}
",
        writes(child),
        writes(parent)
    );
    check_text(&text, "class java.lang.Thread { method start() { fork thread Thread.run(this) } }")
}

fn check_text(text: &str, models: &str) -> Races {
    let found = policies::ALL.iter().find(|(name, _)| *name == "thread+object");
    let &(_, policy) = found.expect("the name of a policy");
    let setting = Setting { policy, models: self::models(models), use_summaries: true };
    let classes = MemoryClasses::parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut solver = setting.solver(classes);
    let ty = MethodType::from_descriptor(Name::new("()V")).expect("a descriptor");
    let entry = EntryPoint { class: Name::new("Main"), name: Name::new("main"), ty };
    solver.apply(ProgramDelta { classes: Vec::new(), entries: Some(vec![entry]) });
    races::check(&solver)
}
