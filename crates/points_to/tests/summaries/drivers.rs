//! The Java program that calls the methods of the JDK.
//!
//! Each method of each receiver has a driver of its own. It is called on arguments by type: an object of the program, or an
//! object that implements the interface, whose methods the test can watch.
//!
//! ```java
//! void m7() throws Throwable {
//!     java.util.ArrayList r = Made.r0();
//!     java.util.Collection a0 = new P0_java_util_Collection();
//!     try { Look.result(r.addAll(a0)); } catch (Throwable t) { Look.thrown(t); }
//!     Look.receiver(r);
//! }
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use classfile::{ClassFlags, MethodFlags};
use ir::class::Method;
use ir::{Class, Name, Type};

use super::library::Library;

/// How many parameters have objects of their own; further ones share the last.
const TAGS: usize = 4;

/// The lines of `receivers.txt` below one heading.
pub struct Group {
    pub name: &'static str,
    recipes: Vec<Recipe>,
}

/// How an object is made.
struct Recipe {
    ty: &'static str,
    /// None if there is no object, only static methods.
    made: Option<&'static str>,
    fill: &'static str,
    /// The first release that has it.
    since: u16,
}

/// What is to be compared.
pub fn groups() -> Vec<Group> {
    let wanted = std::env::var("DEADHEAT_RECEIVERS").unwrap_or_default();
    let mut groups: Vec<Group> = Vec::new();
    let lines = include_str!("receivers.txt").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match (line.strip_prefix('['), groups.last_mut()) {
            (Some(heading), _) => {
                let name = heading.strip_suffix(']').expect("receivers.txt: [name]");
                groups.push(Group { name, recipes: Vec::new() });
            }
            (None, Some(_)) if !line.contains(&wanted) => {}
            (None, Some(group)) => group.recipes.push(recipe(line)),
            (None, None) => panic!("receivers.txt: no group for {line}"),
        }
    }
    groups
}

fn recipe(line: &'static str) -> Recipe {
    let (since, rest) = match line.split_once(' ') {
        Some((number, rest)) if number.parse::<u16>().is_ok() => (number.parse().ok(), rest),
        _ => (None, line),
    };
    let mut parts = rest.split('|').map(str::trim);
    let mut part = || parts.next().unwrap_or_else(|| panic!("receivers.txt: {line}"));
    let (ty, made, fill) = (part(), part(), part());
    Recipe { ty, made: (made != "static").then_some(made), fill, since: since.unwrap_or(0) }
}

/// The program: names and texts of files, and what each driver calls.
#[derive(Default)]
pub struct Drivers {
    pub files: Vec<(String, String)>,
    /// By class and method of the driver.
    pub called: BTreeMap<(String, String), String>,
    /// How many classes of drivers there are: `app/D0` and so on.
    pub classes: usize,
    /// What is not called, and why.
    pub skipped: Vec<(String, &'static str)>,
}

/// Writes the program of a group for a JDK.
pub fn write(library: &Library, group: &Group) -> Drivers {
    let mut writer = Writer { library, parts: BTreeMap::new(), out: Drivers::default() };
    let mut made = String::from(HEAD);
    made.push_str("class Made {\n");
    let mut types = BTreeSet::new();
    let is_there = |recipe: &&Recipe| recipe.since <= library.jdk.release;
    for (at, recipe) in group.recipes.iter().filter(is_there).enumerate() {
        let Some(class) = library.class(Name::new(&recipe.ty.replace('.', "/"))) else {
            writer.out.skipped.push((recipe.ty.to_owned(), "the JDK does not have it"));
            continue;
        };
        let ty = source_name(class.name);
        if let Some(expression) = recipe.made {
            let fill = recipe.fill.replace('$', "r");
            writeln!(made, "  static {ty} r{at}() throws Throwable {{ {ty} r = {expression}; {fill} return r; }}")
                .expect("a string takes everything");
        }
        let is_first = types.insert(recipe.ty);
        writer.receiver(at, recipe, &class, is_first);
    }
    made.push_str("}\n");
    writer.out.files.push(("Made.java".to_owned(), made));
    writer.tags();
    let parts: String = writer.parts.values().flatten().map(String::as_str).collect();
    writer.out.files.push(("Parts.java".to_owned(), HEAD.to_owned() + &parts));
    for (name, text) in
        [("Look.java", include_str!("Look.java")), ("Make.java", include_str!("Make.java"))]
    {
        writer.out.files.push((name.to_owned(), text.to_owned()));
    }
    writer.out
}

const HEAD: &str = "package app;\nimport java.lang.ref.*;\nimport java.util.*;\nimport java.util.concurrent.*;\n\
    import java.util.concurrent.atomic.*;\nimport java.util.function.*;\nimport java.util.stream.*;\n";

/// A class as a source names it.
fn source_name(name: Name) -> String {
    name.as_str().replace(['/', '$'], ".")
}

fn source_type(ty: Type) -> String {
    match ty {
        _ if ty.is_array() => ty.element().map_or(String::new(), source_type) + "[]",
        Type::Ref(name) => source_name(name),
        _ => match ty.descriptor().as_str() {
            "Z" => "boolean",
            "B" => "byte",
            "C" => "char",
            "S" => "short",
            "I" => "int",
            "J" => "long",
            "F" => "float",
            _ => "double",
        }
        .to_owned(),
    }
}

/// The descriptors of the parameters, which tell overloads apart.
fn parameters(method: &Method) -> String {
    method.ty.parameters().iter().map(|ty| ty.descriptor()).collect()
}

/// Whether a method is another one with a variable in place of the type of a parameter.
fn is_erased(method: &Method, other: &Method) -> bool {
    let (own, others) = (method.ty.parameters(), other.ty.parameters());
    let is_same = |own: Type, other: Type| {
        own == other || own == Type::object() && other.is_reference() && !other.is_array()
    };
    method.name == other.name
        && own != others
        && own.len() == others.len()
        && own.iter().zip(others).all(|(&own, &other)| is_same(own, other))
}

struct Writer<'a> {
    library: &'a Library,
    /// Classes of the program that implement an interface, by name; none while one is being written.
    parts: BTreeMap<String, Option<String>>,
    out: Drivers,
}

impl Writer<'_> {
    /// The drivers for one receiver.
    fn receiver(&mut self, at: usize, recipe: &Recipe, class: &Arc<Class>, is_first: bool) {
        let ty = source_name(class.name);
        let mut text = format!("{HEAD}class D{at} {{\n");
        let mut runs = String::new();
        let mut count = 0;
        let methods = self.methods(class);
        for (owner, method) in &methods {
            let is_maker = method.is_static() || method.name.as_str() == "<init>";
            if (is_maker && !is_first) || (!is_maker && recipe.made.is_none()) {
                continue;
            }
            let made = recipe.made.unwrap_or("static").replace("new Object[] ", "");
            let what = format!("{}.{}{} of {made}", owner, method.name, method.ty);
            let Some(driver) = self.driver(at, count, &ty, method, is_maker) else {
                self.out.skipped.push((what, "an argument cannot be made"));
                continue;
            };
            text.push_str(&driver);
            writeln!(runs, "    new D{at}().m{count}();").expect("a string takes everything");
            self.out.called.insert((format!("app/D{at}"), format!("m{count}")), what);
            count += 1;
        }
        write!(text, "  static void run() throws Throwable {{\n{runs}  }}\n}}\n")
            .expect("a string takes everything");
        self.out.files.push((format!("D{at}.java"), text));
        self.out.classes = at + 1;
    }

    /// The public methods that can be called on a class: own and inherited ones, static ones and constructors.
    fn methods(&self, class: &Arc<Class>) -> Vec<(Name, Method)> {
        let mut found: Vec<(Name, Method)> = Vec::new();
        let mut seen = BTreeSet::new();
        for owner in self.with_supertypes(class) {
            let is_own = owner.name == class.name;
            for method in &owner.methods {
                let is_maker = method.is_static() || method.name.as_str() == "<init>";
                let is_abstract = class.flags.contains(ClassFlags::ABSTRACT);
                let is_made = method.flags.contains(MethodFlags::SYNTHETIC);
                let is_called = method.flags.contains(MethodFlags::PUBLIC)
                    && !is_made
                    && (class.is_interface() || !method.flags.contains(MethodFlags::ABSTRACT))
                    && (is_own || !is_maker)
                    && !(method.name.as_str() == "<init>" && is_abstract)
                    && !["<clinit>", "getClass", "notify", "notifyAll", "wait"]
                        .contains(&method.name.as_str());
                if is_called && seen.insert((method.name, parameters(method))) {
                    found.push((owner.name, method.clone()));
                }
            }
        }
        found
    }

    /// A class and everything above it, the nearest first; `Object` for interfaces, too.
    fn with_supertypes(&self, class: &Arc<Class>) -> Vec<Arc<Class>> {
        let mut all: Vec<Arc<Class>> = vec![Arc::clone(class)];
        let mut at = 0;
        while at < all.len() {
            let above = all[at].super_class.iter().chain(&all[at].interfaces);
            let above: Vec<_> = above.filter_map(|&name| self.library.class(name)).collect();
            for class in above {
                if !all.iter().any(|known| known.name == class.name) {
                    all.push(class);
                }
            }
            at += 1;
        }
        all
    }

    /// The driver for one method; none if it cannot be called.
    fn driver(
        &mut self,
        receiver: usize,
        number: usize,
        ty: &str,
        method: &Method,
        is_maker: bool,
    ) -> Option<String> {
        let mut text = format!("  void m{number}() throws Throwable {{\n");
        if !is_maker {
            writeln!(text, "    {ty} r = Made.r{receiver}();").ok()?;
        }
        let mut arguments = Vec::new();
        let mut looked_at = String::new();
        for (at, &parameter) in method.ty.parameters().iter().enumerate() {
            let value = self.value(parameter, at.min(TAGS - 1))?;
            writeln!(text, "    {} a{at} = {value};", source_type(parameter)).ok()?;
            arguments.push(format!("a{at}"));
            if parameter.element().is_some_and(Type::is_reference) {
                writeln!(looked_at, "    Look.argument(a{at});").ok()?;
            }
        }
        let arguments = arguments.join(", ");
        let name = method.name.as_str();
        let call = match (name, is_maker) {
            ("<init>", _) => format!("new {ty}({arguments})"),
            (_, true) => format!("{ty}.{name}({arguments})"),
            _ => format!("r.{name}({arguments})"),
        };
        let has_result = name == "<init>" || method.ty.result().is_some_and(Type::is_reference);
        let call = if has_result { format!("Look.result({call})") } else { call };
        writeln!(text, "    try {{ {call}; }} catch (Throwable t) {{ Look.thrown(t); }}").ok()?;
        if !is_maker {
            text.push_str("    Look.receiver(r);\n");
        }
        text.push_str(&looked_at);
        text.push_str("  }\n");
        Some(text)
    }

    /// An expression for a value of a type, told apart by a number.
    fn value(&mut self, ty: Type, tag: usize) -> Option<String> {
        if let Some(element) = ty.element() {
            let value = self.value(element, tag)?;
            return Some(format!("new {}[] {{{value}}}", source_type(element)));
        }
        let Type::Ref(name) = ty else {
            return Some(if ty.descriptor() == "Z" { "false" } else { "0" }.to_owned())
                .map(|value| format!("({}) {value}", source_type(ty)).replace("(boolean) ", ""));
        };
        Some(match name.as_str() {
            "java/lang/Object"
            | "java/lang/Comparable"
            | "java/util/Map$Entry"
            | "java/lang/Runnable"
            | "java/util/concurrent/Callable"
            | "java/util/concurrent/Delayed" => format!("new Arg{tag}()"),
            "java/lang/String" | "java/lang/CharSequence" => "\"s\"".to_owned(),
            "java/lang/Class" => "Color.class".to_owned(),
            "java/lang/Enum" => "Color.RED".to_owned(),
            "java/lang/Throwable" | "java/lang/Exception" => format!("new Err{tag}()"),
            "java/util/stream/Stream" => format!("Stream.of(new Arg{tag}())"),
            "java/util/stream/IntStream" => "IntStream.of(1)".to_owned(),
            "java/util/stream/LongStream" => "LongStream.of(1)".to_owned(),
            "java/util/stream/DoubleStream" => "DoubleStream.of(1)".to_owned(),
            "java/util/concurrent/CompletableFuture" | "java/util/concurrent/CompletionStage" => {
                format!("CompletableFuture.completedFuture(new Arg{tag}())")
            }
            "java/util/Optional" => format!("Optional.of(new Arg{tag}())"),
            "java/lang/Thread" => "new Thread()".to_owned(),
            "java/util/stream/Collector" => "Collectors.toList()".to_owned(),
            "java/util/concurrent/TimeUnit" => "TimeUnit.SECONDS".to_owned(),
            _ => return self.other_value(name, tag),
        })
    }

    fn other_value(&mut self, name: Name, tag: usize) -> Option<String> {
        let class = self.library.class(name)?;
        let flags = class.inner_flags.unwrap_or(class.flags);
        let is_public = flags.contains(ClassFlags::PUBLIC);
        if is_public && class.is_interface() && class.permitted_subclasses.is_empty() {
            return Some(format!("new {}()", self.part(&class, tag)?));
        }
        let is_made = class.methods.iter().any(|method| {
            method.name.as_str() == "<init>"
                && method.ty.parameters().is_empty()
                && method.flags.contains(MethodFlags::PUBLIC)
        });
        let is_made = is_public && is_made && !flags.contains(ClassFlags::ABSTRACT);
        is_public.then(|| match is_made {
            true => format!("new {}()", source_name(name)),
            false => format!("({}) null", source_name(name)),
        })
    }

    /// A class of the program that implements an interface; its name.
    fn part(&mut self, class: &Arc<Class>, tag: usize) -> Option<String> {
        let name = format!("P{tag}_{}", class.name.as_str().replace(['/', '$'], "_"));
        if self.parts.contains_key(&name) {
            return Some(name);
        }
        self.parts.insert(name.clone(), None);
        let mut text = format!("class {name} implements {} {{\n", source_name(class.name));
        let object = self.library.class(Name::new("java/lang/Object"))?;
        let mut seen: BTreeSet<_> =
            object.methods.iter().map(|m| (m.name, parameters(m))).collect();
        let mut declared = Vec::new();
        for owner in self.with_supertypes(class) {
            for method in &owner.methods {
                let key = (method.name, parameters(method));
                // The nearest declaration decides about the result, and whether there is code.
                let is_new = !method.is_static()
                    && !method.flags.contains(MethodFlags::SYNTHETIC)
                    && !declared.iter().any(|nearer: &Method| is_erased(method, nearer))
                    && seen.insert(key);
                declared.push(method.clone());
                if is_new && method.flags.contains(MethodFlags::ABSTRACT) {
                    text.push_str(&self.part_method(method, tag));
                }
            }
        }
        text.push_str("}\n");
        self.parts.insert(name.clone(), Some(text));
        Some(name)
    }

    /// A method of the program that the JDK calls: it calls the functions that it is given, and returns an object.
    fn part_method(&mut self, method: &Method, tag: usize) -> String {
        let parameters = method.ty.parameters();
        let declared: Vec<String> = (0..parameters.len())
            .map(|at| format!("{} p{at}", source_type(parameters[at])))
            .collect();
        let mut text = String::new();
        for (at, &ty) in parameters.iter().enumerate() {
            if let Some(call) = self.call_of_function(ty, tag) {
                text.push_str(&format!("try {{ p{at}.{call}; }} catch (Throwable t) {{}} "));
            }
        }
        let name = method.name.as_str();
        let result = match method.ty.result() {
            Some(ty) if ty == Type::object() => match name {
                "apply" | "get" | "call" if parameters.len() < 3 => {
                    format!("return Make.any(new Res{tag}());")
                }
                _ if name.contains("Key") => format!("return new Key{tag}();"),
                _ => format!("return new Arg{tag}();"),
            },
            Some(ty) => {
                let value = self.value(ty, tag).unwrap_or_else(|| "null".to_owned());
                format!("return {value};")
            }
            None => String::new(),
        };
        let ty = method.ty.result().map_or("void".to_owned(), source_type);
        format!("  public {ty} {name}({}) {{ {text}{result} }}\n", declared.join(", "))
    }

    /// The call of the only method of an interface on objects of the program.
    fn call_of_function(&self, ty: Type, tag: usize) -> Option<String> {
        let Type::Ref(name) = ty else { return None };
        if ty.is_array() || !name.as_str().starts_with("java/util/function/") {
            let is_task = name.as_str() == "java/lang/Runnable" && !ty.is_array();
            return is_task.then(|| "run()".to_owned());
        }
        let class = self.library.class(name)?;
        let method = class.methods.iter().find(|m| m.flags.contains(MethodFlags::ABSTRACT))?;
        let arguments = method.ty.parameters().iter().map(|&ty| match ty.is_reference() {
            true => format!("new Arg{tag}()"),
            false => format!("({}) 0", source_type(ty)),
        });
        Some(format!("{}({})", method.name, arguments.collect::<Vec<_>>().join(", ")))
    }

    /// The classes of the program whose objects are followed.
    fn tags(&mut self) {
        let mut text = HEAD.to_owned();
        let numbered =
            |name: &str| (0..TAGS).map(move |at| format!("{name}{at}")).collect::<Vec<_>>();
        let plain = ["Fill", "Key", "Val", "EntryKey", "EntryValue", "CallResult"];
        let mut names: Vec<String> = plain.iter().map(|&name| name.to_owned()).collect();
        names.extend(["Arg", "Key", "Res"].iter().flat_map(|name| numbered(name)));
        for name in names {
            write!(
                text,
                "class {name} extends Tag {{\n  public int compareTo(Delayed o) {{ return 0; }}\n  \
                 public boolean equals(Object o) {{ return this == o; }}\n  \
                 public int hashCode() {{ return 0; }}\n  public String toString() {{ return \"\"; }}\n  \
                 public void run() {{}}\n  public Object call() {{ return new CallResult(); }}\n  \
                 public Object getKey() {{ return new EntryKey(); }}\n  \
                 public Object getValue() {{ return new EntryValue(); }}\n}}\n"
            )
            .expect("a string takes everything");
        }
        for name in numbered("Err") {
            writeln!(text, "class {name} extends RuntimeException {{}}")
                .expect("a string takes everything");
        }
        self.out.files.push(("Tags.java".to_owned(), text));
    }
}
