//! All that is known about library classes, and how it is asked.

use crate::assemble::{assemble, index_of_methods};
use crate::data::{
    ClassModel, ClassPattern, Cut, Given, MethodModel, Place, Property, PropertyRule,
};
use crate::error::ModelError;
use crate::parse::parse_file;
use crate::patterns::PatternMap;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The built-in files, from the folder `jdk` of this crate.
static JDK_FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/jdk_files.rs"));

static JDK: LazyLock<(Models, Vec<ModelError>)> =
    LazyLock::new(|| Models::parse(JDK_FILES.iter().copied()));

/// The models of classes, properties and cuts of some files. Names of classes are internal ones in all questions.
#[derive(Clone, Debug, Default)]
pub struct Models {
    pub(crate) files: Vec<String>,
    pub(crate) classes: Vec<ClassModel>,
    pub(crate) by_name: FxHashMap<String, ClassIndex>,
    /// For each class: itself, then those that it is like, in the order in which methods are looked up.
    pub(crate) lookup: Vec<Vec<ClassIndex>>,
    pub(crate) methods: Vec<FxHashMap<String, Vec<Overload>>>,
    pub(crate) properties: Vec<PropertyRule>,
    /// By property and pattern: the number of the rule.
    pub(crate) property_index: FxHashMap<Property, PatternMap<Option<usize>>>,
    pub(crate) cuts: Vec<Cut>,
    pub(crate) givens: Vec<Given>,
    /// By class.
    pub(crate) given_index: FxHashMap<String, Vec<usize>>,
    pub(crate) cut_index: PatternMap<CutsOfPattern>,
    pub(crate) replaced: Vec<Replaced>,
}

/// The number of a class model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClassIndex(pub usize);

/// One of the methods of a name.
#[derive(Clone, Debug)]
pub(crate) struct Overload {
    /// The descriptors of its parameters in a row; none for any.
    pub parameters: Option<String>,
    /// Its number in the class.
    pub method: usize,
}

/// The cuts of one pattern of classes, by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct CutsOfPattern {
    pub all: Option<usize>,
    pub methods: FxHashMap<String, usize>,
}

/// A method model that was replaced by one of a later file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// Where the old one is.
    pub old: Place,
    /// Where the new one is.
    pub new: Place,
}

impl Models {
    /// Reads files, each a name for messages and a text. What is wrong is left out and reported; a later file overrides an
    /// earlier one.
    pub fn parse<N: Into<String>, T: AsRef<str>>(
        files: impl IntoIterator<Item = (N, T)>,
    ) -> (Self, Vec<ModelError>) {
        let mut parsed = Vec::new();
        for (number, (name, text)) in (0..).zip(files) {
            parsed.push((name.into(), parse_file(number, text.as_ref())));
        }
        assemble(parsed)
    }

    /// What comes with deadheat.
    pub fn jdk() -> &'static Self {
        &JDK.0
    }

    /// What is wrong with the built-in files: nothing, as a test makes sure.
    pub fn jdk_errors() -> &'static [ModelError] {
        &JDK.1
    }

    /// The built-in files: names and texts.
    pub fn jdk_files() -> &'static [(&'static str, &'static str)] {
        JDK_FILES
    }

    /// The built-in models, and those of a user's files, which override them.
    pub fn with_user_files<N: Into<String>, T: AsRef<str>>(
        files: impl IntoIterator<Item = (N, T)>,
    ) -> (Self, Vec<ModelError>) {
        let mut parsed = Vec::new();
        for (name, text) in JDK_FILES {
            parsed.push(((*name).to_owned(), parse_file(parsed.len() as u32, text)));
        }
        for (name, text) in files {
            parsed.push((name.into(), parse_file(parsed.len() as u32, text.as_ref())));
        }
        assemble(parsed)
    }

    /// The names of the files; a [`Place`] holds the number of one.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// A place as people read it: `file:line`.
    pub fn describe(&self, place: Place) -> String {
        let file = self.files.get(place.file as usize).map_or("?", String::as_str);
        format!("{file}:{}", place.line)
    }

    /// All models of classes, in the order in which they were read.
    pub fn classes(&self) -> &[ClassModel] {
        &self.classes
    }

    /// The model of a class, without those that it is like.
    pub fn class(&self, class: &str) -> Option<&ClassModel> {
        self.by_name.get(class).map(|index| &self.classes[index.0])
    }

    /// Gives the model of a class other methods; whether there is one.
    pub fn set_methods(&mut self, class: &str, methods: Vec<MethodModel>) -> bool {
        let Some(&index) = self.by_name.get(class) else { return false };
        let model = &mut self.classes[index.0];
        model.methods = methods;
        self.methods[index.0] = index_of_methods(model);
        true
    }

    /// The model of a class, followed by those that it is like, in the order in which methods are looked up.
    pub fn lookup_order(&self, class: &str) -> impl Iterator<Item = &ClassModel> {
        self.order(class).iter().map(|index| &self.classes[index.0])
    }

    fn order(&self, class: &str) -> &[ClassIndex] {
        self.by_name.get(class).map_or(&[], |index| self.lookup[index.0].as_slice())
    }

    /// The states of a class, with those of the classes that it is like.
    pub fn states(&self, class: &str) -> impl Iterator<Item = &str> {
        self.lookup_order(class).flat_map(|class| class.states.iter().map(String::as_str))
    }

    /// The model of a method that is declared in `class`: one with exactly these parameters, then one with any, then the same
    /// in the classes that `class` is like. Of the descriptor, the type of the result does not matter.
    pub fn method(&self, class: &str, name: &str, descriptor: &str) -> Option<&MethodModel> {
        let parameters = parameters_of(descriptor);
        let order = self.order(class);
        // What another class does when it is initialised says nothing about this one.
        let order = if name == "<clinit>" { order.get(..1).unwrap_or_default() } else { order };
        order.iter().find_map(|index| {
            let overloads = self.methods[index.0].get(name)?;
            let exact = overloads.iter().find(|o| o.parameters.as_deref() == Some(parameters));
            let found = exact.or_else(|| overloads.iter().find(|o| o.parameters.is_none()))?;
            Some(&self.classes[index.0].methods[found.method])
        })
    }

    /// What calls of a method mean that pass certain constants; the last that fits is meant.
    pub fn givens(
        &self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> impl Iterator<Item = &Given> {
        let all = self.given_index.get(class).map_or(&[][..], Vec::as_slice).iter().rev();
        let all = all.map(|&number| &self.givens[number]);
        all.filter(move |given| {
            given.method == name && given.parameters.concat() == parameters_of(descriptor)
        })
    }

    /// All that is said about constants.
    pub fn all_givens(&self) -> &[Given] {
        &self.givens
    }

    /// The cut of a method by the name of its class, the most specific one. Those with subtypes are [`Models::subtype_cuts`].
    pub fn cut(&self, class: &str, method: &str) -> Option<&Cut> {
        self.cut_index
            .matching(class)
            .find_map(|cuts| cuts.methods.get(method).copied().or(cuts.all))
            .map(|number| &self.cuts[number])
    }

    /// All cuts.
    pub fn cuts(&self) -> &[Cut] {
        &self.cuts
    }

    /// The cuts of classes with their subtypes (`a.b.C+`), for those who have a hierarchy.
    pub fn subtype_cuts(&self) -> impl Iterator<Item = &Cut> {
        self.cuts.iter().filter(|cut| matches!(cut.classes, ClassPattern::Subtypes(_)))
    }

    /// The rule that gives a class a property by its name. Rules with subtypes are [`Models::subtype_properties`].
    pub fn has_property(&self, class: &str, property: Property) -> Option<&PropertyRule> {
        let number = self.property_index.get(&property)?.matching(class).find_map(|rule| *rule)?;
        Some(&self.properties[number])
    }

    /// The classes that have a property together with all their subtypes (`a.b.C+`).
    pub fn subtype_properties(&self, property: Property) -> impl Iterator<Item = &str> {
        self.properties.iter().filter_map(move |rule| match &rule.classes {
            ClassPattern::Subtypes(class) if rule.property == property => Some(class.as_str()),
            _ => None,
        })
    }

    /// All rules about properties.
    pub fn properties(&self) -> &[PropertyRule] {
        &self.properties
    }

    /// The exceptions that the machine itself creates and throws.
    pub fn machine_exceptions(&self) -> impl Iterator<Item = &str> {
        self.properties.iter().filter_map(|rule| match &rule.classes {
            ClassPattern::Exact(class) if rule.property == Property::MachineException => {
                Some(class.as_str())
            }
            _ => None,
        })
    }

    /// The methods that a later file has described anew. Among the built-in files there are none.
    pub fn replaced(&self) -> &[Replaced] {
        &self.replaced
    }
}

/// The parameters of a method's descriptor.
fn parameters_of(descriptor: &str) -> &str {
    let parameters = descriptor.strip_prefix('(').unwrap_or(descriptor);
    parameters.rsplit_once(')').map_or(parameters, |(before, _)| before)
}
