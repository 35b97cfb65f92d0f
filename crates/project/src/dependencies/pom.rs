//! Project files of Maven: as they are written, and with all that is inherited.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use roxmltree::{Document, Node};

use super::Key;

/// How often a property may lead to another.
const DEPTH: usize = 16;

/// What a file says.
#[derive(Debug)]
pub(super) struct Pom {
    pub(super) group: Option<String>,
    pub(super) artifact: String,
    version: Option<String>,
    pub(super) parent: Option<Parent>,
    properties: BTreeMap<String, String>,
    managed: Vec<Dependency>,
    dependencies: Vec<Dependency>,
    folder: PathBuf,
}

#[derive(Debug)]
pub(super) struct Parent {
    pub(super) group: String,
    pub(super) artifact: String,
    pub(super) version: String,
    relative_path: String,
}

impl Parent {
    /// The parent's file, if it is in the same project.
    pub(super) fn file_beside(&self, folder: &Path) -> Option<PathBuf> {
        if self.relative_path.is_empty() {
            return None;
        }
        let path = folder.join(&self.relative_path);
        let file = if path.is_dir() { path.join("pom.xml") } else { path };
        file.is_file().then_some(file)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dependency {
    pub(super) key: Key,
    pub(super) version: Option<String>,
    scope: Option<String>,
    kind: Option<String>,
    pub(super) classifier: Option<String>,
    is_optional: bool,
    pub(super) exclusions: Vec<Excluded>,
    pub(super) system_path: Option<PathBuf>,
}

/// Something that a dependency would bring and is not wanted; `*` is anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Excluded(Key);

impl Excluded {
    pub(super) fn fits(&self, key: &Key) -> bool {
        let fits = |pattern: &str, name: &str| pattern == "*" || pattern == name;
        fits(&self.0.0, &key.0) && fits(&self.0.1, &key.1)
    }
}

impl Dependency {
    pub(super) fn plain(key: &Key, version: Option<String>) -> Dependency {
        Dependency {
            key: key.clone(),
            version,
            scope: None,
            kind: None,
            classifier: None,
            is_optional: false,
            exclusions: Vec::new(),
            system_path: None,
        }
    }

    /// Whether it is an archive of classes, not a list of versions or a web application.
    pub(super) fn is_library(&self) -> bool {
        let kind = self.kind.as_deref().unwrap_or("jar");
        ["jar", "test-jar", "bundle", "ejb", "maven-plugin"].contains(&kind)
    }

    /// Whether whoever needs this library needs it, too.
    pub(super) fn is_transitive(&self) -> bool {
        let scope = self.scope.as_deref().unwrap_or("compile");
        !self.is_optional && ["compile", "runtime"].contains(&scope)
    }

    fn is_import(&self) -> bool {
        self.scope.as_deref() == Some("import") && self.kind.as_deref() == Some("pom")
    }

    /// What dependencies and managed versions are matched by.
    fn is_same(&self, other: &Dependency) -> bool {
        let kind = |of: &Dependency| of.kind.clone().unwrap_or_else(|| "jar".to_owned());
        self.key == other.key && self.classifier == other.classifier && kind(self) == kind(other)
    }
}

impl Pom {
    /// A file that cannot be read or understood is none: what it needs is not known.
    pub(super) fn read(file: &Path) -> Option<Pom> {
        let text = fs::read_to_string(file).ok()?;
        let document = Document::parse(&text).ok()?;
        let root = document.root_element();
        let parent = child(root, "parent").and_then(|parent| {
            Some(Parent {
                group: child_text(parent, "groupId")?,
                artifact: child_text(parent, "artifactId")?,
                version: child_text(parent, "version")?,
                relative_path: match child(parent, "relativePath") {
                    Some(path) => path.text().unwrap_or_default().trim().to_owned(),
                    None => "../pom.xml".to_owned(),
                },
            })
        });
        let properties = child(root, "properties").into_iter().flat_map(|node| node.children());
        let properties = properties.filter(Node::is_element).map(|property| {
            let value = property.text().unwrap_or_default().trim().to_owned();
            (property.tag_name().name().to_owned(), value)
        });
        let managed = child(root, "dependencyManagement");
        Some(Pom {
            group: child_text(root, "groupId"),
            artifact: child_text(root, "artifactId")?,
            version: child_text(root, "version"),
            parent,
            properties: properties.collect(),
            managed: managed.map(dependencies).unwrap_or_default(),
            dependencies: dependencies(root),
            folder: file.parent().unwrap_or(Path::new("")).to_owned(),
        })
    }
}

fn dependencies(of: Node<'_, '_>) -> Vec<Dependency> {
    let list = child(of, "dependencies").into_iter().flat_map(|node| node.children());
    list.filter(|node| node.tag_name().name() == "dependency").filter_map(dependency).collect()
}

fn dependency(node: Node<'_, '_>) -> Option<Dependency> {
    let key = |node| Some((child_text(node, "groupId")?, child_text(node, "artifactId")?));
    let exclusions = child(node, "exclusions").into_iter().flat_map(|node| node.children());
    let kind = child_text(node, "type");
    let classifier = child_text(node, "classifier");
    let of_tests = (kind.as_deref() == Some("test-jar")).then(|| "tests".to_owned());
    Some(Dependency {
        key: key(node)?,
        version: child_text(node, "version"),
        scope: child_text(node, "scope"),
        classifier: classifier.or(of_tests),
        kind,
        is_optional: child_text(node, "optional").as_deref() == Some("true"),
        exclusions: exclusions.filter_map(key).map(Excluded).collect(),
        system_path: child_text(node, "systemPath").map(PathBuf::from),
    })
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.is_element() && child.tag_name().name() == name)
}

pub(super) fn child_text(node: Node<'_, '_>, name: &str) -> Option<String> {
    let text = child(node, name)?.text()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// A project with what it inherits.
#[derive(Clone, Debug, Default)]
pub(super) struct Effective {
    properties: BTreeMap<String, String>,
    managed: Vec<Dependency>,
    pub(super) dependencies: Vec<Dependency>,
}

impl Effective {
    pub(super) fn inherit(parent: Effective, pom: Pom) -> Effective {
        let mut properties = parent.properties;
        properties.extend(pom.properties);
        let from_parent = pom.parent.as_ref();
        let group = pom.group.or(from_parent.map(|parent| parent.group.clone()));
        let version = pom.version.or(from_parent.map(|parent| parent.version.clone()));
        let folder = pom.folder.display().to_string();
        for (name, value) in [
            ("groupId", group),
            ("artifactId", Some(pom.artifact)),
            ("version", version),
            ("parent.version", from_parent.map(|parent| parent.version.clone())),
            ("parent.groupId", from_parent.map(|parent| parent.group.clone())),
            ("basedir", Some(folder)),
        ] {
            let Some(value) = value else { continue };
            for prefix in ["project.", "pom.", ""] {
                properties.insert(format!("{prefix}{name}"), value.clone());
            }
        }
        let mut effective = Effective { properties, ..Effective::default() };
        // The project's own come first and win.
        for (own, inherited, into) in
            [(pom.managed, parent.managed, true), (pom.dependencies, parent.dependencies, false)]
        {
            let all = own.into_iter().chain(inherited).map(|one| effective.filled_in(one));
            let mut list: Vec<Dependency> = Vec::new();
            for one in all {
                if !list.iter().any(|known| known.is_same(&one)) {
                    list.push(one);
                }
            }
            match into {
                true => effective.managed = list,
                false => effective.dependencies = list,
            }
        }
        effective
    }

    /// Lists of versions that are to be imported.
    pub(super) fn take_imports(&mut self) -> Vec<Dependency> {
        self.managed.extract_if(.., |one| one.is_import()).collect()
    }

    pub(super) fn import(&mut self, list: &Effective) {
        self.managed.extend(list.managed.iter().cloned());
    }

    /// A dependency with what is managed for it.
    pub(super) fn complete(&self, of: &Dependency) -> Dependency {
        let mut dependency = of.clone();
        if let Some(managed) = self.managed.iter().find(|managed| managed.is_same(of)) {
            dependency.version = dependency.version.or(managed.version.clone());
            dependency.scope = dependency.scope.or(managed.scope.clone());
            dependency.exclusions.extend(managed.exclusions.iter().cloned());
        }
        dependency
    }

    /// A dependency of a dependency: what this project manages counts more.
    pub(super) fn managed_over(&self, of: Dependency) -> Dependency {
        match self.managed.iter().find(|managed| managed.is_same(&of)) {
            Some(managed) => Dependency {
                version: managed.version.clone().or(of.version),
                scope: managed.scope.clone().or(of.scope),
                exclusions: [&of.exclusions[..], &managed.exclusions[..]].concat(),
                ..of
            },
            None => of,
        }
    }

    fn filled_in(&self, of: Dependency) -> Dependency {
        let fill = |text: String| self.fill(&text, 0);
        Dependency {
            key: (fill(of.key.0), fill(of.key.1)),
            version: of.version.map(fill),
            scope: of.scope.map(fill),
            kind: of.kind.map(fill),
            classifier: of.classifier.map(fill),
            system_path: of.system_path.map(|path| fill(path.display().to_string()).into()),
            ..of
        }
    }

    /// Properties are replaced by their values; unknown ones stay.
    fn fill(&self, text: &str, depth: usize) -> String {
        let Some((before, rest)) = text.split_once("${") else { return text.to_owned() };
        let Some((name, after)) = rest.split_once('}') else { return text.to_owned() };
        let value = match self.properties.get(name) {
            Some(value) if depth < DEPTH => self.fill(value, depth + 1),
            _ => format!("${{{name}}}"),
        };
        format!("{before}{value}{}", self.fill(after, depth))
    }
}
