//! `eval lsp`: from a key stroke to the races of what was typed, in a program of 170,000 lines.
//!
//! ```text
//! H2 (classes and sources, from Maven Central) ──▶ a Maven project ──┐
//! or a program that is made up, of so many lines ────────────────────┴─▶ deadheat lsp ◀── an editor that types
//!                                                                            └──▶ times: all, to compile, to analyse
//! ```
//!
//! The editor types a statement into a method of the middle of a source and takes it away again. A stroke is over when the server says
//! that everything is published; the pause that the server waits for further strokes (150 ms) is in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use clap::Args;
use testkit::editor::Editor;

use crate::points_to::build::Workshop;

/// What is measured.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The program `deadheat`, built with the profile that is to be measured
    #[arg(long, default_value = "target/release/deadheat")]
    deadheat: PathBuf,
    /// What is edited: h2, or the number of lines of a program that is made up
    #[arg(long, default_value = "h2")]
    program: String,
    /// How many sources are edited, each twice
    #[arg(long, default_value_t = 50)]
    files: usize,
    /// What the median may be, in milliseconds
    #[arg(long, default_value_t = 300.0)]
    bar: f64,
}

/// One key stroke, in milliseconds.
struct Stroke {
    all: f64,
    compile: f64,
    points_to: f64,
    races: f64,
}

/// A part of the time of a stroke.
type Part = fn(&Stroke) -> f64;

/// Measures and prints. The result is whether the median is within the bar.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let workshop = Workshop::new();
    let (project, sources) = match arguments.program.parse::<usize>() {
        Ok(lines) => {
            let folder = made_up(&workshop, lines)?;
            let sources = sources(&folder)?;
            (folder, sources)
        }
        Err(_) => {
            let folder = project(&workshop)?;
            let sources = sources(&folder.join("src/main/java"))?;
            (folder, sources)
        }
    };
    let lines: usize = sources.iter().map(|(_, text)| text.lines().count()).sum();
    let started = Instant::now();
    let mut editor = Editor::in_folders(&arguments.deadheat, &[&project]);
    let opened = started.elapsed();
    // It is answered when the compiler is warm.
    if let Some((path, _)) = sources.first() {
        editor.hover(path, 1);
    }
    let step = (sources.len() / arguments.files.max(1)).max(1);
    let mut strokes = Vec::new();
    let mut passed_over = 0;
    for (path, text) in sources.iter().step_by(step) {
        let Some(edited) = edited(text) else {
            passed_over += 1;
            continue;
        };
        editor.open(path);
        let mut is_right = true;
        for text in [edited.as_str(), text] {
            match stroke(&mut editor, path, text)? {
                Some(stroke) => strokes.push(stroke),
                None => is_right = false,
            }
        }
        passed_over += usize::from(!is_right);
    }
    println!(
        "{} sources, {lines} lines; first analysis {:.1} s; {} strokes, {passed_over} sources passed over (they need libraries that \
         are not there, or have no method to type in)\n",
        sources.len(),
        opened.as_secs_f64(),
        strokes.len()
    );
    if strokes.is_empty() {
        return Err("nothing could be edited".to_owned());
    }
    println!("| part | median | p90 | p99 | worst |\n|---|---|---|---|---|");
    let rows: [(&str, Part); 4] = [
        ("key stroke to diagnostics, the pause of 150 ms included", |it| it.all),
        ("compile", |it| it.compile),
        ("points-to", |it| it.points_to),
        ("races", |it| it.races),
    ];
    let mut median = 0.0;
    for (at, (name, of)) in rows.into_iter().enumerate() {
        let mut times: Vec<f64> = strokes.iter().map(of).collect();
        times.sort_by(f64::total_cmp);
        let part = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
        if at == 0 {
            median = part(0.5);
        }
        println!(
            "| {name} | {:.0} ms | {:.0} ms | {:.0} ms | {:.0} ms |",
            part(0.5),
            part(0.9),
            part(0.99),
            part(1.0)
        );
    }
    Ok(median <= arguments.bar)
}

/// Types, and reads off what the server says about its time. None if it does not compile.
fn stroke(editor: &mut Editor, path: &Path, text: &str) -> Result<Option<Stroke>, String> {
    let started = Instant::now();
    editor.type_text(path, text);
    let said = editor.wait_for_word("classes changed");
    let all = started.elapsed().as_secs_f64() * 1000.0;
    let number = |before: &str, after: &str| -> Result<f64, String> {
        let part = said.split(before).nth(1).and_then(|rest| rest.split(after).next());
        part.and_then(|part| part.parse().ok()).ok_or(format!("no time in: {said}"))
    };
    let (compile, points_to) = (number("compiled in ", " ms")?, number("analysed in ", " + ")?);
    let races = number(" + ", " ms")?;
    // What did not compile is told right after this; a question is answered after that.
    editor.hover(path, 1);
    let is_wrong = editor.said.iter().any(|said| said.contains("does not compile"));
    Ok((!is_wrong).then_some(Stroke { all, compile, points_to, races }))
}

/// A folder of sources: a tree of classes that call each other, used by three threads that share some of them.
fn made_up(workshop: &Workshop, lines: usize) -> Result<PathBuf, String> {
    const METHODS: usize = 9;
    let folder = workshop.output.join("lsp").join(format!("made-up-{lines}"));
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let classes = lines.div_ceil(METHODS * 11 + 8);
    for number in 0..classes {
        let package = folder.join(format!("made/p{}", number / 50));
        fs::create_dir_all(&package).map_err(failed)?;
        let mut text = format!(
            "package made.p{};\n\npublic class C{number} {{\n    private int count;\n    private final java.util.List<String> names = new \
             java.util.ArrayList<>();\n\n",
            number / 50
        );
        for method in 0..METHODS {
            let next = METHODS * number + method + 1;
            let call = match next < classes {
                true => format!("new made.p{}.C{next}().m{method}(i)", next / 50),
                false => "i".to_owned(),
            };
            text += &format!(
                "    public int m{method}(int x) {{\n        int sum = {method};\n        for (int i = 0; i < x; i++) {{\n            \
                 sum += {call};\n            names.add(\"n\" + sum);\n        }}\n        if (names.size() > {number}) {{\n            \
                 count += names.get(0).length();\n        }}\n        return sum + count;\n    }}\n"
            );
        }
        text += "}\n";
        fs::write(package.join(format!("C{number}.java")), text).map_err(failed)?;
    }
    let calls: String =
        (0..METHODS).map(|method| format!("        root.m{method}(5);\n")).collect();
    let main = format!(
        "package made;\n\npublic class Main extends Thread {{\n    private final made.p0.C0 root;\n\n    Main(made.p0.C0 root) {{\n        \
         this.root = root;\n    }}\n\n    @Override\n    public void run() {{\n{calls}    }}\n\n    public static void main(String[] args) \
         {{\n        made.p0.C0 shared = new made.p0.C0();\n        new Main(shared).start();\n        new Main(shared).start();\n        \
         shared.m0(3);\n    }}\n}}\n"
    );
    fs::write(folder.join("made/Main.java"), main).map_err(failed)?;
    Ok(folder)
}

/// A Maven project that was just built: H2.
fn project(workshop: &Workshop) -> Result<PathBuf, String> {
    let jars = workshop.jars_of("sources", None)?;
    let folder = workshop.output.join("lsp").join("h2");
    let (classes, sources) = (folder.join("target/classes"), folder.join("src/main/java"));
    if folder.join("pom.xml").is_file() {
        return Ok(folder);
    }
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    for jar in &jars {
        let is_sources = jar.to_string_lossy().ends_with("-sources.jar");
        let into = if is_sources { &sources } else { &classes };
        fs::create_dir_all(into).map_err(failed)?;
        let jdk = project::locate(None).map_err(|error| error.to_string())?;
        let mut unpack = Command::new(jdk.home.join("bin/jar"));
        let done = unpack.arg("xf").arg(jar).current_dir(into).status().map_err(failed)?;
        if !done.success() {
            return Err(format!("{} cannot be unpacked", jar.display()));
        }
    }
    // The classes are newer than the sources, as after a build.
    let now = std::time::SystemTime::now() + Duration::from_secs(1);
    for entry in walk(&classes, "class").map_err(failed)? {
        let file = fs::File::options().write(true).open(&entry).map_err(failed)?;
        file.set_modified(now).map_err(failed)?;
    }
    fs::write(folder.join("deadheat.toml"), "mains = [\"org.h2.tools.Server\"]\n")
        .map_err(failed)?;
    let pom = "<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>h2</artifactId>\
               <version>1</version></project>\n";
    fs::write(folder.join("pom.xml"), pom).map_err(failed)?;
    Ok(folder)
}

fn walk(folder: &Path, extension: &str) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn sources(folder: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    let files = walk(folder, "java").map_err(|error| format!("{}: {error}", folder.display()))?;
    let read = |path: PathBuf| Some((path.clone(), fs::read_to_string(path).ok()?));
    Ok(files.into_iter().filter_map(read).collect())
}

/// The text with one more statement in a method of its middle.
fn edited(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_method = |line: &str| {
        line.starts_with("    ")
            && !line.starts_with("     ")
            && line.trim_end().ends_with(") {")
            && ["public ", "private ", "protected ", "static "]
                .iter()
                .any(|it| line.trim().starts_with(it))
            && !line.contains(" class ")
    };
    let methods: Vec<usize> = (0..lines.len()).filter(|at| is_method(lines[*at])).collect();
    // A constructor has to begin with another one.
    let is_constructor = |at: usize| {
        lines[at].split('(').next().is_some_and(|head| head.split_whitespace().count() < 3)
    };
    let methods: Vec<usize> = methods.into_iter().filter(|at| !is_constructor(*at)).collect();
    let at = *methods.get(methods.len() / 2)?;
    let mut edited: Vec<&str> = lines[..=at].to_vec();
    edited.push("        System.identityHashCode(\"typed\");");
    edited.extend(&lines[at + 1..]);
    Some(edited.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_typed_into_a_method_that_is_no_constructor() {
        let text = "class A {\n    public A() {\n    }\n    public int f(int x) {\n        return x;\n    }\n}\n";
        let edited = edited(text).unwrap();
        assert!(edited.contains("f(int x) {\n        System.identityHashCode"), "{edited}");
        assert_eq!(super::edited("interface A {\n    int f();\n}\n"), None);
    }
}
