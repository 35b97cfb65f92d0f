//! What the files say → [`Models`]: later files override earlier ones, and what refers to other classes is checked.

use crate::data::{ClassModel, MethodModel, Place};
use crate::error::{Fault, ModelError, Spot, suggest};
use crate::models::{ClassIndex, Models, Overload, Replaced};
use crate::names::{class_source_form, dotted};
use crate::parse::{ParsedClass, ParsedFile};
use rustc_hash::{FxHashMap, FxHashSet};

/// Puts files together, in the order of their numbers.
pub(crate) fn assemble(files: Vec<(String, ParsedFile)>) -> (Models, Vec<ModelError>) {
    let mut assembly = Assembly::default();
    let mut pending = Vec::new();
    for (number, (name, mut file)) in (0..).zip(files) {
        assembly.models.files.push(name);
        for fault in std::mem::take(&mut file.faults) {
            assembly.faults.push((number, fault));
        }
        for class in &mut file.classes {
            pending.extend(std::mem::take(&mut class.state_uses).into_iter().map(|u| (number, u)));
        }
        for class in file.classes {
            assembly.add_class(number, class);
        }
        assembly.models.properties.append(&mut file.properties);
        assembly.models.cuts.append(&mut file.cuts);
        assembly.models.givens.append(&mut file.givens);
    }
    assembly.index_methods();
    assembly.resolve_like();
    assembly.index_rules();
    // A state that is missing is missing wherever it is used.
    let mut seen = FxHashSet::default();
    for (file, state) in &pending {
        if seen.insert((*file, state.state.as_str(), state.owner.as_deref())) {
            assembly.check_state(*file, state);
        }
    }
    assembly.finish()
}

/// The methods of a class by name.
pub(crate) fn index_of_methods(class: &ClassModel) -> FxHashMap<String, Vec<Overload>> {
    let mut methods: FxHashMap<String, Vec<Overload>> = FxHashMap::default();
    for (number, method) in class.methods.iter().enumerate() {
        let parameters = method.parameters.as_ref().map(|types| types.concat());
        let overload = Overload { parameters, method: number };
        methods.entry(method.name.clone()).or_default().push(overload);
    }
    methods
}

#[derive(Default)]
struct Assembly {
    models: Models,
    /// What each class says it is like, with the file.
    like: Vec<Vec<(String, u32, Spot)>>,
    faults: Vec<(u32, Fault)>,
}

impl Assembly {
    fn add_class(&mut self, file: u32, class: ParsedClass) {
        let models = &mut self.models;
        let place = Place { file, line: class.spot.line };
        let index = *models.by_name.entry(class.name.clone()).or_insert_with(|| {
            models.classes.push(ClassModel {
                name: class.name,
                like: Vec::new(),
                extends: None,
                states: Vec::new(),
                methods: Vec::new(),
                place,
            });
            self.like.push(Vec::new());
            ClassIndex(models.classes.len() - 1)
        });
        let target = &mut models.classes[index.0];
        if !class.like.is_empty() {
            let like = class.like.into_iter().map(|(name, spot)| (name, file, spot));
            self.like[index.0] = like.collect();
        }
        if class.extends.is_some() {
            target.extends = class.extends;
        }
        for state in class.states {
            if !target.states.contains(&state) {
                target.states.push(state);
            }
        }
        for method in class.methods {
            replace(&mut target.methods, method, &mut models.replaced);
        }
    }

    fn index_methods(&mut self) {
        self.models.methods = self.models.classes.iter().map(index_of_methods).collect();
    }

    /// Drops edges to classes without model and those that close a cycle, then lists the classes to look methods up in.
    fn resolve_like(&mut self) {
        let count = self.models.classes.len();
        let mut edges: Vec<Vec<(ClassIndex, u32, Spot)>> = Vec::new();
        for like in std::mem::take(&mut self.like) {
            let mut known = Vec::new();
            for (name, file, spot) in like {
                match self.models.by_name.get(&name) {
                    Some(&index) => known.push((index, file, spot)),
                    None => self.faults.push((file, self.unknown_like(&name, spot))),
                }
            }
            edges.push(known);
        }
        let mut search =
            CycleSearch { edges: &edges, state: vec![Mark::New; count], found: vec![] };
        for start in 0..count {
            search.visit(ClassIndex(start));
        }
        let cycles: FxHashSet<(ClassIndex, ClassIndex)> =
            search.found.iter().map(|&(from, to, ..)| (from, to)).collect();
        for &(from, to, file, spot) in &search.found {
            let is_direct = from == to;
            let [from, to] = [from, to].map(|c| dotted(&self.models.classes[c.0].name));
            let way = if is_direct { String::new() } else { format!(", by way of `{to}`") };
            let message = format!("`{from}` is like itself{way}");
            let help = "let one of them be like nothing, or like something else";
            self.faults.push((file, Fault::new(spot, message, help)));
        }
        for (from, edges) in edges.iter_mut().enumerate() {
            edges.retain(|&(to, ..)| !cycles.contains(&(ClassIndex(from), to)));
        }
        for (class, edges) in edges.iter().enumerate() {
            let names = edges.iter().map(|&(to, ..)| self.models.classes[to.0].name.clone());
            let names = names.collect();
            self.models.classes[class].like = names;
        }
        self.models.lookup =
            (0..count).map(|class| lookup_order(ClassIndex(class), &edges)).collect();
    }

    fn unknown_like(&self, name: &str, spot: Spot) -> Fault {
        let known: Vec<String> = self.models.classes.iter().map(|c| dotted(&c.name)).collect();
        let name = dotted(name);
        let help = suggest(&name, known.iter().map(String::as_str), || {
            "describe that class, or leave `like` out".to_owned()
        });
        Fault::new(spot, format!("`like` a class that has no model: `{name}`"), help)
    }

    fn index_rules(&mut self) {
        let models = &mut self.models;
        for (number, rule) in models.properties.iter().enumerate() {
            let map = models.property_index.entry(rule.property).or_default();
            if let Some(slot) = map.entry(&rule.classes) {
                *slot = Some(number);
            }
        }
        for (number, given) in models.givens.iter().enumerate() {
            models.given_index.entry(given.class.clone()).or_default().push(number);
        }
        for (number, cut) in models.cuts.iter().enumerate() {
            let Some(slot) = models.cut_index.entry(&cut.classes) else { continue };
            match &cut.method {
                None => slot.all = Some(number),
                Some(method) => {
                    slot.methods.insert(method.clone(), number);
                }
            }
        }
    }

    /// A state must be declared: by the class of the object where that is known, or by any.
    fn check_state(&mut self, file: u32, state_use: &crate::ast::StateUse) {
        let state = state_use.state.as_str();
        let (known, whose): (Vec<&str>, String) = match &state_use.owner {
            Some(owner) => {
                let known = self.models.states(owner).collect();
                let lacks = self.models.class(owner).is_none();
                let model = if lacks { ", which has no model" } else { "" };
                (known, format!("of `{}`{model}", class_source_form(owner)))
            }
            None => {
                let all = self.models.classes.iter().flat_map(|c| c.states.iter());
                (all.map(String::as_str).collect(), "of any class".to_owned())
            }
        };
        if known.contains(&state) {
            return;
        }
        let help = suggest(state, known, || {
            format!("declare it in the class with `state {state}`; a field is `x.a.b.C#{state}`")
        });
        let message = format!("unknown state: `{state}` is not a state {whose}");
        self.faults.push((file, Fault::new(state_use.spot, message, help)));
    }

    fn finish(self) -> (Models, Vec<ModelError>) {
        let Self { models, mut faults, .. } = self;
        faults.sort_by_key(|(file, fault)| (*file, fault.spot));
        faults.dedup();
        let error = |(file, fault): (u32, Fault)| fault.in_file(&models.files[file as usize]);
        let errors = faults.into_iter().map(error).collect();
        (models, errors)
    }
}

/// Adds a method. It replaces those of earlier files that it speaks about: the same one, or all of its name if its parameters
/// are left open.
fn replace(methods: &mut Vec<MethodModel>, new: MethodModel, replaced: &mut Vec<Replaced>) {
    methods.retain(|old| {
        let is_same = old.parameters == new.parameters;
        let is_covered = new.parameters.is_none() && old.place.file != new.place.file;
        let stays = old.name != new.name || !(is_same || is_covered);
        if !stays && old.place.file != new.place.file {
            replaced.push(Replaced { old: old.place, new: new.place });
        }
        stays
    });
    methods.push(new);
}

/// A class, then those that it is like and those that these are like, each once.
fn lookup_order(class: ClassIndex, edges: &[Vec<(ClassIndex, u32, Spot)>]) -> Vec<ClassIndex> {
    let mut order = Vec::new();
    let mut stack = vec![class];
    while let Some(class) = stack.pop() {
        if !order.contains(&class) {
            order.push(class);
            stack.extend(edges[class.0].iter().rev().map(|&(to, ..)| to));
        }
    }
    order
}

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    New,
    Open,
    Done,
}

/// Finds the edges that close a cycle.
struct CycleSearch<'a> {
    edges: &'a [Vec<(ClassIndex, u32, Spot)>],
    state: Vec<Mark>,
    found: Vec<(ClassIndex, ClassIndex, u32, Spot)>,
}

impl CycleSearch<'_> {
    /// Depth first, with a stack of its own: a file from outside may have long chains.
    fn visit(&mut self, start: ClassIndex) {
        if self.state[start.0] != Mark::New {
            return;
        }
        self.state[start.0] = Mark::Open;
        let mut stack = vec![(start, 0)];
        while let Some((class, next)) = stack.last_mut() {
            let class = *class;
            let Some(&(to, file, spot)) = self.edges[class.0].get(*next) else {
                self.state[class.0] = Mark::Done;
                stack.pop();
                continue;
            };
            *next += 1;
            match self.state[to.0] {
                Mark::New => {
                    self.state[to.0] = Mark::Open;
                    stack.push((to, 0));
                }
                Mark::Open => self.found.push((class, to, file, spot)),
                Mark::Done => {}
            }
        }
    }
}
