//! Programs of any size, to see how an analysis grows with them.
//!
//! ```text
//! seed ──source──▶ Java sources of some modules ──javac──▶ Template ──fill──▶ thousands of modules ──▶ Program
//! ```
//!
//! A program consists of modules: packages with a hierarchy of classes, an interface, collections of the JDK, lambdas,
//! exceptions, here and there a thread. javac compiles a few of them, which are templates; the program is made of copies in
//! packages of their own. A module uses two others, which lie near by except for one in sixteen. So a program of twice the size
//! has twice as many modules of the same kind, as large programs of people do, and not larger ones. `gen.Main` starts all
//! modules. As in those programs, not every method has a caller.

mod source;
mod template;

use std::fs;
use std::io;
use std::path::Path;

use project::Jdk;
use tempfile::TempDir;

use crate::assemble::ClassBuilder;
use crate::java::{self, FixtureError};
use crate::mutate::Random;
use source::{NEIGHBOURS, Sources};
use template::Template;

/// The class with `main`.
pub const MAIN: &str = "gen.Main";

/// How many different modules there are.
const TEMPLATES: usize = 16;

/// The release of Java that classes are made for.
const RELEASE: u16 = 17;

/// How many modules a method starts: there is a limit to the length of methods.
const STARTED_AT_ONCE: usize = 1000;

/// How far away the modules are that a module uses.
const NEAR: usize = 4;

/// One in so many uses is of any module of the program.
const FAR: usize = 16;

/// Compiled templates, for programs of any size.
pub struct Generator {
    seed: u64,
    core: Vec<(String, Vec<u8>)>,
    core_methods: usize,
    modules: Vec<Module>,
}

/// A template of a module.
struct Module {
    package: String,
    classes: Vec<Template>,
    methods: usize,
}

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Internal names and class files.
    pub classes: Vec<(String, Vec<u8>)>,
    /// How many modules it has.
    pub modules: usize,
}

impl Program {
    /// Writes the class files below a folder.
    pub fn write_to(&self, folder: &Path) -> io::Result<()> {
        for (name, bytes) in &self.classes {
            let path = folder.join(format!("{name}.class"));
            if let Some(package) = path.parent() {
                fs::create_dir_all(package)?;
            }
            fs::write(path, bytes)?;
        }
        Ok(())
    }
}

impl Generator {
    /// The generator of a seed; the same seed and JDK give the same programs.
    pub fn new(jdk: &Jdk, seed: u64) -> Result<Generator, FixtureError> {
        let mut random = Random::new(seed);
        let mut sources = source::core();
        for neighbour in NEIGHBOURS {
            sources.extend(source::neighbour(neighbour));
        }
        for number in 0..TEMPLATES {
            sources.extend(source::template(number, &mut random));
        }
        let compiled = Compiled::new(jdk, &sources)?;
        let core: Vec<Template> = compiled.templates("gen/core", &[])?;
        let core_methods = methods_of(&core);
        let core = core.iter().map(|class| class.fill(&[])).collect();
        let mut modules = Vec::new();
        for number in 0..TEMPLATES {
            let package = source::package(number);
            let names = [package.as_str(), NEIGHBOURS[0], NEIGHBOURS[1]];
            let classes = compiled.templates(&package, &names)?;
            modules.push(Module { methods: methods_of(&classes), classes, package });
        }
        Ok(Generator { seed, core, core_methods, modules })
    }

    /// So many methods a program has at least.
    pub fn least_methods(&self) -> usize {
        let largest = self.modules.iter().map(|module| module.methods).max().unwrap_or(0);
        self.core_methods + starters(1) + largest
    }

    /// A program whose classes have exactly so many methods with code.
    ///
    /// # Panics
    ///
    /// If that is less than [`least_methods`](Self::least_methods).
    pub fn program(&self, methods: usize) -> Program {
        assert!(methods >= self.least_methods(), "a program has {} methods", self.least_methods());
        let mut random = Random::new(self.seed ^ 0x6f0d);
        let mut chosen: Vec<&Module> = Vec::new();
        let mut count = self.core_methods;
        loop {
            let next = &self.modules[random.below(self.modules.len())];
            if count + next.methods + starters(chosen.len() + 1) > methods {
                break;
            }
            count += next.methods;
            chosen.push(next);
        }
        let left = methods - count - starters(chosen.len());
        let mut classes = self.core.clone();
        for (at, module) in chosen.iter().enumerate() {
            let near = [near(at, chosen.len(), &mut random), near(at, chosen.len(), &mut random)];
            let packages = [name_of(at), name_of(near[0]), name_of(near[1])];
            let names = [module.package.as_str(), NEIGHBOURS[0], NEIGHBOURS[1]];
            let pairs: Vec<(&str, &str)> =
                names.into_iter().zip(packages.iter().map(String::as_str)).collect();
            classes.extend(module.classes.iter().map(|class| class.fill(&pairs)));
        }
        classes.push(("gen/Main".to_owned(), main_class(chosen.len(), left)));
        Program { classes, modules: chosen.len() }
    }
}

/// The package of a module.
fn name_of(module: usize) -> String {
    format!("gen/m{module:05}")
}

/// A module that another one uses.
fn near(module: usize, modules: usize, random: &mut Random) -> usize {
    if random.below(FAR) == 0 {
        return random.below(modules);
    }
    let first = module.saturating_sub(NEAR);
    let last = (module + NEAR).min(modules - 1);
    first + random.below(last - first + 1)
}

/// How many methods it takes to start so many modules: `main`, and one for each group of them.
fn starters(modules: usize) -> usize {
    1 + modules.div_ceil(STARTED_AT_ONCE)
}

/// `gen.Main`, which starts all modules. `left` more methods that call each other bring a program to its size.
fn main_class(modules: usize, left: usize) -> Vec<u8> {
    let mut class = ClassBuilder::new("gen/Main");
    let mut main = String::new();
    for (number, first) in (0..modules).step_by(STARTED_AT_ONCE).enumerate() {
        let group = first..modules.min(first + STARTED_AT_ONCE);
        let starts = group.map(|at| format!("invokestatic {}/Api.start()I\npop\n", name_of(at)));
        let starts: String = starts.collect();
        class.method("static", &format!("group{number}"), "()V", &format!("{starts}return"));
        main += &format!("invokestatic gen/Main.group{number}()V\n");
    }
    for number in 0..left {
        let next = match number + 1 < left {
            true => format!("invokestatic gen/Main.left{}()V\n", number + 1),
            false => String::new(),
        };
        class.method("static", &format!("left{number}"), "()V", &format!("{next}return"));
    }
    if left > 0 {
        main += "invokestatic gen/Main.left0()V\n";
    }
    class.method("public static", "main", "([Ljava/lang/String;)V", &format!("{main}return"));
    class.build()
}

fn methods_of(classes: &[Template]) -> usize {
    classes.iter().map(|class| class.methods).sum()
}

/// What javac made of sources.
struct Compiled(java::Program);

impl Compiled {
    fn new(jdk: &Jdk, sources: &Sources) -> Result<Compiled, FixtureError> {
        let folder = TempDir::new()
            .map_err(|error| FixtureError::Io { path: std::env::temp_dir(), error })?;
        let mut files = Vec::new();
        for (name, text) in sources {
            let path = folder.path().join(name);
            let failed = |error| FixtureError::Io { path: path.clone(), error };
            fs::create_dir_all(path.parent().unwrap_or(folder.path())).map_err(failed)?;
            fs::write(&path, text).map_err(failed)?;
            files.push(path);
        }
        let compiled = java::compile_for(jdk, &files, RELEASE)?;
        let too_new = || FixtureError::Class {
            path: jdk.home.clone(),
            message: format!("it does not compile for Java {RELEASE}"),
        };
        Ok(Compiled(compiled.ok_or_else(too_new)?))
    }

    /// The classes of a package, sorted by name.
    fn templates(&self, package: &str, names: &[&str]) -> Result<Vec<Template>, FixtureError> {
        let folder = self.0.class_folder().join(package);
        let files = java::files_below(&folder, "class")?;
        files.iter().map(|path| template(path, names)).collect()
    }
}

fn template(path: &Path, names: &[&str]) -> Result<Template, FixtureError> {
    let bytes =
        fs::read(path).map_err(|error| FixtureError::Io { path: path.to_owned(), error })?;
    Template::new(&bytes, names)
        .map_err(|error| FixtureError::Class { path: path.to_owned(), message: error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_is_mostly_within_reach() {
        let mut random = Random::new(7);
        let far = (0..1000).filter(|_| near(500, 1000, &mut random).abs_diff(500) > NEAR).count();
        assert!((30..100).contains(&far), "{far}");
        assert!((0..100).all(|_| near(0, 1, &mut random) == 0));
    }
}
