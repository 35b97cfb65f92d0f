//! Types that the compiler wrote down for the verifier.
//!
//! What two branches have in common depends on other classes. The compiler knew them and left its answer in the
//! `StackMapTable`; the JVM checks it, so it can be believed. Only phis and handlers whose type is open ask for it.

use classfile::attribute::{Code, FrameKind, VerificationType};

use super::builder::Place;
use super::symbols::Symbols;
use crate::class::Method;
use crate::name::Name;
use crate::types::Type;

/// A question: the type of a place at a bytecode offset.
pub(super) struct Query {
    pub(super) offset: u16,
    pub(super) place: Place,
    /// The answer, if the class file has one.
    pub(super) ty: Option<Type>,
}

/// Answers all questions in one pass over the frames. A frame that does not fit together ends the pass: what it would have
/// said stays open.
pub(super) fn answer(
    queries: &mut [Query],
    code: &Code<'_>,
    class: Name,
    method: &Method,
    symbols: &mut Symbols<'_, '_>,
) {
    queries.sort_by_key(|query| query.offset);
    let mut state = FrameState { locals: initial_locals(class, method), stack: Vec::new() };
    let mut queries = queries.iter_mut().peekable();
    // The first frame's distance counts from the start, each later one from the instruction after the frame before.
    let mut offset = -1;
    for frame in code.frames() {
        offset += i32::from(frame.delta) + 1;
        if !state.apply(&frame.kind, symbols) {
            return;
        }
        while queries.next_if(|query| i32::from(query.offset) < offset).is_some() {}
        while let Some(query) = queries.next_if(|query| i32::from(query.offset) == offset) {
            query.ty = state.at(query.place);
        }
    }
}

/// What is known of a place: a type, or only that it takes one slot.
#[derive(Clone, Copy)]
enum Known {
    Type(Type),
    Nothing,
}

struct FrameState {
    locals: Vec<Known>,
    stack: Vec<Known>,
}

impl FrameState {
    fn apply(&mut self, kind: &FrameKind, symbols: &mut Symbols<'_, '_>) -> bool {
        self.stack.clear();
        match kind {
            FrameKind::Same | FrameKind::SameExtended => {}
            FrameKind::Stack(value) | FrameKind::StackExtended(value) => {
                self.stack.push(known(*value, symbols));
            }
            FrameKind::Chop(n) => {
                let Some(left) = self.locals.len().checked_sub(usize::from(*n)) else {
                    return false;
                };
                self.locals.truncate(left);
            }
            FrameKind::Append(locals) => {
                self.locals.extend(locals.iter().map(|&local| known(local, symbols)));
            }
            FrameKind::Full { locals, stack } => {
                self.locals.clear();
                self.locals.extend(locals.iter().map(|&local| known(local, symbols)));
                self.stack.extend(stack.iter().map(|&value| known(value, symbols)));
            }
        }
        true
    }

    fn at(&self, place: Place) -> Option<Type> {
        let known = match place {
            Place::Stack(n) => self.stack.get(usize::from(n)),
            Place::Local(slot) => {
                let mut at = 0;
                self.locals.iter().find(|known| {
                    let is_it = at == u32::from(slot);
                    at += known.width();
                    is_it
                })
            }
        };
        match known {
            Some(Known::Type(ty)) if ty.is_reference() => Some(*ty),
            _ => None,
        }
    }
}

impl Known {
    /// Slots that a local variable takes.
    fn width(&self) -> u32 {
        match self {
            Known::Type(ty) if ty.is_wide() => 2,
            _ => 1,
        }
    }
}

fn known(ty: VerificationType, symbols: &mut Symbols<'_, '_>) -> Known {
    let ty = match ty {
        VerificationType::Integer => Type::Int,
        VerificationType::Float => Type::Float,
        VerificationType::Long => Type::Long,
        VerificationType::Double => Type::Double,
        VerificationType::Null => Type::Null,
        VerificationType::Object(index) => match symbols.class_type(index) {
            Ok(ty) => ty,
            Err(_) => return Known::Nothing,
        },
        VerificationType::Top
        | VerificationType::UninitializedThis
        | VerificationType::Uninitialized(_) => return Known::Nothing,
    };
    Known::Type(ty)
}

fn initial_locals(class: Name, method: &Method) -> Vec<Known> {
    let receiver = (!method.is_static()).then_some(Type::Ref(class));
    let all = receiver.iter().chain(method.ty.parameters());
    all.map(|ty| Known::Type(ty.computational())).collect()
}
