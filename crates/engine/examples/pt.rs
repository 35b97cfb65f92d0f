use engine::{Program, ProgramClasses, Request, Silent};
use ir::{MethodType, Name, Type};
use points_to::{context::*, *};
use std::sync::Arc;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let inputs = args[2].split(',').map(Into::into).collect();
    let jdk = args.get(4).map(Into::into);
    let policy: Box<dyn ContextPolicy> = match args[1].as_str() {
        "ci" => Box::new(Insensitive),
        "thread" => Box::new(ThreadSensitive {
            containers: false,
            threads: if std::env::var("ONE").is_ok() { Threads::Together } else { Threads::Apart },
        }),
        "tc" => Box::new(ThreadSensitive {
            containers: true,
            threads: if std::env::var("ONE").is_ok() { Threads::Together } else { Threads::Apart },
        }),
        "obj" => Box::new(ObjectSensitive { depth: 2 }),
        _ => panic!(),
    };
    let t = Instant::now();
    let program = Program::open(&Request { inputs, class_path: vec![], jdk }, &Silent);
    for p in program.problems() {
        eprintln!("{p:?}");
    }
    println!("open {:?}", t.elapsed());
    let summaries = std::env::var("NOSUM").is_err();
    let t = Instant::now();
    let models = Arc::new(models::Models::jdk().clone());
    println!("models {:?} errors {}", t.elapsed(), models::Models::jdk_errors().len());
    let t = Instant::now();
    let mut solver = Solver::new(
        Box::new(ProgramClasses::new(Arc::new(program))),
        Options { policy, models, use_summaries: summaries, reflection: Arc::default() },
    );
    let string_array = Type::from_descriptor("[Ljava/lang/String;").unwrap();
    let entry = EntryPoint {
        class: Name::new(&args[3]),
        name: Name::new("main"),
        ty: MethodType::new(&[string_array], None),
    };
    solver.apply(ProgramDelta { classes: vec![], entries: Some(vec![entry]) });
    println!("solve {:?}", t.elapsed());
    let st = std::fs::read_to_string("/proc/self/stat").unwrap();
    let f: Vec<&str> = st.split(" ").collect();
    println!("cpu {}0 ms", f[13].parse::<u64>().unwrap() + f[14].parse::<u64>().unwrap());
    println!("{:?}", solver.counts());
    println!("threads {}", solver.contexts().threads().count());
    if std::env::var("THREADS").is_ok() {
        for (_, t) in solver.contexts().threads() {
            let site = t.site.map(|(c, o)| match solver.code_key(c) {
                CodeKey::Method(m) => {
                    let d = solver.hierarchy().method(m);
                    format!("{}.{}@{o}", solver.hierarchy().name(d.class), d.name)
                }
                k => format!("{k:?}"),
            });
            let r = t.receiver.map(|r| match r {
                Receiver::Site(_, _, c) | Receiver::Class(c) => solver.dyn_class(c).ty.to_string(),
            });
            println!("{:?} {:?} {:?}", t.kind, site, r);
        }
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    println!("{}", status.lines().find(|l| l.starts_with("VmHWM")).unwrap());
    let mut gaps = std::collections::BTreeMap::new();
    for n in solver.reachable() {
        for g in &solver.code_of(n).gaps {
            *gaps.entry(g.kind).or_insert(0) += 1;
            if std::env::var("GAPS").is_ok() {
                println!("{:?} {} {}", g.kind, g.what, g.why);
            }
        }
    }
    println!("{gaps:?}");
    if std::env::var("TOP").is_ok() {
        let mut by: std::collections::HashMap<String, usize> = Default::default();
        for m in solver.reachable_methods() {
            let c = solver.hierarchy().method(m).class;
            let n = solver.hierarchy().package(c).to_string();
            *by.entry(n).or_default() += 1;
        }
        let mut v: Vec<_> = by.into_iter().collect();
        v.sort_by_key(|x| std::cmp::Reverse(x.1));
        for (n, c) in v.iter().take(40) {
            println!("{c:6} {n}");
        }
    }

    if std::env::var("FACTS").is_ok() {
        let name = |k: &PointerKind| match *k {
            PointerKind::Variable(n, v) => {
                let key = solver.key(n);
                let c = solver.code_of(n);
                let what = if v == c.exc {
                    "EXC".to_string()
                } else if Some(v) == c.ret {
                    "ret".into()
                } else if let Some(i) = c.params.iter().position(|p| *p == Some(v)) {
                    format!("p{i}")
                } else {
                    "var".into()
                };
                match key {
                    CodeKey::Method(m) => {
                        let d = solver.hierarchy().method(m);
                        (
                            format!("{}", what),
                            format!("{}.{} {}", solver.hierarchy().name(d.class), d.name, what),
                        )
                    }
                    _ => ("lambda".into(), format!("{key:?}")),
                }
            }
            PointerKind::Field(o, s) => {
                let c = solver.class_of(o);
                ("field".into(), format!("{} {:?}", c.ty, solver.slot(s)))
            }
            PointerKind::Static(_) => ("static".into(), "static".into()),
        };
        let mut kinds: std::collections::HashMap<String, (usize, usize)> = Default::default();
        let mut by: std::collections::HashMap<String, (usize, usize)> = Default::default();
        for (k, set) in solver.pointers() {
            let (a, b) = name(&k);
            let e = kinds.entry(a).or_default();
            e.0 += set.len();
            e.1 += 1;
            let e = by.entry(b).or_default();
            e.0 += set.len();
            e.1 += 1;
        }
        for (k, v) in kinds {
            println!("{:12} {:6} {k}", v.0, v.1);
        }
        let mut v: Vec<_> = by.into_iter().collect();
        v.sort_by_key(|x| std::cmp::Reverse(x.1.0));
        for (n, c) in v.iter().take(60) {
            println!("{:12} {:6} {n}", c.0, c.1);
        }
        let mut cls: std::collections::HashMap<String, usize> = Default::default();
        for (_, set) in solver.pointers() {
            if set.len() > 1000 {
                for o in set.iter() {
                    *cls.entry(solver.class_of(o).ty.to_string()).or_default() += 1;
                }
            }
        }
        let mut v: Vec<_> = cls.into_iter().collect();
        v.sort_by_key(|x| std::cmp::Reverse(x.1));
        for (n, c) in v.iter().take(40) {
            println!("{c:12} {n}");
        }
    }
}
