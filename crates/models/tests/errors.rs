//! Each kind of mistake in a model file, with its message: `tests/errors/*.model`.
//!
//! The lines at the end of a file that begin with `#=` are the messages that it must give, without the name of the file.
//! `DEADHEAT_BLESS=1` writes them.

use models::Models;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() > 20);
    paths
}

fn messages(text: &str) -> Vec<String> {
    let (_, errors) = Models::parse([("x.model", text)]);
    errors.iter().map(|error| error.to_string().replacen("x.model:", "#= ", 1)).collect()
}

#[test]
fn mistakes_have_messages() {
    let mut wrong = Vec::new();
    for path in fixtures() {
        let text = fs::read_to_string(&path).unwrap();
        let (source, expected): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| !line.starts_with("#="));
        let found = messages(&(source.join("\n") + "\n"));
        if env::var_os("DEADHEAT_BLESS").is_some() {
            let all: Vec<&str> =
                source.into_iter().chain(found.iter().map(String::as_str)).collect();
            fs::write(&path, all.join("\n") + "\n").unwrap();
        } else if expected.is_empty() || found != expected {
            wrong.push(format!("{}:\n{}", path.display(), found.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "other messages than expected:\n{}", wrong.join("\n"));
}

#[test]
fn what_is_right_beside_a_mistake_is_kept() {
    let text = "import java.util.Map.Entry\n\
        class a.B {\n  method bad(Foo f) {}\n  method good(Object o) { retrun o; return o }\n}\n\
        cut\ncut a.c.** \"kept\"\n";
    let (models, errors) = Models::parse([("x.model", text)]);
    assert_eq!(errors.len(), 4, "{errors:?}");
    let good = models.method("a/B", "good", "(Ljava/lang/Object;)V").unwrap();
    assert!(good.to_string().contains("return p1"), "{good}");
    assert_eq!(models.cut("a/c/D", "m").unwrap().reason, "kept");
}

#[test]
fn an_error_names_its_file() {
    let (_, errors) = Models::parse([("a.model", "class a.B {}"), ("b.model", "\n  clas a.C {}")]);
    assert_eq!(errors.len(), 1);
    assert_eq!((errors[0].file.as_str(), errors[0].line, errors[0].column), ("b.model", 2, 3));
}

/// Files that end early or lack a piece anywhere give errors, and nothing worse.
#[test]
fn damaged_files_are_read_to_the_end() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut texts: Vec<String> =
        fixtures().iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    texts.push(fs::read_to_string(folder.join("language/everything.model")).unwrap());
    let mut tried = 0;
    for text in &texts {
        // Every position of the small files, and as many of the larger ones.
        let stride = text.len() / 150 + 1;
        let positions: Vec<usize> = text.char_indices().map(|(at, _)| at).step_by(stride).collect();
        for &at in &positions {
            messages(&text[..at]);
            let removed: usize = text[at..].chars().take(3).map(char::len_utf8).sum();
            messages(&format!("{}{}", &text[..at], &text[at + removed..]));
            tried += 2;
        }
    }
    assert!(tried > 5000);
}
