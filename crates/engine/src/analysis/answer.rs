//! What variables and fields may point to.

use std::collections::BTreeMap;

use ir::entity::EntityId as _;
use ir::hierarchy::{FieldId, MethodId};
use ir::{Body, Class, Method, Name, Op, Type, Value};
use points_to::{Code, CodeKey, Frame, Node, Obj, PointerKind, PointsToSet, SlotKind, Var};

use super::Analysis;
use super::objects::{ContextName, ObjectName};
use super::places::{MethodName, Place};
use super::question::{About, Asked, Question};

/// What something may point to.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What was asked for.
    pub what: Where,
    /// Whether the program gets there.
    pub is_reachable: bool,
    /// What it holds.
    pub holds: Holds,
}

/// Something that can hold an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Where {
    /// A variable of a method.
    Variable {
        /// The value in SSA form; none for what is returned or thrown.
        value: Option<Value>,
        /// Where it comes from.
        place: Place,
    },
    /// A static field.
    Static {
        /// The class that declares it.
        class: Name,
        /// Its name.
        field: Name,
    },
    /// A field of an object.
    Field {
        /// The class that declares it.
        class: Name,
        /// Its name.
        field: Name,
        /// The object; none if there is none.
        of: Option<ObjectName>,
    },
}

/// What a variable or field holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A number.
    Number,
    /// Objects of a class that are not told apart in library code.
    Untracked(Type),
    /// These objects.
    Objects(Vec<InContexts>),
}

/// Objects that a variable may point to in some contexts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InContexts {
    /// The contexts; none for fields, which have none.
    pub contexts: Vec<ContextName>,
    /// The objects, by class and place.
    pub objects: Vec<ObjectName>,
}

impl Analysis {
    /// What a variable or field may point to: an answer for each value of a variable, and for each object with a field.
    pub fn answer(&self, question: &Question) -> Vec<Answer> {
        match &question.about {
            About::Variables(class, asked) => {
                let one =
                    |&(at, asked): &(usize, Asked)| self.variable(class, &class.methods[at], asked);
                asked.iter().filter_map(one).collect()
            }
            &About::Field { class, field, ty, is_static } => {
                self.of_field(class, field, ty, is_static)
            }
        }
    }

    fn variable(&self, class: &Class, method: &Method, asked: Asked) -> Option<Answer> {
        let body = method.body()?;
        let name = MethodName { class: class.name, name: method.name, ty: method.ty };
        let nodes = self.nodes_of(name);
        let (value, ty) = match asked {
            Asked::Value(value) => (Some(value), Some(body.values[value].ty)),
            Asked::Return => (None, method.ty.result()),
            Asked::Throws => (None, None),
        };
        let place = self.place(name, value.map(|value| body.values[value].def));
        let holds = match ty {
            Some(ty) if !ty.is_reference() => Holds::Number,
            _ => self.holds(&nodes, body, asked, ty),
        };
        let what = Where::Variable { value, place };
        Some(Answer { what, is_reachable: !nodes.is_empty(), holds })
    }

    fn method_id(&self, method: MethodName) -> Option<MethodId> {
        let hierarchy = self.solver.hierarchy();
        hierarchy.declared_method(hierarchy.class(method.class)?, method.name, method.ty)
    }

    fn nodes_of(&self, method: MethodName) -> Vec<Node> {
        let Some(id) = self.method_id(method) else { return Vec::new() };
        let is_it = |node: &Node| self.solver.key(*node) == CodeKey::Method(id);
        self.solver.reachable().filter(is_it).collect()
    }

    fn holds(&self, nodes: &[Node], body: &Body, asked: Asked, ty: Option<Type>) -> Holds {
        let mut sets: BTreeMap<Vec<Obj>, Vec<ContextName>> = BTreeMap::new();
        for &node in nodes {
            let code = self.solver.code_of(node);
            let Some(var) = asked.var(code, body) else {
                match ty {
                    Some(ty) if ty != Type::Null => return Holds::Untracked(ty),
                    _ => continue,
                }
            };
            let set = self.solver.points_to(node, var);
            let context = self.context(self.solver.context(node));
            if self.solver.frame(node) != Frame::NONE {
                let image = set.mirrored().iter().collect();
                sets.entry(image).or_default().push(context.mirror());
            }
            sets.entry(set.iter().collect()).or_default().push(context);
        }
        let mut groups: Vec<InContexts> = sets
            .into_iter()
            .map(|(objs, mut contexts)| {
                contexts.sort_by_cached_key(|context| format!("{context:?}"));
                contexts.dedup();
                InContexts { contexts, objects: self.objects(objs.into_iter()) }
            })
            .collect();
        groups.sort_by_cached_key(|group| format!("{:?}", group.contexts));
        Holds::Objects(groups)
    }

    /// Objects in names, sorted by them.
    fn objects(&self, objs: impl Iterator<Item = Obj>) -> Vec<ObjectName> {
        let mut objects: Vec<ObjectName> = objs.map(|obj| self.object(obj)).collect();
        objects.sort_by_cached_key(|object| format!("{object:?}"));
        objects.dedup();
        objects
    }

    fn of_field(&self, class: Name, field: Name, ty: Type, is_static: bool) -> Vec<Answer> {
        let hierarchy = self.solver.hierarchy();
        let id = hierarchy.class(class).and_then(|c| hierarchy.declared_field(c, field, ty));
        let objects = |set: &PointsToSet| {
            let objects = self.objects(set.iter());
            Holds::Objects(vec![InContexts { contexts: Vec::new(), objects }])
        };
        let nothing = if ty.is_reference() { Holds::Objects(Vec::new()) } else { Holds::Number };
        if is_static {
            let holds = id.and_then(|id| self.solver.static_points_to(id)).map_or(nothing, objects);
            return vec![Answer {
                what: Where::Static { class, field },
                is_reachable: id.is_some(),
                holds,
            }];
        }
        let mut answers: Vec<Answer> = id
            .into_iter()
            .flat_map(|id| self.field_of_objects(id))
            .map(|(obj, set)| Answer {
                what: Where::Field { class, field, of: Some(self.object(obj)) },
                is_reachable: true,
                holds: objects(&set),
            })
            .collect();
        answers.sort_by_cached_key(|answer| format!("{:?}", answer.what));
        if answers.is_empty() {
            let what = Where::Field { class, field, of: None };
            answers.push(Answer { what, is_reachable: id.is_some(), holds: nothing });
        }
        answers
    }

    fn field_of_objects(&self, field: FieldId) -> impl Iterator<Item = (Obj, PointsToSet)> {
        let own = self.solver.pointers().filter_map(move |(pointer, set)| match pointer {
            PointerKind::Field(obj, slot) if self.solver.slot(slot) == SlotKind::Field(field) => {
                Some((obj, set))
            }
            _ => None,
        });
        own.flat_map(|(obj, set)| {
            let image = (obj.mirror() != obj).then(|| (obj.mirror(), set.mirrored()));
            std::iter::once((obj, set.clone())).chain(image)
        })
    }
}

impl Asked {
    fn var(self, code: &Code, body: &Body) -> Option<Var> {
        match self {
            Asked::Return => code.ret,
            Asked::Throws => Some(code.exc),
            // A summary has parameters, but no values.
            Asked::Value(value) => match body.insts[body.values[value].def].op {
                Op::Param(at) if code.is_summary => code.params.get(usize::from(at)).copied()?,
                _ => code.values.get(value.index()).copied()?,
            },
        }
    }
}
