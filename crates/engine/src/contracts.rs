//! What programmers have written down about threads: annotations of class files, and marks in sources.
//!
//! `@GuardedBy`, `@ThreadSafe`, `@NotThreadSafe` and `@Immutable` exist in several packages with the same meaning (JCIP, JSR 305, Error
//! Prone, Checker Framework, AndroidX, Android), so that only the simple name counts. What they say about a race is told with it.
//!
//! `@SuppressWarnings("deadheat")` is not in class files; it counts where the source is found.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

use ir::class::{Annotation, AnnotationValue};
use ir::{Class, Name, Type};
use project::Mark;
use report::{Access, Declared, Holder, Kind, Location, Race, Report, Rule, simple};

use crate::analysis::Analysis;

/// What an annotation of a class or field says about threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Contract {
    /// The locks that have to be held at every access.
    GuardedBy(Vec<String>),
    ThreadSafe,
    NotThreadSafe,
    Immutable,
}

impl Contract {
    pub(crate) fn of(annotation: &Annotation) -> Option<Contract> {
        let Type::Ref(name) = annotation.ty else { return None };
        match name.as_str().rsplit(['/', '$']).next()? {
            "GuardedBy" => {
                let mut locks = Vec::new();
                for (element, value) in &annotation.elements {
                    if element.as_str() == "value" {
                        texts(value, &mut locks);
                    }
                }
                Some(Contract::GuardedBy(locks))
            }
            "ThreadSafe" => Some(Contract::ThreadSafe),
            "NotThreadSafe" => Some(Contract::NotThreadSafe),
            "Immutable" => Some(Contract::Immutable),
            _ => None,
        }
    }
}

fn texts(value: &AnnotationValue, into: &mut Vec<String>) {
    match value {
        AnnotationValue::Text(text) => into.push(text.to_string()),
        AnnotationValue::Array(values) => values.iter().for_each(|value| texts(value, into)),
        _ => {}
    }
}

pub(crate) fn contracts(annotations: &[Annotation]) -> impl Iterator<Item = Contract> {
    annotations.iter().filter_map(Contract::of)
}

impl Analysis {
    /// What annotations say about the races of a report, by id.
    pub fn declared(&self, report: &Report) -> BTreeMap<String, Vec<Declared>> {
        let mut all = BTreeMap::new();
        for race in &report.races {
            let declared = self.declared_of(race);
            if !declared.is_empty() {
                all.insert(race.id.clone(), declared);
            }
        }
        all
    }

    fn declared_of(&self, race: &Race) -> Vec<Declared> {
        // What breaks a declaration says so itself.
        if race.rule != Rule::Race {
            return Vec::new();
        }
        let Some((class, field)) = field_of(&race.location) else { return Vec::new() };
        let Some(class) = self.class(Name::new(class)) else { return Vec::new() };
        let name = simple(class.name.as_str());
        let mut declared = Vec::new();
        let field = class.fields.iter().find(|one| one.name.as_str() == field);
        for contract in field.into_iter().flat_map(|field| contracts(&field.annotations)) {
            let Contract::GuardedBy(locks) = contract else { continue };
            let of = field.map(|field| field.name.to_string()).unwrap_or_default();
            let quoted = locks.iter().map(|lock| format!("\"{lock}\"")).collect::<Vec<_>>();
            let text = format!(
                "{name}.{of} is declared @GuardedBy({}), but {}",
                quoted.join(", "),
                unguarded(race)
            );
            declared.push(Declared { is_guard: true, text });
        }
        // An object that is held by a field is not a part of the class that declares the field.
        if race.location.holder.is_none() {
            for contract in contracts(&class.annotations) {
                let text = match contract {
                    Contract::ThreadSafe => format!("{name} is declared @ThreadSafe"),
                    Contract::NotThreadSafe => format!(
                        "{name} is declared @NotThreadSafe: its objects are not meant for several threads"
                    ),
                    // Its fields do not race; what writes them is a finding by itself.
                    Contract::Immutable | Contract::GuardedBy(_) => continue,
                };
                declared.push(Declared { is_guard: false, text });
            }
        }
        declared
    }

    /// Finds out which races are marked in the sources.
    pub fn marks(&self) -> SourceMarks<'_> {
        SourceMarks { analysis: self, texts: None, known: RefCell::default() }
    }

    /// The same, for sources that are edited: `texts` has what is not saved.
    pub fn marks_in<'a>(&'a self, texts: &'a Texts<'a>) -> SourceMarks<'a> {
        SourceMarks { analysis: self, texts: Some(texts), known: RefCell::default() }
    }
}

/// Which access does not hold the lock: surely one that holds none.
fn unguarded(race: &Race) -> String {
    let told = |access: &Access| {
        let kind = if access.kind == Kind::Read { "read" } else { "write" };
        format!("the {kind} at {} holds no lock", access.site.place())
    };
    let is_bare = |access: &&Access| access.locks.as_ref().is_some_and(Vec::is_empty);
    let bare: Vec<String> =
        [&race.earlier, &race.later].into_iter().filter(is_bare).map(told).collect();
    match &bare[..] {
        [] => "not both accesses hold it".to_owned(),
        [one] => one.clone(),
        [one, other, ..] if one == other => one.clone(),
        [..] => "neither access holds a lock".to_owned(),
    }
}

/// The field that is accessed, or that holds what is.
fn field_of(location: &Location) -> Option<(&str, &str)> {
    match (&location.holder, &location.field) {
        (Some(Holder::Field { class, field }), _) => Some((class, field)),
        (Some(Holder::Made(_)), _) | (None, None) => None,
        (None, Some(field)) => Some((&location.class, field)),
    }
}

/// Knows what is not saved of a source.
pub type Texts<'a> = dyn Fn(&Path) -> Option<Arc<str>> + 'a;

/// Marks in sources, read when they are asked for.
pub struct SourceMarks<'a> {
    analysis: &'a Analysis,
    texts: Option<&'a Texts<'a>>,
    known: RefCell<HashMap<Name, Vec<Mark>>>,
}

impl SourceMarks<'_> {
    /// Why nothing is to be said about a race, if there is a mark at an access or at the field.
    pub fn reason(&self, race: &Race) -> Option<String> {
        let at_access = [&race.earlier, &race.later].into_iter().find_map(|access| {
            let line = usize::from(access.site.line?);
            self.find(&access.site.class, |mark| mark.lines.contains(&line))
        });
        at_access.or_else(|| {
            let (class, field) = field_of(&race.location)?;
            self.find(class, |mark| mark.variable.as_deref() == Some(field))
        })
    }

    fn find(&self, class: &str, is_it: impl Fn(&Mark) -> bool) -> Option<String> {
        let name = Name::new(class);
        let mut known = self.known.borrow_mut();
        let marks = known.entry(name).or_insert_with(|| {
            let edited = self.texts.zip(self.analysis.source_file(name));
            match edited.and_then(|(texts, file)| texts(&file)) {
                Some(text) => project::marks(&text),
                None => {
                    let text = self.analysis.source(name);
                    text.map(|text| project::marks(&text.text())).unwrap_or_default()
                }
            }
        });
        let mark = marks.iter().find(|mark| is_it(mark))?;
        let file = self.file(name)?;
        Some(format!("@SuppressWarnings at {file}:{}", mark.lines.start()))
    }

    fn file(&self, class: Name) -> Option<String> {
        let class: std::sync::Arc<Class> = self.analysis.class(class)?;
        class.source_file.map(|file| file.to_string())
    }
}
