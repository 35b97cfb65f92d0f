//! Whole models as text, and their comparison.

use models::{ClassModel, Models, Place};
use std::fmt::Write;

/// All that the models say, as one file.
pub fn print(models: &Models) -> String {
    let mut text = String::new();
    // Only an import makes the name of a class without package known.
    for class in models.classes().iter().filter(|class| !class.name.contains('/')) {
        writeln!(text, "import {}", class.name).unwrap();
    }
    for class in models.classes() {
        writeln!(text, "{class}").unwrap();
    }
    for rule in models.properties() {
        writeln!(text, "{rule}").unwrap();
    }
    for given in models.all_givens() {
        writeln!(text, "{given}").unwrap();
    }
    for cut in models.cuts() {
        writeln!(text, "{cut}").unwrap();
    }
    text
}

/// Checks that two models say the same, wherever they say it.
pub fn same(one: &Models, other: &Models) {
    let classes = |models: &Models| -> Vec<ClassModel> {
        let mut classes = models.classes().to_vec();
        for class in &mut classes {
            class.place = Place::default();
            class.methods.iter_mut().for_each(|method| method.place = Place::default());
        }
        classes
    };
    for (one, other) in classes(one).iter().zip(classes(other)) {
        assert_eq!(*one, other);
    }
    assert_eq!(one.classes().len(), other.classes().len());
    let mut rules = [one, other].map(|models| models.properties().to_vec());
    rules.iter_mut().flatten().for_each(|rule| rule.place = Place::default());
    assert_eq!(rules[0], rules[1]);
    let mut cuts = [one, other].map(|models| models.cuts().to_vec());
    cuts.iter_mut().flatten().for_each(|cut| cut.place = Place::default());
    assert_eq!(cuts[0], cuts[1]);
    let mut givens = [one, other].map(|models| models.all_givens().to_vec());
    givens.iter_mut().flatten().for_each(|given| given.place = Place::default());
    assert_eq!(givens[0], givens[1]);
}
