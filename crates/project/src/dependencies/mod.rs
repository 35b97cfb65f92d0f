//! The libraries of Maven and Gradle projects, as far as they are on this machine.
//!
//! ```text
//! pom.xml ──▶ Pom ──▶ Effective (parents, properties, managed versions) ──┐
//! build.gradle, libs.versions.toml, gradle.lockfile ──▶ coordinates ──────┼──▶ resolve ──▶ jars, and what is missing
//! ~/.m2/repository, ~/.gradle/caches ──▶ Repository ──────────────────────┘
//! ```
//!
//! Nothing is fetched and no build is started. The rules are Maven's: the nearest version wins, the project's managed
//! versions win over all; optional and excluded dependencies of dependencies are left out. Profiles and ranges of versions
//! are not understood: what comes of that is a dependency that is not found, or none.

mod gradle;
mod pom;
mod repository;

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::rc::Rc;

pub(crate) use gradle::declared;
use pom::{Dependency, Effective, Pom};
pub(crate) use repository::Repository;

/// How many parents a project may have, and how many lists of versions may import each other.
const DEPTH: usize = 16;

/// What a project needs.
#[derive(Debug, Default)]
pub(crate) struct Libraries {
    /// Archives that are there.
    pub(crate) jars: Vec<PathBuf>,
    /// `group:artifact:version` of what is not.
    pub(crate) missing: Vec<String>,
}

/// What something is known by: group and artifact.
pub(crate) type Key = (String, String);

/// Something that a project says it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Declared {
    pub(crate) key: Key,
    pub(crate) version: Option<String>,
}

/// Finds libraries; remembers what it has read.
pub(crate) struct Resolver {
    repository: Repository,
    known: HashMap<(String, String, String), Option<Rc<Effective>>>,
}

impl Resolver {
    pub(crate) fn new(repository: Repository) -> Resolver {
        Resolver { repository, known: HashMap::new() }
    }

    /// The libraries of a module of a Maven project. `own` are the modules of the project itself.
    pub(crate) fn of_pom(&mut self, file: &Path, own: &HashSet<Key>) -> Libraries {
        let Some(project) = Pom::read(file).and_then(|pom| self.effective(pom, file.parent(), 0))
        else {
            return Libraries::default();
        };
        let wanted = project.dependencies.iter().map(|of| project.complete(of)).collect();
        self.closure(wanted, &project, own)
    }

    /// Some libraries and what they need.
    pub(crate) fn of_declared(&mut self, declared: &[Declared]) -> Libraries {
        let wanted = declared.iter().map(|of| Dependency::plain(&of.key, of.version.clone()));
        self.closure(wanted.collect(), &Effective::default(), &HashSet::new())
    }

    /// Exactly these, as a lock file says.
    pub(crate) fn locked(&self, declared: &[Declared]) -> Libraries {
        let mut found = Libraries::default();
        for Declared { key, version } in declared {
            let dependency = Dependency::plain(key, version.clone());
            self.take(&dependency, &mut found);
        }
        found
    }

    /// Which module a project file describes.
    pub(crate) fn key_of(&self, file: &Path) -> Option<Key> {
        let pom = Pom::read(file)?;
        let group = pom.group.or(pom.parent.map(|parent| parent.group))?;
        Some((group, pom.artifact))
    }

    fn closure(
        &mut self,
        wanted: Vec<Dependency>,
        project: &Effective,
        own: &HashSet<Key>,
    ) -> Libraries {
        let mut found = Libraries::default();
        let mut seen: HashSet<(Key, Option<String>)> = HashSet::new();
        let mut queue: VecDeque<Dependency> = wanted.into();
        while let Some(next) = queue.pop_front() {
            let is_taken = next.is_library() && !own.contains(&next.key);
            if !is_taken || !seen.insert((next.key.clone(), next.classifier.clone())) {
                continue;
            }
            self.take(&next, &mut found);
            let Some(pom) =
                next.version.as_ref().and_then(|version| self.in_repository(&next.key, version))
            else {
                continue;
            };
            for needs in &pom.dependencies {
                let mut needs = project.managed_over(pom.complete(needs));
                let is_excluded = next.exclusions.iter().any(|excluded| excluded.fits(&needs.key));
                if needs.is_transitive() && !is_excluded {
                    needs.exclusions.extend(next.exclusions.iter().cloned());
                    queue.push_back(needs);
                }
            }
        }
        found
    }

    fn take(&self, dependency: &Dependency, found: &mut Libraries) {
        let (group, artifact) = &dependency.key;
        let version = dependency.version.as_deref();
        let name = match &dependency.classifier {
            Some(classifier) => format!("-{classifier}.jar"),
            None => ".jar".to_owned(),
        };
        let file = match (&dependency.system_path, version) {
            (Some(path), _) => Some(path.clone()).filter(|path| path.is_file()),
            (None, Some(version)) => self.repository.find(group, artifact, version, &name),
            (None, None) => None,
        };
        match file {
            Some(file) => found.jars.push(file),
            None => {
                let version = version.unwrap_or("unknown version");
                found.missing.push(format!("{group}:{artifact}:{version}"));
            }
        }
    }

    fn in_repository(&mut self, key: &Key, version: &str) -> Option<Rc<Effective>> {
        self.in_repository_at(key, version, 0)
    }

    fn in_repository_at(
        &mut self,
        key: &Key,
        version: &str,
        depth: usize,
    ) -> Option<Rc<Effective>> {
        let id = (key.0.clone(), key.1.clone(), version.to_owned());
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        // Before it is worked out: what needs itself gets nothing.
        self.known.insert(id.clone(), None);
        let file = self.repository.find(&key.0, &key.1, version, ".pom");
        let pom = file.and_then(|file| Pom::read(&file));
        let effective = pom.and_then(|pom| self.effective(pom, None, depth)).map(Rc::new);
        self.known.insert(id, effective.clone());
        effective
    }

    /// A project with all that its parents and imported lists of versions say. `folder` is where its file is, if it is not in
    /// the repository.
    fn effective(&mut self, pom: Pom, folder: Option<&Path>, depth: usize) -> Option<Effective> {
        if depth > DEPTH {
            return None;
        }
        let parent = match &pom.parent {
            None => Effective::default(),
            Some(parent) => {
                let beside = folder.and_then(|folder| parent.file_beside(folder));
                let local = beside.and_then(|file| {
                    let above =
                        Pom::read(&file).filter(|above| above.artifact == parent.artifact)?;
                    self.effective(above, file.parent(), depth + 1)
                });
                local
                    .or_else(|| {
                        let key = (parent.group.clone(), parent.artifact.clone());
                        let above = self.in_repository_at(&key, &parent.version, depth + 1)?;
                        Some(Effective::clone(&above))
                    })
                    .unwrap_or_default()
            }
        };
        let mut effective = Effective::inherit(parent, pom);
        for import in effective.take_imports() {
            let Some(version) = &import.version else { continue };
            if let Some(list) = self.in_repository_at(&import.key, version, depth + 1) {
                effective.import(&list);
            }
        }
        Some(effective)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    struct Fixture(tempfile::TempDir);

    impl Fixture {
        fn new() -> Fixture {
            Fixture(tempfile::tempdir().unwrap())
        }

        fn write(&self, path: &str, text: &str) -> PathBuf {
            let path = self.0.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            path
        }

        /// Puts a library into the repository.
        fn library(&self, artifact: &str, version: &str, body: &str) {
            let path = format!("m2/org/lib/{artifact}/{version}/{artifact}-{version}");
            let id = format!(
                "<groupId>org.lib</groupId><artifactId>{artifact}</artifactId><version>{version}</version>"
            );
            self.write(&format!("{path}.pom"), &format!("<project>{id}{body}</project>"));
            self.write(&format!("{path}.jar"), "");
        }

        fn resolver(&self) -> Resolver {
            Resolver::new(Repository::new(Some(self.0.path().join("m2")), None))
        }

        fn libraries(&self, pom: &str) -> (Vec<String>, Vec<String>) {
            let file = self.write("app/pom.xml", pom);
            let found = self.resolver().of_pom(&file, &HashSet::new());
            let name = |jar: &PathBuf| jar.file_name().unwrap().to_string_lossy().into_owned();
            (found.jars.iter().map(name).collect(), found.missing)
        }
    }

    fn needs(artifact: &str, more: &str) -> String {
        format!(
            "<dependency><groupId>org.lib</groupId><artifactId>{artifact}</artifactId>{more}</dependency>"
        )
    }

    fn project(body: &str) -> String {
        format!(
            "<project><groupId>a</groupId><artifactId>app</artifactId><version>1</version>{body}</project>"
        )
    }

    #[test]
    fn dependencies_of_dependencies_are_found_and_the_nearest_version_wins() {
        let of = Fixture::new();
        let deep = needs("deep", "<version>1</version>");
        of.library("one", "1", &format!("<dependencies>{deep}</dependencies>"));
        let tested = needs("tested", "<version>1</version><scope>test</scope>");
        let optional = needs("optional", "<version>1</version><optional>true</optional>");
        of.library("deep", "1", &format!("<dependencies>{tested}{optional}</dependencies>"));
        of.library("deep", "2", "");
        let one = needs("one", "<version>1</version>");
        let (jars, missing) =
            of.libraries(&project(&format!("<dependencies>{one}</dependencies>")));
        assert_eq!((jars, missing.len()), (vec!["one-1.jar".into(), "deep-1.jar".into()], 0));
        let newer = needs("deep", "<version>2</version>");
        let both = project(&format!("<dependencies>{one}{newer}</dependencies>"));
        assert_eq!(of.libraries(&both).0, ["one-1.jar", "deep-2.jar"]);
        let managed = format!(
            "<dependencyManagement><dependencies>{newer}</dependencies></dependencyManagement>"
        );
        let managed = project(&format!("{managed}<dependencies>{one}</dependencies>"));
        assert_eq!(of.libraries(&managed).0, ["one-1.jar", "deep-2.jar"]);
        let without = "<version>1</version><exclusions><exclusion><groupId>org.lib</groupId><artifactId>*</artifactId></exclusion></exclusions>";
        let without = project(&format!("<dependencies>{}</dependencies>", needs("one", without)));
        assert_eq!(of.libraries(&without).0, ["one-1.jar"]);
    }

    #[test]
    fn versions_come_from_parents_properties_and_imported_lists() {
        let of = Fixture::new();
        of.library("one", "7", "");
        of.library("two", "8", "");
        let managed = |body: &str| {
            format!(
                "<dependencyManagement><dependencies>{body}</dependencies></dependencyManagement>"
            )
        };
        of.library("list", "1", &managed(&needs("two", "<version>8</version>")));
        let list = needs("list", "<version>1</version><type>pom</type><scope>import</scope>");
        let parent = format!(
            "<project><groupId>a</groupId><artifactId>parent</artifactId><version>3</version>\
             <properties><one.version>${{seven}}</one.version><seven>7</seven></properties>{}</project>",
            managed(&(needs("one", "<version>${one.version}</version>") + &list))
        );
        of.write("pom.xml", &parent);
        let child = format!(
            "<project><parent><groupId>a</groupId><artifactId>parent</artifactId><version>3</version></parent>\
             <artifactId>app</artifactId><dependencies>{}{}{}</dependencies></project>",
            needs("one", ""),
            needs("two", ""),
            needs("gone", "<version>${project.version}</version>")
        );
        let (jars, missing) = of.libraries(&child);
        assert_eq!(jars, ["one-7.jar", "two-8.jar"]);
        assert_eq!(missing, ["org.lib:gone:3"]);
    }

    #[test]
    fn what_needs_itself_comes_to_an_end() {
        let of = Fixture::new();
        let body =
            |name| format!("<dependencies>{}</dependencies>", needs(name, "<version>1</version>"));
        of.library("one", "1", &body("two"));
        of.library("two", "1", &body("one"));
        assert_eq!(of.libraries(&project(&body("one"))).0, ["one-1.jar", "two-1.jar"]);
        let own = "<parent><groupId>a</groupId><artifactId>app</artifactId><version>1</version><relativePath>pom.xml</relativePath></parent>";
        let (jars, _) = of.libraries(&project(&format!("{own}{}", body("one"))));
        assert_eq!(jars.len(), 2);
    }

    #[test]
    fn a_library_may_be_in_the_cache_of_gradle() {
        let of = Fixture::new();
        of.write("gradle/org.lib/one/1/abc/one-1.jar", "");
        let repository = Repository::new(None, Some(of.0.path().join("gradle")));
        let key = ("org.lib".to_owned(), "one".to_owned());
        let declared = Declared { key, version: Some("1".into()) };
        let found = Resolver::new(repository).of_declared(&[declared]);
        assert_eq!((found.jars.len(), found.missing.len()), (1, 0));
    }
}
