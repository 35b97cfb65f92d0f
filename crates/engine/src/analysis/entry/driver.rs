//! The class that calls the entry points.

use std::sync::Arc;

use classfile::{ClassFlags, MethodFlags, Version};
use ir::body::InvokeKind;
use ir::{Class, Method, MethodCode, MethodType, Name, Type, Value};
use points_to::EntryPoint;

use super::callers::Callers;
use super::declarations::Declarations;
use super::junit::{Suite, Test};
use super::mains::Main;
use super::shared::{Shared, Survey};
use super::straight::Straight;
use super::supply::{Maker, Supply};

/// The name of the class. No compiler gives a class such a name. Those of callers begin with it.
pub(crate) const DRIVER: &str = "entry-points";

/// Makes a static method for each entry point, which calls it.
pub(super) struct Driver<'d> {
    class: Class,
    supply: Supply<'d>,
    /// The methods that call mains.
    mains: Vec<Name>,
    callers: Callers,
}

/// The classes that call the entry points.
pub(super) struct Driving {
    pub(super) class: Class,
    /// Threads that it starts.
    pub(super) callers: Vec<Class>,
    pub(super) points: Vec<EntryPoint>,
    /// Those of them that call mains.
    pub(super) mains: Vec<EntryPoint>,
}

impl<'d> Driver<'d> {
    /// With a survey, what users call is called by several threads at once.
    pub(super) fn new(declarations: &'d Declarations<'d>, survey: Option<&'d Survey<'d>>) -> Self {
        let version = Version { major: 61, minor: 0 };
        let class = Class::new(Name::new(DRIVER), version, ClassFlags::PUBLIC | ClassFlags::SUPER);
        let supply = Supply::new(declarations, survey);
        Driver { class, supply, mains: Vec::new(), callers: Callers::default() }
    }

    pub(super) fn finish(self) -> Driving {
        let Driver { mut class, mut supply, mains, callers } = self;
        let mut made = Straight::default();
        supply.make_shared(&mut made);
        let (starts, callers) = callers.finish(&mut made);
        if !callers.is_empty() {
            add(&mut class, made);
        }
        let (fields, makers) = supply.finish();
        class.fields = fields;
        let mut others = Vec::new();
        for maker in makers {
            match maker {
                Maker::Filling(code) => add(&mut class, code),
                Maker::Returning(name, ty, code) => others.push(method(name, Some(ty), code)),
            }
        }
        let point =
            |method: &Method| EntryPoint { class: class.name, name: method.name, ty: method.ty };
        let points: Vec<EntryPoint> = class.methods.iter().map(point).collect();
        let mains = points.iter().filter(|point| mains.contains(&point.name)).copied().collect();
        class.methods.extend(others);
        class.methods.extend(starts.into_iter().map(|(name, code)| method(name, None, code)));
        Driving { class, callers, points, mains }
    }

    fn add(&mut self, code: Straight) {
        add(&mut self.class, code);
    }

    /// `main` with one argument, after the initialiser of the class that was launched, which may inherit it.
    pub(super) fn main(&mut self, class: &Arc<Class>, main: &Main) {
        let mut code = Straight::default();
        let is_inherited = main.owner.name != class.name;
        if let (true, Some(initialiser)) = (is_inherited, class.method("<clinit>", "()V")) {
            invoke(&mut code, class, initialiser, &[]);
        }
        let mut args = Vec::new();
        if !main.method.is_static() {
            let object = code.new_object(class.name);
            if let Some(init) = class.method("<init>", "()V") {
                invoke(&mut code, class, init, &[object]);
            }
            args.push(object);
        }
        for &ty in main.method.ty.parameters() {
            let array = code.new_array(ty);
            let text = code.text("argument");
            code.store_element(array, text);
            args.push(array);
        }
        invoke(&mut code, class, &main.method, &args);
        self.add(code);
        self.mains.extend(self.class.methods.last().map(|method| method.name));
    }

    /// A test on an object of its own, between what runs before and after it.
    pub(super) fn test(&mut self, class: &Arc<Class>, suite: &Suite, test: &Test) {
        let mut code = Straight::default();
        let object = code.new_object(class.name);
        for init in self.supply.constructors(class) {
            let args = self.supply.args(&mut code, Some(object), &init);
            invoke(&mut code, class, &init, &args);
        }
        let run = |driver: &mut Self, code: &mut Straight, method: &Method| {
            let receiver = (!method.is_static()).then_some(object);
            let args = driver.supply.args(code, receiver, method);
            invoke(code, class, method, &args);
        };
        for method in suite.before.iter().chain(&test.sources) {
            run(self, &mut code, method);
        }
        run(self, &mut code, &test.method);
        for method in &suite.after {
            run(self, &mut code, method);
        }
        self.add(code);
    }

    /// A method on a receiver and arguments that are made by type.
    pub(super) fn call(&mut self, class: &Arc<Class>, method: &Method) {
        self.call_of(class, class, method);
    }

    /// Objects of exactly this class are shared by all callers.
    pub(super) fn share(&mut self, class: &Arc<Class>) {
        self.supply.share(class);
    }

    /// A method that several threads call at the same time.
    pub(super) fn call_at_once(
        &mut self,
        class: &Arc<Class>,
        owner: &Arc<Class>,
        method: &Method,
        how: Shared,
    ) {
        self.callers.call(&mut self.supply, class, owner, method, how);
    }

    /// A method that one thread carries out while others call.
    pub(super) fn task(&mut self, class: &Arc<Class>, owner: &Arc<Class>, method: &Method) {
        self.callers.task(&mut self.supply, class, owner, method);
    }

    /// The same for a method that another class declares. A constructor is called where objects of the class are made.
    pub(super) fn call_of(&mut self, class: &Arc<Class>, owner: &Arc<Class>, method: &Method) {
        let ty = Type::Ref(class.name);
        if method.name.as_str() == "<init>" {
            return self.supply.want(ty);
        }
        let mut code = Straight::default();
        let receiver = (!method.is_static()).then(|| self.supply.take(&mut code, ty));
        let args = self.supply.args(&mut code, receiver, method);
        let named = if method.is_static() { owner } else { class };
        if let Some(result) = invoke(&mut code, named, method, &args) {
            self.supply.keep(&mut code, result, method.ty.result());
        }
        self.add(code);
    }
}

/// Adds a static method with this code, an entry point.
fn add(class: &mut Class, code: Straight) {
    let name = format!("entry{}", class.methods.len());
    class.methods.push(method(Name::new(&name), None, code));
}

/// A static method with this code.
fn method(name: Name, result: Option<Type>, code: Straight) -> Method {
    Method {
        name,
        ty: MethodType::new(&[], result),
        flags: MethodFlags::PUBLIC | MethodFlags::STATIC,
        signature: None,
        exceptions: Vec::new(),
        annotations: Vec::new(),
        code: MethodCode::Body(Box::new(code.finish())),
    }
}

/// Calls a method of a class on arguments, the receiver first.
pub(super) fn invoke(
    code: &mut Straight,
    class: &Class,
    method: &Method,
    args: &[Value],
) -> Option<Value> {
    let is_direct = method.name.as_str() == "<init>" || method.flags.contains(MethodFlags::PRIVATE);
    let kind = match (method.is_static(), is_direct, class.is_interface()) {
        (true, ..) => InvokeKind::Static,
        (_, true, _) => InvokeKind::Special,
        (_, _, true) => InvokeKind::Interface,
        _ => InvokeKind::Virtual,
    };
    code.call(kind, class.name, class.is_interface(), (method.name, method.ty), args)
}
