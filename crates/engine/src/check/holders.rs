//! Which field holds an object: what people call a list or a lock.

use std::collections::{HashMap, HashSet};

use ir::Name;
use ir::hierarchy::FieldId;
use points_to::{Obj, PointerKind, SlotKind};
use report::Holder;

use crate::analysis::Analysis;

/// How many containers an object may lie in, one in the other, and still be called after the field that holds the outermost.
const DEPTH: usize = 3;

/// Fields of the program by what they hold.
pub(super) struct Holders(HashMap<Obj, Holder>);

/// Who has an object: a field, or another object, as an array or a collection does.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Held {
    By(FieldId),
    Inside(Obj),
}

impl Holders {
    pub(super) fn of(analysis: &Analysis, objects: &[Obj]) -> Holders {
        let mut known: HashMap<Obj, (Name, Name)> = HashMap::new();
        let mut seen: HashSet<Obj> = objects.iter().copied().collect();
        // Who is called after what holds an object: itself, and what is inside of it.
        let mut wanted: HashMap<Obj, HashSet<Obj>> =
            objects.iter().map(|&object| (object, HashSet::from([object]))).collect();
        for _ in 0..DEPTH {
            let held = held(analysis, &wanted);
            let mut found: HashMap<Obj, (Name, Name)> = HashMap::new();
            let mut outer: HashMap<Obj, HashSet<Obj>> = HashMap::new();
            for (by, inner) in held {
                match by {
                    Held::By(field) => {
                        let Some(name) = named(analysis, field) else { continue };
                        for object in inner {
                            let best = found.entry(object).or_insert(name);
                            *best = name.min(*best);
                        }
                    }
                    Held::Inside(container) if !seen.contains(&container) => {
                        outer.entry(container).or_default().extend(inner);
                    }
                    Held::Inside(_) => {}
                }
            }
            for inner in outer.values_mut() {
                inner.retain(|object| !found.contains_key(object));
            }
            outer.retain(|_, inner| !inner.is_empty());
            known.extend(found);
            seen.extend(outer.keys());
            wanted = outer;
        }
        let holder = |(class, field): (Name, Name)| Holder::Field {
            class: class.to_string(),
            field: field.to_string(),
        };
        Holders(known.into_iter().map(|(object, name)| (object, holder(name))).collect())
    }

    pub(super) fn get(&self, object: Obj) -> Option<Holder> {
        self.0.get(&object).cloned()
    }
}

/// A field of the program that people wrote: `val$list` and `this$0` are made by compilers.
fn named(analysis: &Analysis, field: FieldId) -> Option<(Name, Name)> {
    let hierarchy = analysis.solver().hierarchy();
    let decl = hierarchy.field(field);
    let class = hierarchy.name(decl.class);
    let is_written = analysis.is_application(class) && !decl.name.as_str().contains('$');
    is_written.then_some((class, decl.name))
}

/// Who has some objects, in one pass over everything; and who is called after them.
fn held(analysis: &Analysis, wanted: &HashMap<Obj, HashSet<Obj>>) -> HashMap<Held, HashSet<Obj>> {
    let mut held: HashMap<Held, HashSet<Obj>> = HashMap::new();
    if wanted.is_empty() {
        return held;
    }
    let solver = analysis.solver();
    for (pointer, set) in solver.pointers() {
        let by = match pointer {
            PointerKind::Variable(..) => continue,
            PointerKind::Static(field) => Held::By(field),
            PointerKind::Field(owner, slot) => match solver.slot(slot) {
                SlotKind::Field(field) => Held::By(field),
                SlotKind::Element | SlotKind::State(_) => Held::Inside(owner),
                SlotKind::Capture(_) => continue,
            },
        };
        // What holds for one thread of a kind holds for the other.
        for object in set.iter().flat_map(|object| [object, object.mirror()]) {
            if let Some(inner) = wanted.get(&object) {
                held.entry(by).or_default().extend(inner);
            }
        }
    }
    held
}
