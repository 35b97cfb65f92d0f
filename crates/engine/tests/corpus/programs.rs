//! The programs of the corpus, compiled and checked.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::{Analysis, AnalysisRequest, EntryRequest, Request, Silent, Techniques};
use project::Jdk;
use rayon::prelude::*;
use report::{Mode, Report};

use crate::marks::Marks;

/// The folders of the corpus whose programs have marks.
const AREAS: [&str; 13] = [
    "threads",
    "order",
    "locks",
    "conflicts",
    "papers",
    "loops",
    "realistic",
    "runtime",
    "juc",
    "hidden",
    "fresh",
    "heldout",
    LIBRARIES,
];

/// The folder with programs that have no main: what their classes offer is called by several threads.
const LIBRARIES: &str = "library";

/// The release of the JDK that programs need which do not say so.
const RELEASE: u16 = 17;

/// A program of the corpus.
pub(crate) struct Program {
    pub(crate) area: String,
    name: String,
    folder: PathBuf,
    release: u16,
    /// The classes besides `Main` that are programs themselves.
    others: Vec<String>,
    pub(crate) marks: Marks,
}

impl Program {
    fn read(area: &str, folder: PathBuf) -> Program {
        let mut marks = Marks::default();
        let mut release = RELEASE;
        let mut others = Vec::new();
        for file in testkit::java::sources_below(&folder).expect("the corpus can be read") {
            let text = fs::read_to_string(&file).expect("the corpus can be read");
            marks.read(&file.file_name().unwrap().to_string_lossy(), &text);
            release = release.max(release_of(&text));
            let class = file.file_stem().unwrap().to_string_lossy().into_owned();
            if class != "Main" && text.contains("public static void main(String[]") {
                others.push(class);
            }
        }
        // Programs of `deadheat run` say it in a file.
        if let Ok(text) = fs::read_to_string(folder.join("release")) {
            release = text.trim().parse().expect("a release is a number");
        }
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        Program { area: area.to_owned(), name, folder, release, others, marks }
    }

    #[cfg(test)]
    pub(crate) fn named(area: &str, name: &str, marks: Marks) -> Program {
        let (area, name) = (area.to_owned(), name.to_owned());
        Program { area, name, folder: PathBuf::new(), release: RELEASE, others: Vec::new(), marks }
    }

    /// How it is entered.
    fn entries(&self) -> EntryRequest {
        let class = |class: &str| format!("{}.{}.{class}", self.area, self.name);
        if self.area == LIBRARIES {
            let methods = vec![class("*")];
            return EntryRequest { methods, at_once: true, ..EntryRequest::default() };
        }
        let others = self.others.iter().map(|other| class(other));
        let mains = std::iter::once(class("Main")).chain(others).collect();
        EntryRequest { mains, ..EntryRequest::default() }
    }

    /// `order/latch`
    pub(crate) fn name(&self) -> String {
        format!("{}/{}", self.area, self.name)
    }
}

/// What a first line `// jdk: 25 preview` says.
fn release_of(text: &str) -> u16 {
    let first = text.lines().next().unwrap_or_default();
    let Some(needs) = first.strip_prefix("// jdk:") else { return RELEASE };
    let number = needs.split_whitespace().next().unwrap_or_default();
    number.parse().unwrap_or_else(|_| panic!("{first}: a release is a number"))
}

/// The programs, or those that are wanted: names of programs and areas, with commas between.
pub(crate) fn all(wanted: Option<&str>) -> Vec<Program> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut programs = Vec::new();
    for area in AREAS {
        // An area may not be there yet.
        for entry in fs::read_dir(corpus.join(area)).into_iter().flatten() {
            let folder = entry.expect("the corpus can be read").path();
            if folder.is_dir() {
                programs.push(Program::read(area, folder));
            }
        }
    }
    programs.sort_by_key(Program::name);
    programs.retain(|program| {
        let is_meant = |name: &str| program.name() == name || program.area == name;
        wanted.is_none_or(|wanted| wanted.split(',').any(is_meant))
    });
    programs
}

/// Checks programs, each with the oldest JDK that compiles it. Without one, it is left out, and that is said.
pub(crate) fn check(programs: &[Program]) -> Vec<(&Program, Report)> {
    check_by(programs, &[Techniques::all()])
}

/// The same with several sets of techniques, one after the other.
pub(crate) fn check_by<'p>(
    programs: &'p [Program],
    techniques: &[Techniques],
) -> Vec<(&'p Program, Report)> {
    let jdks = testkit::java::compilers();
    let mut by_jdk: BTreeMap<u16, (&Jdk, Vec<&Program>)> = BTreeMap::new();
    for program in programs {
        let able = jdks.iter().filter(|jdk| jdk.release >= program.release);
        match able.min_by_key(|jdk| jdk.release) {
            Some(jdk) => by_jdk.entry(jdk.release).or_insert((jdk, vec![])).1.push(program),
            None => testkit::jdk::skip(&format!("{} needs a newer JDK", program.name())),
        }
    }
    by_jdk
        .into_values()
        .flat_map(|(jdk, programs)| check_with(jdk, &programs, techniques))
        .collect()
}

/// All programs are compiled at once and opened together.
fn check_with<'p>(
    jdk: &Jdk,
    programs: &[&'p Program],
    techniques: &[Techniques],
) -> Vec<(&'p Program, Report)> {
    let request = Request {
        inputs: programs.iter().map(|program| program.folder.clone()).collect(),
        jdk: Some(jdk.home.clone()),
        ..Request::default()
    };
    let opened = engine::Program::open(&request, &Silent);
    let problems: Vec<String> = opened.problems().iter().map(ToString::to_string).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let opened = Arc::new(opened);
    let one = |(program, techniques): (&'p Program, Techniques)| {
        let request = AnalysisRequest {
            entries: program.entries(),
            policy: engine::Policy::ThreadObject,
            techniques,
            ..AnalysisRequest::default()
        };
        let analysis = Analysis::run(Arc::clone(&opened), &request, &Silent)
            .unwrap_or_else(|no_entry| panic!("{}: {no_entry}", program.name()));
        (program, analysis.check(Mode::Lenient, &Silent))
    };
    let all = programs.iter().flat_map(|&program| techniques.iter().map(move |&t| (program, t)));
    all.collect::<Vec<_>>().into_par_iter().map(one).collect()
}
