//! Which methods several threads call at once: those of classes that are meant for it, and what is named.

use std::sync::Arc;

use ir::{Class, Method, Name};
use report::Pattern;

use super::library::{self, callable};
use super::shared::{Shared, Survey};
use super::supply::{can_have_objects, is_local};
use super::{EntryKind, NoEntry, Selection};
use crate::find::{NotFound, split_method};

/// A class whose objects or statics are used by several threads, and what these call.
struct Target {
    class: Arc<Class>,
    how: Shared,
    kind: EntryKind,
    methods: Vec<(Arc<Class>, Method)>,
}

impl Selection<'_> {
    /// What users can call of the classes that are meant for several threads; how many methods.
    pub(super) fn shared_methods(&mut self, survey: &Survey<'_>) -> usize {
        let targets = self.shared_like(survey, |_| true);
        self.call_all(survey, targets)
    }

    /// The classes that are meant for several threads, as far as they are looked for.
    fn shared_like(&self, survey: &Survey<'_>, is_wanted: impl Fn(Name) -> bool) -> Vec<Target> {
        let classes = self.declarations.application().iter();
        let classes = classes.filter(|class| is_wanted(class.name) && !is_local(class));
        let target = |class: &Arc<Class>| {
            let how = survey.shared(self.declarations, class)?;
            self.target(class, how, EntryKind::Public)
        };
        classes.filter_map(target).collect()
    }

    /// What users can call of a class, unless that is nothing.
    fn target(&self, class: &Arc<Class>, how: Shared, kind: EntryKind) -> Option<Target> {
        let mut methods = callable(self.declarations, class);
        if !self.has_objects(class) {
            methods.retain(|(_, method)| method.is_static());
        }
        // To make objects is nothing by itself.
        let is_call = |method: &Method| method.name.as_str() != "<init>";
        let class = Arc::clone(class);
        let has_call = methods.iter().any(|(_, method)| is_call(method));
        has_call.then_some(Target { class, how, kind, methods })
    }

    /// Whether there are objects of exactly this class. Of an abstract one only if nothing here extends it, but users may.
    fn has_objects(&self, class: &Arc<Class>) -> bool {
        let is_extended = || {
            self.declarations.application().iter().any(|other| {
                can_have_objects(other)
                    && self.declarations.chain(other).iter().any(|above| above.name == class.name)
            })
        };
        can_have_objects(class) || !class.is_interface() && !is_extended()
    }

    /// What is named: classes, methods, or patterns of them.
    pub(super) fn named_at_once(
        &mut self,
        survey: &Survey<'_>,
        names: &[String],
    ) -> Result<(), NoEntry> {
        let mut targets: Vec<Target> = Vec::new();
        for name in names {
            let found = match name.contains('*') {
                true => self.like(survey, name)?,
                false => self.exactly(name)?,
            };
            targets.extend(found);
        }
        self.call_all(survey, targets);
        Ok(())
    }

    /// What fits a pattern: of classes that are meant for several threads, or of methods of any class.
    fn like(&self, survey: &Survey<'_>, name: &str) -> Result<Vec<Target>, NoEntry> {
        let nothing = || NoEntry::NotFound(NotFound::Pattern { pattern: name.to_owned() });
        let pattern = Pattern::new(name);
        let program = self.declarations.program();
        let has_class = program.application().any(|entry| pattern.fits(entry.name()));
        if has_class {
            let found = self.shared_like(survey, |class| pattern.fits(class.as_str()));
            let none = || NoEntry::NotShared { pattern: name.to_owned() };
            return if found.is_empty() { Err(none()) } else { Ok(found) };
        }
        let (class, method) = split_method(name).ok_or_else(nothing)?;
        let (class, method) = (Pattern::new(class), Pattern::new(method));
        let mut found = Vec::new();
        for of in self.declarations.application() {
            let simple = report::simple(of.name.as_str());
            if !class.fits(of.name.as_str()) && !class.fits(simple) {
                continue;
            }
            if let Some(mut target) = self.target(of, Shared::Objects, EntryKind::Asked) {
                target.methods.retain(|(_, one)| method.fits(one.name.as_str()));
                found.extend(Some(target).filter(|target| !target.methods.is_empty()));
            }
        }
        if found.is_empty() { Err(nothing()) } else { Ok(found) }
    }

    /// A class, whatever it shows, or methods of it, public or not. Of what has no objects, the classes below.
    fn exactly(&self, name: &str) -> Result<Vec<Target>, NoEntry> {
        let program = self.declarations.program();
        let is_whole_class = matches!(program.find_class(name), Ok(Some(_)));
        let found = program.find(name).map_err(NoEntry::NotFound)?;
        let class = Arc::new(found.class);
        let named: Vec<&Method> = found.methods.iter().map(|&at| &class.methods[at]).collect();
        let is_below = |other: &&Arc<Class>| {
            can_have_objects(other)
                && other.name != class.name
                && self.declarations.supertypes(other).contains(&class.name)
        };
        let mut receivers = vec![Arc::clone(&class)];
        if !self.has_objects(&class) {
            receivers.extend(self.declarations.application().iter().filter(is_below).cloned());
        }
        let mut targets = Vec::new();
        for receiver in &receivers {
            let methods = match is_whole_class {
                true => callable(self.declarations, receiver),
                false => self.named_of(receiver, &class, &named),
            };
            let has_objects = self.has_objects(receiver);
            let is_possible =
                |(_, method): &(Arc<Class>, Method)| has_objects || method.is_static();
            let methods: Vec<_> = methods.into_iter().filter(is_possible).collect();
            if !methods.is_empty() {
                let (class, how) = (Arc::clone(receiver), Shared::Objects);
                targets.push(Target { class, how, kind: EntryKind::Asked, methods });
            }
        }
        if targets.is_empty() { Err(NoEntry::NoPublicMethod) } else { Ok(targets) }
    }

    /// The methods of a class that are, or override, those that were named.
    fn named_of(
        &self,
        receiver: &Arc<Class>,
        class: &Arc<Class>,
        named: &[&Method],
    ) -> Vec<(Arc<Class>, Method)> {
        if receiver.name == class.name {
            return named.iter().map(|&method| (Arc::clone(class), method.clone())).collect();
        }
        let is_named = |method: &Method| named.iter().any(|one| one.name == method.name);
        let mut methods = library::callable(self.declarations, receiver);
        methods.retain(|(_, method)| is_named(method));
        methods
    }

    fn call_all(&mut self, survey: &Survey<'_>, targets: Vec<Target>) -> usize {
        // All are known to be shared before anything is called: an argument may be one of them.
        for Target { class, how, methods, .. } in &targets {
            let is_on_object =
                |method: &Method| !method.is_static() && method.name.as_str() != "<init>";
            if *how == Shared::Objects && methods.iter().any(|(_, method)| is_on_object(method)) {
                self.driver.share(class);
            }
        }
        let mut count = 0;
        for Target { class, how, kind, methods } in targets {
            self.called.classes += 1;
            let above = self.declarations.supertypes(&class);
            for (owner, method) in methods {
                if !survey.is_call(class.name, &method) {
                    continue;
                }
                let is_task = survey.is_task(&above, &method);
                if is_task && kind == EntryKind::Public && !survey.is_public(class.name) {
                    continue;
                }
                match is_task {
                    true => self.driver.task(&class, &owner, &method),
                    false => self.driver.call_at_once(&class, &owner, &method, how),
                }
                self.add(kind, &class, &method);
                count += usize::from(method.name.as_str() != "<init>");
            }
        }
        self.called.methods += count;
        count
    }
}
