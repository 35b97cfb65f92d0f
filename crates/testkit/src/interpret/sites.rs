//! `invokedynamic`, as the known bootstrap methods of the JDK link it.

use ir::body::{CallSite, CallSiteId, CallSiteKind, Constant, DynamicConstant, Lambda};
use ir::{Body, MethodHandle, Name, Type};

use super::heap::Closure;
use super::{Done, Machine, Object, Value, library, stuck};

impl Machine<'_> {
    /// Executes an `invokedynamic` of a body.
    pub(super) fn dynamic(&mut self, body: &Body, site: CallSiteId, args: Vec<Value>) -> Done {
        let site = &body.call_sites[site];
        match &site.kind {
            CallSiteKind::Lambda(lambda) => self.closure(site.name, lambda, args),
            CallSiteKind::StringConcat { recipe, constants } => {
                let text = self.concat(site, *recipe, constants, &args)?;
                Ok(Some(Value::Ref(Some(self.heap.add(Object::Text(text))))))
            }
            CallSiteKind::Switch { labels, .. } => match args[..] {
                [target, Value::Int(start)] => {
                    self.label(body, target, labels, start).map(|number| Some(Value::Int(number)))
                }
                _ => stuck("a switch has a value and a number"),
            },
            other => stuck(format!("{other:?} is not known")),
        }
    }

    /// The primitive types of the interface's method must be those of the implementation: nothing is boxed here.
    fn closure(&mut self, method: Name, lambda: &Lambda, captured: Vec<Value>) -> Done {
        let Type::Ref(interface) = lambda.interface else {
            return stuck("a lambda without an interface");
        };
        let implementation = lambda.implementation;
        let closure = Closure { interface, method, implementation, captured };
        Ok(Some(Value::Ref(Some(self.heap.add(Object::Lambda(closure))))))
    }

    fn concat(
        &self,
        site: &CallSite,
        recipe: Name,
        constants: &[Constant],
        args: &[Value],
    ) -> Done<String> {
        let mut types = site.ty.parameters().iter();
        let mut args = args.iter();
        let mut constants = constants.iter();
        let mut text = String::new();
        for c in recipe.as_str().chars() {
            match c {
                '\u{1}' => match (args.next(), types.next()) {
                    (Some(&arg), Some(&ty)) => text.push_str(&self.text_of(arg, ty)?),
                    _ => return stuck("the recipe has more arguments than the site"),
                },
                '\u{2}' => match constants.next() {
                    Some(Constant::String(constant)) => text.push_str(constant.as_str()),
                    other => return stuck(format!("the constant {other:?} of a recipe")),
                },
                c => text.push(c),
            }
        }
        Ok(text)
    }

    fn text_of(&self, value: Value, ty: Type) -> Done<String> {
        Ok(match (value, ty) {
            (Value::Int(n), Type::Boolean) => (n != 0).to_string(),
            (Value::Int(n), Type::Char) => match u32::try_from(n).ok().and_then(char::from_u32) {
                Some(c) => c.to_string(),
                None => return stuck("half of a character"),
            },
            (Value::Int(n), _) => n.to_string(),
            (Value::Long(n), _) => n.to_string(),
            (Value::Ref(None), _) => "null".to_owned(),
            (Value::Ref(Some(object)), _) => match self.heap.text(object) {
                Some(text) => text.to_owned(),
                None => return stuck("the text of an object"),
            },
            _ => return stuck("the text of a fraction"),
        })
    }

    /// The number of the first label from `start` on that fits; of `null`, -1; if none does, the number of labels.
    fn label(&self, body: &Body, target: Value, labels: &[Constant], start: i32) -> Done<i32> {
        if target == Value::Ref(None) {
            return Ok(-1);
        }
        for (number, label) in labels.iter().enumerate().skip(start as usize) {
            if self.fits(body, target, label)? {
                return Ok(number as i32);
            }
        }
        Ok(labels.len() as i32)
    }

    fn fits(&self, body: &Body, target: Value, label: &Constant) -> Done<bool> {
        Ok(match (target, label) {
            (Value::Ref(Some(target)), Constant::Class(ty)) => self.is_instance(target, *ty),
            (Value::Ref(Some(target)), Constant::String(text)) => {
                self.heap.text(target) == Some(text.as_str())
            }
            (Value::Ref(Some(target)), Constant::Int(n)) => {
                library::boxed(self, target) == Some(Value::Int(*n))
            }
            (Value::Int(_), Constant::Dynamic(id)) => is_int_class(&body.dynamics[*id]),
            other => return stuck(format!("a label and its target: {other:?}")),
        })
    }
}

/// Primitive classes are not constants of the pool; `ConstantBootstraps.primitiveClass` makes one of its name.
fn is_int_class(constant: &DynamicConstant) -> bool {
    let MethodHandle::Method(_, bootstrap) = constant.bootstrap else { return false };
    bootstrap.data().name.as_str() == "primitiveClass" && constant.name.as_str() == "I"
}
