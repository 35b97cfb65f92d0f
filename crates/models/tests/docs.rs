//! The examples of `docs/models.md` are right.

use models::Models;
use std::fs;
use std::path::Path;

fn documentation() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/models.md");
    fs::read_to_string(path).unwrap()
}

/// A class that an example uses and that a built-in file may describe.
const ARRAY_LIST: &str = "class java.util.ArrayList { state contents }";

#[test]
fn the_examples_are_model_files_without_errors() {
    let text = documentation();
    let examples: Vec<&str> =
        text.split("```model\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(examples.len() >= 3);
    for example in examples {
        let (_, errors) =
            Models::with_user_files([("array_list.model", ARRAY_LIST), ("example.model", example)]);
        let mine: Vec<_> = errors.iter().filter(|error| error.file == "example.model").collect();
        assert!(mine.is_empty(), "{example}\n{mine:?}");
    }
}

#[test]
fn the_message_is_real() {
    let text = documentation();
    let example = text.split("```model\n").nth(1).and_then(|rest| rest.split("```").next());
    let wrong = example.unwrap().replacen("c, this.waiting)", "c, this.waitin)", 1);
    let (_, errors) = Models::parse([("list.model", ARRAY_LIST), ("pools.model", &wrong)]);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(text.contains(&errors[0].to_string()), "{}", errors[0]);
}

#[test]
fn all_words_are_documented() {
    let text = documentation();
    for property in models::Property::ALL {
        assert!(text.contains(&format!("| `{}` |", property.spelling())), "{property:?}");
    }
    for kind in models::ForkKind::ALL {
        assert!(text.contains(&format!("`{}`", kind.spelling())), "{kind:?}");
    }
}
