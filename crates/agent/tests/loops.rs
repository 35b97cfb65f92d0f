//! Loops report what they did when they end: exactly what they did, however they end.
//!
//! Two threads run one after the other, which nothing but an opaque variable arranges. Lines with the same mark race.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use project::{Jdk, Sources};
use report::Merge;
use tempfile::TempDir;

const PROGRAM: &str = r#"
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class Loops {
    static final VarHandle TURN;
    static int turn;

    static {
        try {
            TURN = MethodHandles.lookup().findStaticVarHandle(Loops.class, "turn", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static void inTurn(Runnable one, Runnable other) throws InterruptedException {
        TURN.setOpaque(0);
        Thread a = new Thread(() -> {
            one.run();
            TURN.setOpaque(1);
        }, "one");
        Thread b = new Thread(() -> {
            while ((int) TURN.getOpaque() != 1) {
                Thread.onSpinWait();
            }
            other.run();
        }, "other");
        a.start();
        b.start();
        a.join();
        b.join();
    }

    static void fill(int[] a, int from, int to) {
        for (int i = from; i < to; i++) {
            a[i] = i; // race:overlap
        }
    }

    static int total(int[] a, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            sum += a[i]; // race:overlap
        }
        return sum;
    }

    static void keep(int[] a, int from, int to) {
        for (int i = from; i < to; i++) {
            a[i] = i;
        }
    }

    static void thirds(int[] a, int first) {
        for (int i = first; i < a.length - 2; i += 3) {
            a[i] = 1; // race:thirds
            a[i + 1] = 2; // race:thirds
        }
    }

    static void down(int[] a, int from, int to) {
        for (int i = from; i > to; i--) {
            a[i - 1] = i; // race:down
        }
    }

    static void down2(int[] a, int from, int to) {
        for (int i = from; i > to; i--) {
            a[i - 1] = i;
        }
    }

    static void untilItBreaks(int[] a, int[] shorter, int[] b, int from) {
        for (int i = from; i < a.length; i++) {
            a[i] = 1; // race:broken
            shorter[i] = 2;
            b[i] = 3;
        }
    }

    static void breaking(int[] a, int[] shorter, int[] b, int from) {
        try {
            untilItBreaks(a, shorter, b, from);
        } catch (ArrayIndexOutOfBoundsException e) {
            return;
        }
        throw new AssertionError();
    }

    static void conditional(int[] a, int[] b, int from, int to) {
        for (int i = from; i < to; i++) {
            if (i % 10 == 9) {
                a[i] = 1; // race:conditional
            }
            if (i == 5) {
                continue;
            }
            b[i] = i;
        }
    }

    static int search(int[] a, int i) {
        while (a[i] == 0) { // race:search
            i++;
        }
        return i;
    }

    static final class Counter {
        int[] cells = new int[300];
        int size;
        int calls;
        int quiet;

        void add(int from, int to) {
            for (int i = from; i < to; i++) {
                cells[i] = size; // race:cells,size
                calls = i; // race:calls
            }
        }

        void none(int from) {
            for (int i = from; i < 0; i++) {
                cells[i] = quiet;
                quiet = i;
            }
        }

        void grow() {
            size = 1; // race:size
            quiet = 1;
        }

        void replace(int[] next) {
            for (int i = 0; i < 10; i++) {
                cells[i] = 1; // race:first,next
                if (i == 4) {
                    cells = next;
                }
            }
        }
    }

    static void first(int[] a, int i) {
        a[i] = 5; // race:first
    }

    static void next(int[] a, int i) {
        a[i] = 5; // race:next
    }

    static void apart(int[] a, int i) {
        a[i] = 5;
    }

    static void nested(int[] marks, int[][] rows) {
        for (int i = 0; i < rows.length; i++) {
            marks[i] = 1; // race:marks
            int[] row = rows[i];
            for (int j = 0; j < 5; j++) {
                row[j] = 2; // race:rows
            }
        }
    }

    static void brokenInside(int[] marks, int[][] rows) {
        try {
            nested(marks, rows);
        } catch (ArrayIndexOutOfBoundsException e) {
            return;
        }
        throw new AssertionError();
    }

    static void mark(int[] marks) {
        marks[2] = 3; // race:marks
        marks[3] = 3;
    }

    static void row(int[] row) {
        row[2] = 3; // race:rows
    }

    static int inRows(int[] a, int[] any, int rows) {
        int sum = 0;
        for (int i = 0; i < rows; i++) {
            for (int k = i * 10; k < i * 10 + 10; k++) {
                sum += a[k]; // race:inRows
                sum += any[sum & 7]; // race:any
            }
        }
        return sum;
    }

    static void inRow(int[] a, int[] any) {
        a[57] = 1; // race:inRows
        a[100] = 1;
        any[0] = 1; // race:any
        any[9] = 1;
    }

    static void brokenRows(int[] a, int[] shorter, int rows) {
        for (int i = 0; i < rows; i++) {
            for (int k = i * 10; k < i * 10 + 10; k++) {
                a[k] = 1; // race:brokenRows
                shorter[k] = 1; // race:shorter
            }
        }
    }

    static void breakRows(int[] a, int[] shorter) {
        try {
            brokenRows(a, shorter, 10);
        } catch (ArrayIndexOutOfBoundsException e) {
            return;
        }
        throw new AssertionError();
    }

    static void brokenRow(int[] a, int[] shorter) {
        a[35] = 1; // race:brokenRows
        a[36] = 1;
        shorter[34] = 1; // race:shorter
    }

    static void guarded(int[] a, int from, int to) {
        synchronized (a) {
            for (int i = from; i < to; i++) {
                a[i] = 1;
            }
        }
    }

    static int caught(int[] a, int[] b, int to) {
        int i = 0;
        try {
            for (; i < to; i++) {
                a[i] = 1; // race:caught
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            b[i] = 1;
        }
        return i;
    }

    static void catching(int[] a) {
        a[9] = 2; // race:caught
    }

    public static void main(String[] args) throws Exception {
        int[] overlap = new int[300];
        inTurn(() -> fill(overlap, 0, 200), () -> total(overlap, 199, 300));
        int[] halves = new int[300];
        inTurn(() -> keep(halves, 0, 130), () -> keep(halves, 130, 300));
        int[] thirds = new int[300];
        inTurn(() -> thirds(thirds, 0), () -> thirds(thirds, 2));
        int[] down = new int[300];
        inTurn(() -> down(down, 100, 0), () -> down(down, 200, 99));
        int[] apart = new int[300];
        inTurn(() -> down2(apart, 100, 0), () -> down2(apart, 200, 100));
        int[] broken = new int[300];
        int[] behind = new int[300];
        inTurn(() -> breaking(broken, new int[20], behind, 0), () -> breaking(broken, new int[41], behind, 20));
        int[] some = new int[300];
        int[] rest = new int[300];
        inTurn(() -> conditional(some, rest, 0, 6), () -> conditional(some, rest, 5, 20));
        int[] nine = new int[300];
        inTurn(() -> conditional(nine, new int[300], 9, 10), () -> conditional(nine, new int[300], 8, 10));
        int[] found = new int[300];
        found[100] = 1;
        inTurn(() -> search(found, 0), () -> next2(found));
        Counter counter = new Counter();
        inTurn(() -> { counter.add(0, 64); counter.none(0); }, () -> { counter.add(63, 128); counter.grow(); });
        Counter other = new Counter();
        int[] old = other.cells;
        int[] next = new int[300];
        inTurn(() -> other.replace(next), () -> { first(old, 4); apart(old, 5); next(next, 5); apart(next, 4); });
        int[] marks = new int[10];
        int[][] rows = {new int[5], new int[5], new int[3], new int[5]};
        inTurn(() -> brokenInside(marks, rows), () -> { mark(marks); row(rows[2]); apart(rows[3], 0); });
        int[] inRows = new int[300];
        int[] any = new int[10];
        inTurn(() -> inRows(inRows, any, 10), () -> inRow(inRows, any));
        int[] brokenRows = new int[300];
        int[] shorter = new int[35];
        inTurn(() -> breakRows(brokenRows, shorter), () -> brokenRow(brokenRows, shorter));
        int[] guarded = new int[300];
        inTurn(() -> guarded(guarded, 0, 200), () -> guarded(guarded, 100, 300));
        int[] caught = new int[10];
        inTurn(() -> caught(caught, new int[20], 30), () -> catching(caught));
        System.out.println("done");
    }

    static void next2(int[] a) {
        a[100] = 2; // race:search
        a[101] = 2;
    }
}
"#;

/// The pairs of lines that share a mark, as far as both were seen to race.
fn marks() -> Vec<(u16, BTreeSet<String>)> {
    let lines = PROGRAM.lines().enumerate();
    let marked = lines.filter_map(|(n, line)| Some((n, line.split_once("// race:")?.1)));
    marked.map(|(n, ids)| (n as u16 + 1, ids.split(',').map(str::to_owned).collect())).collect()
}

fn check(jdk: &Jdk, options: &[&str]) {
    let folder = TempDir::new().unwrap();
    let source = folder.path().join("Loops.java");
    fs::write(&source, PROGRAM).unwrap();
    let records = folder.path().join("records");
    fs::create_dir(&records).unwrap();
    let compiled = project::compile(jdk, &Sources::new(&[source], &[]), &[]).unwrap();
    let agent = std::env::current_exe().unwrap().with_file_name("libdeadheat_agent.so");
    let agent = format!("-agentpath:{}=output={}", agent.display(), records.display());
    let mut command = Command::new(jdk.java().unwrap());
    command.arg(agent).args(options).arg("-cp").arg(compiled.classes()).arg("Loops");
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "done\n", "{jdk}: {errors}");
    let mut merge = Merge::default();
    for entry in fs::read_dir(&records).unwrap() {
        merge.add(&fs::read_to_string(entry.unwrap().path()).unwrap());
    }
    let report = merge.finish();
    assert_eq!(report.gaps, Vec::<String>::new());
    let marks = marks();
    let ids = |line: Option<u16>| {
        marks.iter().find(|(at, _)| Some(*at) == line).map(|(_, ids)| ids.clone())
    };
    let mut found = BTreeSet::new();
    for race in &report.races {
        let (a, b) = (race.earlier.site.line, race.later.site.line);
        let common = ids(a).unwrap_or_default();
        let common: Vec<_> = common.intersection(&ids(b).unwrap_or_default()).cloned().collect();
        assert!(!common.is_empty(), "{jdk} {options:?}: there is no race of {a:?} and {b:?}");
        found.extend(common);
        // The topmost frame is at the access, wherever the loop reported it.
        for side in [&race.earlier, &race.later] {
            assert!(side.stack.first().is_none_or(|top| top.line == side.site.line), "{race:?}");
        }
    }
    let wanted: BTreeSet<String> = marks.iter().flat_map(|(_, ids)| ids.clone()).collect();
    assert_eq!(found, wanted, "{jdk} {options:?}");
}

#[test]
fn loops_report_exactly_what_they_did() {
    for jdk in testkit::java::compilers().iter().filter(|jdk| jdk.release >= 17) {
        for options in [&["-Xverify:all", "-Xint"][..], &["-XX:+UseSerialGC", "-Xcomp"]] {
            check(jdk, options);
        }
    }
}
