//! What a race is known by stays when other things are edited. Programs are really edited and compiled.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{deadheat_in, javac, write_java};

/// Races of many kinds: a field, a static field, a list, an array, in lambdas, anonymous and nested classes.
const BEFORE: &str = r#"import java.util.*;

public class Shop {
    static int visitors;
    final List<String> names = new ArrayList<>();
    int sold;

    void sell(String name) {
        int before = sold;
        sold = before + 1;
        names.add(name);
    }

    static class Clerk extends Thread {
        final Shop shop;
        Clerk(Shop shop) { this.shop = shop; }
        @Override public void run() { shop.sell("x"); }
    }

    public static void main(String[] args) {
        Shop shop = new Shop();
        int[] seats = new int[4];
        for (int i = 0; i < 3; i++) new Clerk(shop).start();
        new Thread(() -> { seats[0] = 1; visitors++; }).start();
        new Thread(new Runnable() {
            @Override public void run() { seats[0] = 2; }
        }).start();
        seats[0] = 3;
        System.out.println(visitors + " " + shop.sold);
    }
}
"#;

/// Locations and ids, sorted.
fn races(text: &str) -> BTreeMap<String, Vec<String>> {
    let folder = TempDir::new().unwrap();
    write_java(folder.path(), "Shop", text);
    javac(folder.path(), &["Shop"]);
    let outcome = deadheat_in(folder.path(), ["check", "--mode", "lenient", "--format", "json"]);
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    let json: Value = serde_json::from_str(&outcome.stdout).unwrap();
    let mut races: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for race in json["races"].as_array().unwrap() {
        let location = &race["location"];
        let of =
            format!("{} {} {}", location["class"], location["field"], location["holder"]["field"]);
        races.entry(of).or_default().push(race["id"].as_str().unwrap().to_owned());
    }
    races.values_mut().for_each(|ids| ids.sort());
    races
}

/// The races before anything is edited.
static RACES: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| races(BEFORE));

#[track_caller]
fn stays(edit: &str, after: &str) {
    assert_ne!(BEFORE, after, "{edit}: nothing was edited");
    assert_eq!(*RACES, races(after), "{edit}");
}

fn edited(edits: &[(&str, &str)]) -> String {
    edits.iter().fold(BEFORE.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replace(old, new)
    })
}

#[test]
fn there_are_races_of_many_kinds() {
    let races = &*RACES;
    assert!(races.len() >= 4, "{races:?}");
    let mut ids: Vec<&String> = races.values().flatten().collect();
    let number = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), number, "each race has its own id");
}

#[test]
fn ids_survive_shifted_lines() {
    let comments = BEFORE.replace("{\n", "{\n\n        // A comment.\n\n");
    stays("blank lines and comments", &comments);
    stays("a header", &format!("/*\n * Licensed.\n */\n{BEFORE}"));
}

#[test]
fn ids_survive_renamed_locals() {
    stays("a local", &edited(&[("before", "howManySoFar")]));
    stays(
        "a parameter",
        &edited(&[("String name)", "String who)"), ("names.add(name)", "names.add(who)")]),
    );
    stays(
        "captured variables",
        &edited(&[("seats", "places"), ("Shop shop = new", "Shop shop = new")]),
    );
}

#[test]
fn ids_survive_new_methods_fields_lambdas_and_classes() {
    let unrelated = "    static int sum(int[] all) {\n        int sum = 0;\n        for (int one : all) sum += one;\n        return sum;\n    }\n\n";
    stays("a method", &edited(&[("    void sell", &format!("{unrelated}    void sell"))]));
    stays(
        "a field",
        &edited(&[("    int sold;", "    final String title = \"shop\";\n    int sold;")]),
    );
    let lambda =
        "        Runnable greet = () -> System.out.println(\"hello\");\n        greet.run();\n";
    let class = "        Object marker = new Object() { @Override public String toString() { return \"m\"; } };\n        System.out.println(marker);\n";
    let at = "        Shop shop = new Shop();\n";
    stays("a lambda before", &edited(&[(at, &format!("{lambda}{at}"))]));
    stays("an anonymous class before", &edited(&[(at, &format!("{class}{at}"))]));
    stays("both", &edited(&[(at, &format!("{class}{lambda}{at}"))]));
}

#[test]
fn ids_survive_moved_methods() {
    let sell = BEFORE.split("\n\n").find(|part| part.contains("void sell")).unwrap();
    let without = BEFORE.replace(&format!("{sell}\n\n"), "");
    let end = without.rfind('}').unwrap();
    stays("a method at the end", &format!("{}\n{sell}\n}}\n", &without[..end]));
}

#[test]
fn another_mistake_has_another_id() {
    let fixed = edited(&[("    int sold;", "    volatile int sold;")]);
    let (before, after) = (&*RACES, races(&fixed));
    assert!(before.len() > after.len());
    assert!(after.iter().all(|(of, ids)| before[of] == *ids), "the others stay");
}
