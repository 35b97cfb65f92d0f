//! Which classes are the program's own, and which are of libraries.
//!
//! It is decided by where a class came from: what was named as input is the program. Jars that lie in the `lib` folder of an
//! archive, as those of a war or of Spring Boot do, and those that a manifest names, are libraries; so is the code that
//! unpacks and starts such an archive. Patterns of a user correct this.

use std::collections::HashSet;

use classfile::source::{ClassEntry, ClassPath, Container, ContainerId, Origin, RootId};
use report::Pattern;

use crate::problem::Problem;
use crate::program::Request;

/// Where archives that are run as a whole keep the program's own classes.
const OWN_CLASSES: [&str; 2] = ["!/BOOT-INF/classes/", "!/WEB-INF/classes/"];

pub(crate) struct Application {
    containers: HashSet<ContainerId>,
    /// Those of them in which only some classes are the program's own.
    with_launcher: HashSet<ContainerId>,
    libraries: Vec<Pattern>,
    application: Vec<Pattern>,
}

impl Application {
    /// Of the classes in some places. A pattern that fits no class is a problem.
    pub(crate) fn new(
        class_path: &ClassPath,
        roots: &[RootId],
        request: &Request,
        problems: &mut Vec<Problem>,
    ) -> Application {
        let mut containers: HashSet<ContainerId> = HashSet::new();
        // What an archive holds comes after it.
        for id in class_path.container_ids() {
            let container = class_path.container(id);
            let is_own = match container.origin() {
                Origin::Nested => {
                    let is_in = container.parent().is_some_and(|by| containers.contains(&by));
                    is_in && !lies_in_lib(container)
                }
                Origin::Manifest => false,
                _ => roots.contains(&container.root()),
            };
            if is_own {
                containers.insert(id);
            }
        }
        let classes =
            || class_path.classes().filter(|entry| containers.contains(&entry.container()));
        let with_launcher =
            classes().filter(|entry| is_own_class(*entry)).map(|entry| entry.container()).collect();
        for (option, patterns) in
            [("--library", &request.libraries), ("--application", &request.application)]
        {
            for pattern in patterns {
                if !class_path.classes().any(|entry| pattern.fits(entry.name())) {
                    let pattern = pattern.to_string();
                    problems.push(Problem::Pattern { option, pattern });
                }
            }
        }
        Application {
            with_launcher,
            libraries: request.libraries.clone(),
            application: request.application.clone(),
            containers,
        }
    }

    pub(crate) fn contains(&self, entry: ClassEntry<'_>) -> bool {
        let fits = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.fits(entry.name()));
        let comes_with_it = || {
            let container = entry.container();
            self.containers.contains(&container)
                && (!self.with_launcher.contains(&container) || is_own_class(entry))
        };
        // What was not there when the program was opened came with an edit of it.
        let is_own = || fits(&self.application) || entry.is_new() || comes_with_it();
        // Whoever names both means: all of these except for those.
        !fits(&self.libraries) && is_own()
    }

    /// Whether somebody said that a class is a library's.
    pub(crate) fn is_marked(&self, class: &str) -> bool {
        self.libraries.iter().any(|pattern| pattern.fits(class))
    }

    /// A line for each archive that has its libraries inside.
    pub(crate) fn archives(&self, class_path: &ClassPath, roots: &[RootId]) -> Vec<String> {
        let mut lines = Vec::new();
        for root in roots {
            let of_root = class_path.container_ids().map(|id| (id, class_path.container(id)));
            let of_root = of_root.filter(|(_, container)| container.root() == *root);
            let is_library = |(id, container): &(ContainerId, &Container)| {
                container.origin() == Origin::Nested && !self.containers.contains(id)
            };
            let libraries = of_root.filter(is_library).count();
            if libraries == 0 {
                continue;
            }
            let own = class_path.classes().filter(|entry| entry.root() == *root);
            let own = own.filter(|entry| self.contains(*entry)).count();
            let (path, s) = (class_path.root_path(*root), if own == 1 { "" } else { "es" });
            let libraries = match libraries {
                1 => "1 library".to_owned(),
                libraries => format!("{libraries} libraries"),
            };
            lines
                .push(format!("{}: {own} class{s} of its own, {libraries} inside", path.display()));
        }
        lines
    }

    /// Whether files beside the classes of a container are the program's.
    pub(crate) fn has(&self, container: ContainerId) -> bool {
        self.containers.contains(&container)
    }
}

/// `app.jar!/BOOT-INF/lib/x.jar`, `app.war!/WEB-INF/lib/x.jar`, `all.ear!/lib/x.jar`
fn lies_in_lib(container: &Container) -> bool {
    let mut folders = container.path().rsplit('/').skip(1);
    folders.next().is_some_and(|folder| folder.starts_with("lib"))
}

fn is_own_class(entry: ClassEntry<'_>) -> bool {
    let path = entry.path();
    OWN_CLASSES.iter().any(|folder| path.contains(folder))
}
