//! `deadheat init`: writes a `deadheat.toml` that fits a project.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use engine::{EntryKind, EntryRequest, Program, Request};
use project::CONFIG_FILE;

use crate::args::Init;
use crate::output;
use crate::progress::Bar;

/// How many mains are taken over; a project with more has many programs, and all of them is what is meant.
const MAINS: usize = 8;

pub(crate) fn run(args: &Init) -> Result<ExitCode, String> {
    if !args.folder.is_dir() {
        return Err(format!("{}: there is no such folder", args.folder.display()));
    }
    let file = args.folder.join(CONFIG_FILE);
    if file.exists() && !args.force {
        return Err(format!("{}: is there already; --force writes over it", file.display()));
    }
    let found = Found::in_folder(&args.folder);
    output::write_result(Some(&file), &found.text())?;
    output::note(&format!("{} written: {}", file.display(), found.told()));
    Ok(ExitCode::SUCCESS)
}

/// What a project seems to be.
#[derive(Default)]
struct Found {
    classes: usize,
    mains: Vec<String>,
    tests: usize,
    class_path: Vec<PathBuf>,
}

impl Found {
    fn in_folder(folder: &Path) -> Found {
        let request = Request { inputs: vec![folder.to_owned()], ..Request::default() };
        let progress = Bar::new();
        let program = Program::open(&request, &progress);
        let (mains, _) = program.entry_points(&EntryRequest::default(), &progress);
        let of_tests = EntryRequest { tests: true, ..EntryRequest::default() };
        let (tests, _) = program.entry_points(&of_tests, &progress);
        drop(progress);
        // A project that is not compiled yet gets a file all the same.
        for problem in program.problems() {
            output::warn(&problem.to_string());
        }
        // No main or no test is nothing wrong here.
        let mains = mains.map(|entries| entries.list).unwrap_or_default().into_iter();
        let mains = mains.filter(|entry| entry.kind == EntryKind::Main);
        Found {
            classes: program.application().count(),
            mains: mains.map(|entry| entry.class.as_str().replace('/', ".")).collect(),
            tests: tests.map_or(0, |entries| entries.list.len()),
            class_path: library_folders(folder),
        }
    }

    fn told(&self) -> String {
        let mains = match self.mains.len() {
            0 => "no main".to_owned(),
            1 => "1 main".to_owned(),
            mains => format!("{mains} mains"),
        };
        format!("{} classes, {mains}, {} tests were found", self.classes, self.tests)
    }

    fn text(&self) -> String {
        let mains = match &self.mains[..] {
            [] => "# mains = [\"com.acme.Main\"]".to_owned(),
            mains if mains.len() > MAINS => format!("# mains = [\"{}\"]", mains[0]),
            mains => format!("mains = {}", list(mains.iter().map(String::as_str))),
        };
        let tests = match (self.mains.is_empty(), self.tests) {
            (true, 1..) => "tests = true",
            _ => "# tests = true",
        };
        let folders: Vec<String> =
            self.class_path.iter().map(|folder| format!("{}/*", folder.display())).collect();
        let class_path = match &folders[..] {
            [] => "# class-path = [\"lib/*\"]".to_owned(),
            folders => format!("class-path = {}", list(folders.iter().map(String::as_str))),
        };
        format!(
            "\
# Configuration of deadheat, which finds data races; docs/configuration.md explains every key.
# All keys are optional. Paths are relative to this file. What the command line says takes the place of what is here.

# What is checked: class folders, jars, sources, Maven or Gradle projects.
# inputs = [\".\"]

# Classes whose main starts the program. Without any: every main that is found, or else every test.
{mains}

# Whether tests are started, too.
{tests}

# Libraries of the program; DIR/* stands for all jars in a folder.
{class_path}

# The JDK whose classes are used. Without one: JAVA_HOME, PATH, or the newest that is installed.
# jdk = \"/usr/lib/jvm/java-21\"

# Which classes are the program's own is decided by where they come from. Patterns correct it:
# * stands for a part of a name, ** for anything.
# libraries = [\"com.acme.generated.**\"]
# application = [\"com.acme.shared.**\"]

# Descriptions of libraries; see docs/models.md.
# models = [\"deadheat.model\"]

# Which races are shown: precise, all (also possible ones), lenient (also unlikely ones).
# mode = \"all\"

# From which certainty on races make the exit status 1: confirmed, precise, possible, never.
# fail-on = \"possible\"

# Races that are known: deadheat check --write-baseline FILE writes them, and then only new ones are shown.
# baseline = \"deadheat-baseline.txt\"

# Races that are not to be shown. Any of id (or its start), location (a field) and class (of one of the accesses), and why.
# [[suppress]]
# location = \"com.acme.Statistics.hits\"
# justification = \"An estimate is all that is needed.\"
"
        )
    }
}

/// Folders in which projects without a build tool keep their libraries.
fn library_folders(folder: &Path) -> Vec<PathBuf> {
    if project::Inputs::is_project(folder) {
        return Vec::new();
    }
    let has_jars = |name: &&str| {
        let entries = std::fs::read_dir(folder.join(name)).into_iter().flatten().flatten();
        let mut names = entries.map(|entry| entry.path());
        names.any(|path| path.extension().is_some_and(|extension| extension == "jar"))
    };
    ["lib", "libs"].into_iter().filter(has_jars).map(PathBuf::from).collect()
}

fn list<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let quoted =
        texts.map(|text| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")));
    format!("[{}]", quoted.collect::<Vec<_>>().join(", "))
}
