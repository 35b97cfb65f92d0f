//! Where the program is entered: which methods are called from outside, and on what.
//!
//! ```text
//! EntryRequest ──▶ mains, junit, library (who is called) ──▶ driver (a class that calls them) ──▶ solver
//!                        ▲         ▲                           ▲        ▲
//!                  declarations  shared (what for)             │      callers (threads that call at once)
//!                                                  supply (objects that are made by type)
//! ```
//!
//! The calls are code: the static methods of a class that no program can have, in the form in which all other code is
//! analysed. So a solver need not know what a test or a public method is.

mod at_once;
mod callers;
mod declarations;
mod driver;
mod junit;
mod library;
mod mains;
mod shared;
mod straight;
mod supply;

use std::fmt;
use std::sync::Arc;

use ir::{Class, Method, MethodType, Name};
use models::Models;
use points_to::EntryPoint;
use project::nearest;

use crate::find::{NotFound, dotted};
use crate::problem::Problem;
use crate::program::Program;
use crate::progress::Progress;

use declarations::Declarations;
pub(super) use driver::DRIVER;
use driver::{Driver, Driving};
use shared::Survey;

/// What is to be taken as an entry point. If nothing is asked for: every main; if there is none, every test; if there is none,
/// every public method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryRequest {
    /// Classes whose `main` is called.
    pub mains: Vec<String>,
    /// Whether tests are called.
    pub tests: bool,
    /// Whether public methods of public classes are called.
    pub library: bool,
    /// Methods (`Class.method`), or classes whose public methods are called; `*` and `**` stand for parts of names.
    pub methods: Vec<String>,
    /// Whether methods of libraries are called by several threads at the same time, on the same objects. Of what is not
    /// named, only classes that are meant for that.
    pub at_once: bool,
}

impl EntryRequest {
    fn is_empty(&self) -> bool {
        self.mains.is_empty() && self.methods.is_empty() && !self.tests && !self.library
    }
}

/// A method that is called from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// As what it is called.
    pub kind: EntryKind,
    /// The class that is named; a superclass may declare the method.
    pub class: Name,
    /// Its name.
    pub name: Name,
    /// Its parameters and result.
    pub ty: MethodType,
}

/// As what a method is called from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryKind {
    /// By the JVM, as the main method.
    Main,
    /// By JUnit.
    Test,
    /// By whoever uses the library.
    Public,
    /// Because it was asked for.
    Asked,
}

/// Why entry points were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// They were asked for.
    Asked,
    /// Nothing was asked for: every main.
    EveryMain,
    /// Nothing was asked for, and there is no main.
    TestsForWantOfMain,
    /// Nothing was asked for, and there is neither a main nor a test.
    PublicForWantOfBoth,
    /// The same, but some classes are meant for several threads, which call them at once.
    SharedForWantOfBoth,
}

/// The entry points of an analysis.
pub struct EntryPoints {
    /// Why these.
    pub choice: Choice,
    /// The methods, in the order in which they were found.
    pub list: Vec<Entry>,
    /// The class that calls them.
    pub(crate) driver: Arc<Class>,
    /// What a solver is to start with.
    pub(crate) points: Vec<EntryPoint>,
    /// Those of them that are processes of their own.
    mains: Vec<EntryPoint>,
    /// Classes of threads that the driver starts.
    pub(crate) callers: Vec<Arc<Class>>,
    /// What is called by several threads at once.
    pub called: Called,
}

/// How much is called by several threads at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Called {
    /// Classes.
    pub classes: usize,
    /// Their methods and constructors.
    pub methods: usize,
}

impl Called {
    /// Whether nothing is.
    pub fn is_none(&self) -> bool {
        *self == Called::default()
    }
}

impl EntryPoints {
    /// All classes that no program has.
    pub(crate) fn classes(&self) -> impl Iterator<Item = &Arc<Class>> {
        std::iter::once(&self.driver).chain(&self.callers)
    }

    /// The class that calls them. It is part of what is analysed, and of no program.
    pub fn driver(&self) -> &Class {
        &self.driver
    }

    /// The classes of the threads that it starts, and that call at the same time.
    pub fn callers(&self) -> impl Iterator<Item = &Class> {
        self.callers.iter().map(|class| &**class)
    }

    /// Its methods that call mains, each of which is a process of its own.
    pub fn mains(&self) -> &[EntryPoint] {
        &self.mains
    }
}

impl Program {
    /// Finds entry points. Problems with classes that were looked at are told.
    pub fn entry_points(
        &self,
        request: &EntryRequest,
        progress: &dyn Progress,
    ) -> (Result<EntryPoints, NoEntry>, Vec<Problem>) {
        let mut problems = Vec::new();
        let found = select(self, request, Models::jdk(), progress, &mut problems);
        (found, problems)
    }
}

/// Why there is no entry point.
#[derive(Debug)]
pub enum NoEntry {
    /// A name stands for nothing.
    NotFound(NotFound),
    /// A class has no main method.
    NoMain {
        /// The class.
        class: String,
        /// Classes that have one.
        others: Vec<String>,
    },
    /// There is no test.
    NoTest,
    /// There is no public method in a public class.
    NoPublicMethod,
    /// There is neither a main nor a test nor a public method.
    Nothing,
    /// Classes fit a pattern, but none is meant for several threads.
    NotShared {
        /// The pattern.
        pattern: String,
    },
    /// There is no class to look for entry points in.
    NoClass,
}

impl fmt::Display for NoEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoEntry::NotFound(not_found) => not_found.fmt(f),
            NoEntry::NoMain { class, others } if others.is_empty() => {
                write!(f, "{class} has no main method, and no other class has one")
            }
            NoEntry::NoMain { class, others } => {
                const SHOWN: usize = 5;
                let shown = others.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>();
                write!(f, "{class} has no main method; there is one in {}", shown.join(", "))?;
                match others.len().saturating_sub(SHOWN) {
                    0 => Ok(()),
                    more => write!(f, " and {more} more"),
                }
            }
            NoEntry::NoTest => f.write_str(
                "there is no test: no method with an annotation of JUnit 4, JUnit 5 or TestNG, no subclass of junit.framework.TestCase",
            ),
            NoEntry::NoPublicMethod => f.write_str("there is no public method of a public class"),
            NoEntry::Nothing => f.write_str(
                "there is no main, no test and no public method of a public class; name methods with --entry",
            ),
            NoEntry::NotShared { pattern } => write!(
                f,
                "{pattern}: no class with such a name looks as if it were meant for several threads; name classes in full to have \
                 them called all the same"
            ),
            NoEntry::NoClass => f.write_str("there is no class that could be read"),
        }
    }
}

/// Finds the entry points. Problems with classes that were looked at are told.
pub(super) fn select(
    program: &Program,
    request: &EntryRequest,
    models: &Models,
    progress: &dyn Progress,
    problems: &mut Vec<Problem>,
) -> Result<EntryPoints, NoEntry> {
    progress.begin("looking for entry points", 0);
    let declarations = Declarations::new(program);
    let survey = request.at_once.then(|| Survey::new(&declarations, models));
    let mut selection = Selection {
        declarations: &declarations,
        survey: survey.as_ref(),
        driver: Driver::new(&declarations, survey.as_ref()),
        list: vec![],
        called: Called::default(),
    };
    let choice = if request.is_empty() { selection.default() } else { selection.asked(request) };
    let Selection { driver, list, called, .. } = selection;
    let made = choice.map(|choice| {
        let Driving { class, callers, points, mains } = driver.finish();
        let (driver, callers) = (Arc::new(class), callers.into_iter().map(Arc::new).collect());
        EntryPoints { choice, list, driver, points, mains, callers, called }
    });
    problems.extend(declarations.into_problems());
    made
}

struct Selection<'d> {
    declarations: &'d Declarations<'d>,
    /// If what is called is called by several threads at once.
    survey: Option<&'d Survey<'d>>,
    driver: Driver<'d>,
    list: Vec<Entry>,
    called: Called,
}

impl<'d> Selection<'d> {
    fn default(&mut self) -> Result<Choice, NoEntry> {
        if self.declarations.application().is_empty() {
            return Err(NoEntry::NoClass);
        }
        self.every_main();
        if !self.list.is_empty() {
            return Ok(Choice::EveryMain);
        }
        if self.tests() > 0 {
            return Ok(Choice::TestsForWantOfMain);
        }
        if let Some(survey) = self.survey
            && self.shared_methods(survey) > 0
        {
            return Ok(Choice::SharedForWantOfBoth);
        }
        if self.public_methods() > 0 {
            return Ok(Choice::PublicForWantOfBoth);
        }
        Err(NoEntry::Nothing)
    }

    fn asked(&mut self, request: &EntryRequest) -> Result<Choice, NoEntry> {
        for class in &request.mains {
            self.named_main(class)?;
        }
        match self.survey {
            Some(survey) => self.named_at_once(survey, &request.methods)?,
            None => request.methods.iter().try_for_each(|method| self.named_method(method))?,
        }
        if request.tests && self.tests() == 0 {
            return Err(NoEntry::NoTest);
        }
        if request.library {
            let survey = self.survey;
            match survey {
                // There need not be a class that is meant for several threads.
                Some(survey) => drop(self.shared_methods(survey)),
                None if self.public_methods() == 0 => return Err(NoEntry::NoPublicMethod),
                None => {}
            }
        }
        Ok(Choice::Asked)
    }

    fn add(&mut self, kind: EntryKind, class: &Class, method: &Method) {
        let entry = Entry { kind, class: class.name, name: method.name, ty: method.ty };
        self.list.push(entry);
    }

    fn every_main(&mut self) {
        for class in self.declarations.application() {
            if let Some(main) = mains::launched(self.declarations, class) {
                self.driver.main(class, &main);
                self.add(EntryKind::Main, class, &main.method);
            }
        }
    }

    fn named_main(&mut self, name: &str) -> Result<(), NoEntry> {
        let class = self.class(name).map_err(|not_found| self.suggest_main(not_found))?;
        match mains::callable(self.declarations, &class) {
            Some(main) => {
                self.driver.main(&class, &main);
                self.add(EntryKind::Main, &class, &main.method);
                Ok(())
            }
            None => Err(NoEntry::NoMain {
                class: dotted(class.name.as_str()),
                others: self.classes_with_main(),
            }),
        }
    }

    fn classes_with_main(&self) -> Vec<String> {
        let classes = self.declarations.application().iter();
        let with_main = classes.filter(|class| mains::launched(self.declarations, class).is_some());
        with_main.map(|class| dotted(class.name.as_str())).collect()
    }

    /// Of the classes with similar names, one with a main is the likelier one.
    fn suggest_main(&self, not_found: NotFound) -> NoEntry {
        let NotFound::Class { name, nearest: any } = not_found else {
            return NoEntry::NotFound(not_found);
        };
        let mains = self.classes_with_main();
        let simple = |full: &str| full.rsplit(['.', '/', '$']).next().unwrap_or(full).to_owned();
        let nearest = nearest(&simple(&name), mains.iter().map(String::as_str), simple);
        let nearest = nearest.map(str::to_owned).or(any);
        NoEntry::NotFound(NotFound::Class { name, nearest })
    }

    fn class(&self, name: &str) -> Result<Arc<Class>, NotFound> {
        let program = self.declarations.program();
        let entry = program.find_class(name)?.ok_or_else(|| program.no_class(name))?;
        let class = self.declarations.get(Name::new(entry.name()));
        class.ok_or_else(|| NotFound::Unreadable(vec![]))
    }

    fn named_method(&mut self, name: &str) -> Result<(), NoEntry> {
        let program = self.declarations.program();
        let is_whole_class = matches!(program.find_class(name), Ok(Some(_)));
        let found = program.find(name).map_err(NoEntry::NotFound)?;
        let class = Arc::new(found.class);
        let methods = found.methods.iter().map(|&at| &class.methods[at]);
        let is_meant = |method: &&Method| !is_whole_class || library::is_public(method);
        let mut count = 0;
        for method in methods.filter(is_meant) {
            self.driver.call(&class, method);
            self.add(EntryKind::Asked, &class, method);
            count += 1;
        }
        if count == 0 { Err(NoEntry::NoPublicMethod) } else { Ok(()) }
    }

    fn tests(&mut self) -> usize {
        let mut count = 0;
        for class in self.declarations.application() {
            let suite = junit::suite(self.declarations, class);
            for test in &suite.tests {
                self.driver.test(class, &suite, test);
                self.add(EntryKind::Test, class, &test.method);
                count += 1;
            }
        }
        count
    }

    fn public_methods(&mut self) -> usize {
        let mut count = 0;
        for class in self.declarations.application() {
            for (owner, method) in library::public_methods(self.declarations, class) {
                self.driver.call_of(class, &owner, &method);
                self.add(EntryKind::Public, class, &method);
                count += 1;
            }
        }
        count
    }
}
