//! `deadheat watch`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use testkit::editor::folder;

const RACY: &str = "public class A extends Thread {
    static int n;
    public void run() {
        n++;
    }
    public static void main(String[] args) {
        new A().start();
        n = 5;
        new B().f();
    }
}
class B {
    void f() {}
}
";

struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn start(folder: &Path) -> Watch {
        let mut child = Command::new(crate::DEADHEAT)
            .arg("watch")
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary was built for this test");
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Watch { child, lines }
    }

    /// The lines up to the next one that ends an update.
    fn update(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).unwrap_or_else(|_| panic!("after {lines:#?}"));
            let is_last = line.contains("; ");
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    fn end(mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        let end = Instant::now() + Duration::from_secs(20);
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("it does not end");
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn sources_are_followed() {
    let folder = folder(&[("A.java", RACY)]);
    let watch = Watch::start(folder.path());
    let first = watch.update();
    assert!(first[0].starts_with("A.n  A.java:"), "{first:#?}");
    assert!(first.last().unwrap().contains(" race"), "{first:#?}");
    let file = folder.path().join("A.java");
    fs::write(&file, RACY.replace("static int", "static volatile int")).unwrap();
    let gone = watch.update();
    assert!(gone[..gone.len() - 1].iter().all(|line| line.starts_with("- A.n  ")), "{gone:#?}");
    assert_eq!(gone.len(), first.len());
    assert!(gone.last().unwrap().starts_with("no race; 1 class changed; "), "{gone:#?}");
    assert!(gone.last().unwrap().contains("ms to compile"), "{gone:#?}");
    fs::write(&file, RACY).unwrap();
    let back = watch.update();
    assert!(back[0].starts_with("+ A.n  "), "{back:#?}");
    assert_eq!(watch.end(), Some(0));
}

#[test]
fn classes_that_somebody_compiles_are_followed_many_at_once_and_when_they_go() {
    let folder = folder(&[("src/A.java", RACY), ("classes/x", "")]);
    let classes = folder.path().join("classes");
    let compile = |text: &str| {
        fs::write(folder.path().join("src/A.java"), text).unwrap();
        let jdk = project::locate(None).expect("./test installs a JDK when there is none");
        let mut javac = Command::new(jdk.javac().expect("it has a compiler"));
        javac.arg("-g").arg("-d").arg(&classes).arg(folder.path().join("src/A.java"));
        assert!(javac.status().unwrap().success());
    };
    compile(RACY);
    let watch = Watch::start(&classes);
    let first = watch.update();
    assert!(first.last().unwrap().contains(" race"), "{first:#?}");
    // Both classes are written, one after the other.
    compile(&RACY.replace("static int", "static volatile int").replace("{}", "{ int x = 1; }"));
    let gone = watch.update();
    assert!(gone.last().unwrap().starts_with("no race; 2 classes changed; "), "{gone:#?}");
    compile(RACY);
    assert!(watch.update()[0].starts_with("+ A.n  "));
    fs::remove_file(classes.join("A.class")).unwrap();
    let gone = watch.update();
    assert!(gone[0].starts_with("- A.n  "), "{gone:#?}");
    assert!(gone.last().unwrap().starts_with("no race; 1 class changed; "), "{gone:#?}");
    assert_eq!(watch.end(), Some(0));
}
