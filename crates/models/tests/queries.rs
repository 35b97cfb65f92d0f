//! What models answer.

use models::{MethodCode, Models, Property};

fn models(files: &[(&str, &str)]) -> Models {
    let (models, errors) = Models::parse(files.iter().copied());
    assert!(errors.is_empty(), "{errors:?}");
    models
}

/// The reason of the method's cut: the fixtures use it as a name.
fn found<'a>(models: &'a Models, class: &str, name: &str, descriptor: &str) -> Option<&'a str> {
    models.method(class, name, descriptor).map(|method| match &method.code {
        MethodCode::Cut(reason) => reason.as_str(),
        _ => "not a cut",
    })
}

#[test]
fn exact_parameters_come_before_any() {
    let models = models(&[(
        "a",
        "class a.B {\n method m(*) cut \"any\"\n method m(int, Object[]) cut \"exact\"\n \
         method n() cut \"none\"\n}",
    )]);
    let of = |name, descriptor| found(&models, "a/B", name, descriptor);
    assert_eq!(of("m", "(I[Ljava/lang/Object;)V"), Some("exact"));
    assert_eq!(of("m", "(I[Ljava/lang/Object;)Ljava/lang/String;"), Some("exact"));
    assert_eq!(of("m", "(I)V"), Some("any"));
    assert_eq!(of("n", "()V"), Some("none"));
    assert_eq!(of("n", "(I)V"), None);
    assert_eq!(of("o", "()V"), None);
    assert_eq!(found(&models, "a/C", "m", "()V"), None);
}

#[test]
fn methods_are_looked_up_in_the_classes_that_a_class_is_like() {
    let models = models(&[(
        "a",
        "class a.Top { state s\n method m() cut \"top\"\n method n() cut \"top\"\n \
         static method <clinit>() cut \"top\" }\n\
         class a.Left like a.Top { state l\n method n(*) cut \"left\" }\n\
         class a.Right like a.Top { method r() cut \"right\"\n method n() cut \"right\" }\n\
         class a.Both like a.Left, a.Right",
    )]);
    let of = |name| found(&models, "a/Both", name, "()V");
    assert_eq!(of("m"), Some("top"));
    assert_eq!(of("n"), Some("left"), "any parameters of a nearer class before exact ones");
    assert_eq!(of("r"), Some("right"));
    assert_eq!(of("<clinit>"), None, "each class is initialised by itself");
    assert_eq!(found(&models, "a/Top", "<clinit>", "()V"), Some("top"));
    let order: Vec<&str> = models.lookup_order("a/Both").map(|c| c.name.as_str()).collect();
    assert_eq!(order, ["a/Both", "a/Left", "a/Top", "a/Right"]);
    assert_eq!(models.states("a/Both").collect::<Vec<_>>(), ["l", "s"]);
    assert_eq!(models.class("a/Both").unwrap().like, ["a/Left", "a/Right"]);
    assert!(models.class("a/Neither").is_none());
}

#[test]
fn a_cycle_does_not_stop_look_ups() {
    let (models, errors) = Models::parse([(
        "a",
        "class a.B like a.C { method m() cut \"b\" }\nclass a.C like a.B { method n() cut \"c\" }",
    )]);
    assert_eq!(errors.len(), 1);
    assert_eq!(found(&models, "a/B", "n", "()V"), Some("c"));
    assert_eq!(found(&models, "a/C", "o", "()V"), None);
}

#[test]
fn later_files_override_earlier_ones() {
    let models = models(&[
        (
            "first",
            "class a.Other {}\nclass a.B { state s\n method m() cut \"old\"\n \
             method n() cut \"old\"\n method n(int) cut \"old\"\n method o() cut \"old\" }\n\
             cut a.c.** \"old\"",
        ),
        (
            "second",
            "class a.B like a.Other { state s, t\n method m() cut \"new\"\n method n(*) cut \"new\"\n \
             method n(long) cut \"new long\" }\ncut a.c.** \"new\"",
        ),
    ]);
    let of = |name, descriptor| found(&models, "a/B", name, descriptor);
    assert_eq!(of("m", "()V"), Some("new"));
    assert_eq!(of("n", "(I)V"), Some("new"), "(*) speaks about all earlier ones of its name");
    assert_eq!(of("n", "(J)V"), Some("new long"));
    assert_eq!(of("o", "()V"), Some("old"));
    assert_eq!(models.cut("a/c/D", "m").unwrap().reason, "new");
    let class = models.class("a/B").unwrap();
    assert_eq!((class.methods.len(), class.states.len(), class.like.len()), (4, 2, 1));
    assert_eq!(models.files(), ["first", "second"]);
    let replaced: Vec<String> = models
        .replaced()
        .iter()
        .map(|r| models.describe(r.old) + " by " + &models.describe(r.new))
        .collect();
    assert_eq!(replaced, ["first:3 by second:2", "first:4 by second:3", "first:5 by second:3"]);
}

#[test]
fn the_most_specific_cut_is_found() {
    let models = models(&[(
        "a",
        "cut a.** \"below\"\ncut a.b.* \"package\"\ncut a.b.C \"class\"\ncut a.b.C.m \"method\"\n\
         cut a.b.D.m \"only a method\"\ncut a.Map$** \"nested\"\ncut z.Q+ \"subtypes\"\n\
         cut z.Q+.m \"their method\"\ncut a.b.C.<init> \"constructor\"",
    )]);
    let reason = |class, method| models.cut(class, method).map(|cut| cut.reason.as_str());
    assert_eq!(reason("a/b/C", "m"), Some("method"));
    assert_eq!(reason("a/b/C", "<init>"), Some("constructor"));
    assert_eq!(reason("a/b/C", "n"), Some("class"));
    assert_eq!(reason("a/b/D", "m"), Some("only a method"));
    assert_eq!(reason("a/b/D", "n"), Some("package"));
    assert_eq!(reason("a/b/c/D", "n"), Some("below"));
    assert_eq!(reason("a/Map$Entry", "n"), Some("nested"));
    assert_eq!(reason("a/Map", "n"), Some("below"));
    assert_eq!(reason("ab/C", "n"), None);
    assert_eq!(reason("z/Q", "m"), None);
    let subtypes: Vec<String> = models.subtype_cuts().map(ToString::to_string).collect();
    assert_eq!(subtypes, ["cut z.Q+ \"subtypes\"", "cut z.Q+#m \"their method\""]);
    assert_eq!(models.cuts().len(), 9);
}

#[test]
fn properties_are_found_by_class() {
    let models = models(&[(
        "a",
        "property merged String, Throwable+, a.b.*\nproperty immutable a.**\n\
         property machine-exception NullPointerException, ArithmeticException",
    )]);
    let has = |class, property| models.has_property(class, property).is_some();
    assert!(has("java/lang/String", Property::Merged));
    assert!(!has("java/lang/String", Property::Immutable));
    assert!(!has("java/lang/Throwable", Property::Merged));
    assert!(has("a/b/C", Property::Merged) && has("a/b/C", Property::Immutable));
    assert!(!has("a/b/c/D", Property::Merged) && has("a/b/c/D", Property::Immutable));
    let subtypes: Vec<&str> = models.subtype_properties(Property::Merged).collect();
    assert_eq!(subtypes, ["java/lang/Throwable"]);
    assert_eq!(models.subtype_properties(Property::Immutable).count(), 0);
    let thrown: Vec<&str> = models.machine_exceptions().collect();
    assert_eq!(thrown, ["java/lang/NullPointerException", "java/lang/ArithmeticException"]);
}

#[test]
fn user_files_come_on_top_of_the_built_in_ones() {
    let user = ("mine.model", "class mine.Pool { method m() cut \"mine\" }\nclas oops");
    let (models, mut errors) = Models::with_user_files([user]);
    errors.retain(|error| error.file == "mine.model");
    assert_eq!(found(&models, "mine/Pool", "m", "()V"), Some("mine"));
    assert_eq!(models.classes().len(), Models::jdk().classes().len() + 1);
    assert_eq!(models.files().len(), Models::jdk_files().len() + 1);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].to_string().starts_with("mine.model:2:1: "));
    let place = models.class("mine/Pool").unwrap().place;
    assert_eq!(models.describe(place), "mine.model:1");
}

/// Variables of a summary: receiver, parameters, temporaries.
#[test]
fn variables_are_numbered_as_documented() {
    let models = models(&[(
        "a",
        "class a.B { method m(int i, Object o) { x = o; return x }\n\
         static method s(Object o, long l) { return o }\nmethod any(*) { x = this; return x } }",
    )]);
    let summary = |name, descriptor| {
        let method = models.method("a/B", name, descriptor).unwrap();
        let MethodCode::Summary(summary) = &method.code else { panic!("{method}") };
        (method.fixed_variables(), summary.variables, method.to_string())
    };
    let (fixed, all, text) = summary("m", "(ILjava/lang/Object;)V");
    assert_eq!((fixed, all), (3, 4), "{text}");
    assert!(text.contains("t3 = p2"), "{text}");
    let (fixed, all, text) = summary("s", "(Ljava/lang/Object;J)V");
    assert_eq!((fixed, all), (2, 2), "{text}");
    assert!(text.contains("return p0"), "{text}");
    let (fixed, all, text) = summary("any", "(IIIII)V");
    assert_eq!((fixed, all), (1, 2), "{text}");
}

/// A class gets other methods, and what it is like stays.
#[test]
fn methods_of_a_class_can_be_replaced() {
    let mut models = models(&[(
        "a",
        "class a.A { method m() {}\nmethod n() {} }\nclass a.B like a.A { method m() body }",
    )]);
    let m = models.class("a/B").unwrap().methods[0].clone();
    assert!(models.set_methods("a/A", vec![m]));
    assert!(!models.set_methods("a/C", Vec::new()));
    assert_eq!(models.method("a/A", "m", "()V").map(|m| &m.code), Some(&MethodCode::Body));
    assert!(models.method("a/A", "n", "()V").is_none());
    assert!(models.method("a/B", "n", "()V").is_none());
    assert!(models.set_methods("a/B", Vec::new()));
    assert_eq!(models.method("a/B", "m", "()V").map(|m| &m.code), Some(&MethodCode::Body));
}
