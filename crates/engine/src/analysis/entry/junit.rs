//! Tests, as JUnit 3, 4 and 5 and TestNG find them.

use std::collections::HashSet;
use std::sync::Arc;

use classfile::{ClassFlags, MethodFlags};
use ir::class::{Annotation, AnnotationValue};
use ir::{Class, Method, MethodType, Name, Type};

use super::declarations::Declarations;

/// When a method runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It is a test.
    Test,
    /// Before tests: before each or before all, and what gives them their parameters.
    Before,
    /// After tests.
    After,
}

/// What the annotations of JUnit and TestNG mean.
const ROLES: &[(&str, Role)] = &[
    ("org/junit/Test", Role::Test),
    ("org/junit/Before", Role::Before),
    ("org/junit/BeforeClass", Role::Before),
    ("org/junit/After", Role::After),
    ("org/junit/AfterClass", Role::After),
    ("org/junit/runners/Parameterized$Parameters", Role::Before),
    ("org/junit/experimental/theories/Theory", Role::Test),
    ("org/junit/experimental/theories/DataPoint", Role::Before),
    ("org/junit/experimental/theories/DataPoints", Role::Before),
    ("org/junit/jupiter/api/Test", Role::Test),
    ("org/junit/jupiter/api/RepeatedTest", Role::Test),
    ("org/junit/jupiter/api/TestFactory", Role::Test),
    ("org/junit/jupiter/api/TestTemplate", Role::Test),
    ("org/junit/jupiter/params/ParameterizedTest", Role::Test),
    ("org/junit/jupiter/api/BeforeEach", Role::Before),
    ("org/junit/jupiter/api/BeforeAll", Role::Before),
    ("org/junit/jupiter/api/AfterEach", Role::After),
    ("org/junit/jupiter/api/AfterAll", Role::After),
    (TEST_NG, Role::Test),
    ("org/testng/annotations/DataProvider", Role::Before),
    ("org/testng/annotations/BeforeSuite", Role::Before),
    ("org/testng/annotations/BeforeTest", Role::Before),
    ("org/testng/annotations/BeforeGroups", Role::Before),
    ("org/testng/annotations/BeforeClass", Role::Before),
    ("org/testng/annotations/BeforeMethod", Role::Before),
    ("org/testng/annotations/AfterMethod", Role::After),
    ("org/testng/annotations/AfterClass", Role::After),
    ("org/testng/annotations/AfterGroups", Role::After),
    ("org/testng/annotations/AfterTest", Role::After),
    ("org/testng/annotations/AfterSuite", Role::After),
];

/// A test of TestNG; on a class: all public methods are.
const TEST_NG: &str = "org/testng/annotations/Test";

/// Names the methods that give a test its parameters.
const METHOD_SOURCE: &str = "org/junit/jupiter/params/provider/MethodSource";

/// The superclass of tests of JUnit 3.
const TEST_CASE: &str = "junit/framework/TestCase";

/// The tests of a class, own and inherited.
#[derive(Default)]
pub(super) struct Suite {
    /// What runs before them.
    pub(super) before: Vec<Method>,
    /// The tests.
    pub(super) tests: Vec<Test>,
    /// What runs after them.
    pub(super) after: Vec<Method>,
}

/// A test.
pub(super) struct Test {
    pub(super) method: Method,
    /// Methods that give it its parameters.
    pub(super) sources: Vec<Method>,
}

/// The tests of a class. None if it is abstract: they run in its subclasses.
pub(super) fn suite(declarations: &Declarations<'_>, class: &Arc<Class>) -> Suite {
    let mut suite = Suite::default();
    let has_none = ClassFlags::ABSTRACT | ClassFlags::INTERFACE | ClassFlags::MODULE;
    if class.flags.intersects(has_none) {
        return suite;
    }
    let above = declarations.supertypes(class);
    let is_test_case = above.iter().any(|name| name.as_str() == TEST_CASE);
    let mut seen: HashSet<(Name, MethodType)> = HashSet::new();
    // What overrides a test is a test only if it says so itself.
    for owner in above.iter().filter_map(|&name| declarations.get(name)) {
        for method in &owner.methods {
            if !seen.insert((method.name, method.ty)) {
                continue;
            }
            let role = role_of_all(declarations, &method.annotations)
                .or_else(|| is_test_case.then(|| role_by_name(method)).flatten())
                .or_else(|| role_by_class(&owner, method));
            match role {
                Some(Role::Test) => {
                    let sources = sources(&owner, method);
                    suite.tests.push(Test { method: method.clone(), sources });
                }
                Some(Role::Before) => suite.before.push(method.clone()),
                Some(Role::After) => suite.after.push(method.clone()),
                None => {}
            }
        }
    }
    suite
}

fn role_of_all(declarations: &Declarations<'_>, annotations: &[Annotation]) -> Option<Role> {
    annotations.iter().find_map(|annotation| role_of(declarations, annotation, 0))
}

/// What an annotation means, by itself or because of an annotation of its own.
fn role_of(declarations: &Declarations<'_>, annotation: &Annotation, depth: usize) -> Option<Role> {
    let Type::Ref(name) = annotation.ty else { return None };
    let known = ROLES.iter().find(|(annotation, _)| *annotation == name.as_str());
    if let Some((_, role)) = known {
        return Some(*role);
    }
    // Annotations may be their own annotations.
    if depth > 4 || !declarations.is_application(name) {
        return None;
    }
    let class = declarations.get(name)?;
    class.annotations.iter().find_map(|above| role_of(declarations, above, depth + 1))
}

/// In TestNG, an annotation of the class makes tests of its public methods.
fn role_by_class(class: &Class, method: &Method) -> Option<Role> {
    let is_it = |annotation: &Annotation| annotation.ty == Type::Ref(Name::new(TEST_NG));
    let is_named = !method.name.as_str().starts_with('<');
    let is_public = super::library::is_public(method) && !method.is_static() && is_named;
    (is_public && class.annotations.iter().any(is_it)).then_some(Role::Test)
}

/// In JUnit 3 it is the name that counts.
fn role_by_name(method: &Method) -> Option<Role> {
    if method.is_static() || method.flags.contains(MethodFlags::PRIVATE) {
        return None;
    }
    let name = method.name.as_str();
    let is_plain = method.ty.parameters().is_empty() && method.ty.result().is_none();
    match name {
        _ if !is_plain => None,
        "setUp" => Some(Role::Before),
        "tearDown" => Some(Role::After),
        _ if name.starts_with("test") && method.flags.contains(MethodFlags::PUBLIC) => {
            Some(Role::Test)
        }
        _ => None,
    }
}

/// The methods of the same class that give a test its parameters. Those of other classes are rare.
fn sources(owner: &Class, test: &Method) -> Vec<Method> {
    let is_source = |annotation: &&Annotation| annotation.ty == Type::Ref(Name::new(METHOD_SOURCE));
    let Some(annotation) = test.annotations.iter().find(is_source) else { return Vec::new() };
    let mut names: Vec<&str> = Vec::new();
    for (element, value) in &annotation.elements {
        if element.as_str() == "value" {
            texts(value, &mut names);
        }
    }
    // Without a name, the method is called as the test is.
    names.retain(|name| !name.is_empty());
    if names.is_empty() {
        names.push(test.name.as_str());
    }
    let is_it = |method: &&Method| {
        (method.name, method.ty) != (test.name, test.ty) && names.contains(&method.name.as_str())
    };
    owner.methods.iter().filter(is_it).cloned().collect()
}

fn texts(value: &AnnotationValue, into: &mut Vec<&'static str>) {
    match value {
        AnnotationValue::Text(text) => into.push(text.as_str()),
        AnnotationValue::Array(values) => values.iter().for_each(|value| texts(value, into)),
        _ => {}
    }
}
