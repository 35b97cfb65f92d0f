//! The sources of the templates: what a module of a program may look like.
//!
//! A module is a package with entities in a hierarchy, a store for them behind an interface, a worker, helpers, and one
//! class that opens the store and starts everything. Chance decides how many of each there are and with which collections,
//! loops and lambdas they are written. All modules have the same interface, so that each can be the neighbour of another.

use std::fmt::Write as _;

use crate::mutate::Random;

/// The packages that a template names in place of the modules beside it.
pub(super) const NEIGHBOURS: [&str; 2] = ["near_a", "near_b"];

/// The package of a template.
pub(super) fn package(template: usize) -> String {
    format!("tmpl_{template}")
}

/// File names and sources.
pub(super) type Sources = Vec<(String, String)>;

/// What all modules share.
pub(super) fn core() -> Sources {
    vec![("gen/core/Entity.java".into(), include_str!("Core.java").into())]
}

/// What templates may use of a neighbour; any module has the same.
pub(super) fn neighbour(package: &str) -> Sources {
    let file = |class: &str, text: &str| {
        (format!("{package}/{class}.java"), format!("package {package};\n{text}"))
    };
    vec![
        file("Service", SERVICE),
        file(
            "Item",
            "public abstract class Item extends gen.core.Entity {\n\
             protected Item(int id) { super(id); }\n\
             public abstract int weigh(int depth);\n\
             public Item next() { return null; }\n\
             public void accept(Visitor visitor) { visitor.visit(this); } }",
        ),
        file("Overflow", OVERFLOW),
        file("Api", "public final class Api { public static Service open() { return null; } }"),
    ]
}

const SERVICE: &str = "\
public interface Service {
    Item make(int number) throws Overflow;
    Item find(String name);
    void each(gen.core.Entity.Visitor visitor);
    int count();
    default String label() { return \"service of \" + count(); }
}
";

const OVERFLOW: &str = "\
public class Overflow extends Exception {
    private final int size;
    public Overflow(int size) { super(\"too many: \" + size); this.size = size; }
    public int size() { return size; }
}
";

const ITEM: &str = "\
public abstract class Item extends gen.core.Entity implements Comparable<Item> {
    protected Item next;
    protected final int weight;
    protected Item(int id, int weight) { super(id); this.weight = weight; }
    public abstract int weigh(int depth);
    public Item next() { return next; }
    public void link(Item other) { if (other != this) { next = other; } }
    protected Item last(int steps) { return next == null || steps == 0 ? this : next.last(steps - 1); }
    @Override public void accept(Visitor visitor) { visitor.visit(this); }
    @Override public int compareTo(Item other) { return Integer.compare(weight, other.weight); }
}
";

/// A template.
pub(super) fn template(number: usize, random: &mut Random) -> Sources {
    let package = package(number);
    let kinds = 3 + random.below(5);
    let helpers = 4 + random.below(10);
    let mut sources = Sources::new();
    let mut add = |class: &str, text: &str| {
        sources.push((format!("{package}/{class}.java"), format!("package {package};\n{text}")));
    };
    add("Service", SERVICE);
    add("Overflow", OVERFLOW);
    add("Item", ITEM);
    for kind in 0..kinds {
        add(&format!("Kind{kind}"), &item_class(kind, random));
    }
    add("Store", &store(kinds, random));
    add("Worker", &worker(random));
    add("Util", &util(helpers, random));
    // One template in so many starts threads.
    add("Api", &api(number == 0, random));
    sources
}

fn pick<'a>(random: &mut Random, from: &[&'a str]) -> &'a str {
    from[random.below(from.len())]
}

/// A kind of item. Some extend the kind before them.
fn item_class(kind: usize, random: &mut Random) -> String {
    let above = if kind > 0 && random.below(3) == 0 {
        format!("Kind{}", random.below(kind))
    } else {
        "Item".to_owned()
    };
    let (list, map) = (pick(random, LISTS), pick(random, MAPS));
    let (held, hold, weigh) = match random.below(4) {
        0 => (
            format!("private final java.util.List<Item> parts = new {list}<>();"),
            "if (parts.size() < 4) { parts.add(item); }",
            "for (Item part : parts) { sum += part == this ? 1 : part.weigh(depth - 1); }",
        ),
        1 => (
            format!("private final java.util.Map<String, Item> named = new {map}<>();"),
            "named.put(item.note(), item);",
            "if (named.containsKey(note())) { sum += named.get(note()).weigh(depth - 1); }",
        ),
        2 => (
            "private final Item[] slots = new Item[2];".to_owned(),
            "slots[item.id() & 1] = item;",
            "if (slots[depth & 1] != null) { sum += slots[depth & 1].weigh(depth - 1); }",
        ),
        _ => (
            "private Item other;".to_owned(),
            "other = item;",
            "if (other != null) { sum += other.weigh(depth - 1); }",
        ),
    };
    let mut text = format!(
        "public class Kind{kind} extends {above} {{\n{held}\n\
         public Kind{kind}(int id, int weight) {{ super(id, weight); }}\n\
         @Override public int weigh(int depth) {{\n\
         int sum = weight; if (depth <= 0) {{ return sum; }}\n{weigh}\nreturn sum; }}\n\
         void hold(Item item) {{ {hold} }}\n"
    );
    for extra in 0..random.below(4) {
        let body = match random.below(3) {
            0 => {
                "Item end = last(3); return end instanceof Kind0 ? end.weigh(1) : value;".to_owned()
            }
            1 => format!("hold(next == null ? this : next); return weigh(1) + value * {extra};"),
            _ => "note(note() + value); return note().length();".to_owned(),
        };
        let _ = writeln!(text, "int step{kind}x{extra}(int value) {{ {body} }}");
    }
    text + "}\n"
}

const LISTS: &[&str] = &["java.util.ArrayList", "java.util.LinkedList", "java.util.ArrayList"];
const MAPS: &[&str] = &[
    "java.util.HashMap",
    "java.util.LinkedHashMap",
    "java.util.TreeMap",
    "java.util.concurrent.ConcurrentHashMap",
];

fn store(kinds: usize, random: &mut Random) -> String {
    let (list, map) = (pick(random, LISTS), pick(random, MAPS));
    let mut cases = String::new();
    for kind in 1..kinds {
        let _ =
            writeln!(cases, "case {kind}: return new Kind{kind}(number, {});", random.below(50));
    }
    let each = pick(
        random,
        &[
            "order.forEach(item -> item.accept(visitor));",
            "for (Item item : order) { item.accept(visitor); }",
            "java.util.Iterator<Item> items = order.iterator(); while (items.hasNext()) { visitor.visit(items.next()); }",
        ],
    );
    let sorted = pick(
        random,
        &[
            "copy.sort((a, b) -> b.weigh(0) - a.weigh(0));",
            "java.util.Collections.sort(copy);",
            "copy.sort(java.util.Comparator.comparing(Item::id));",
        ],
    );
    let total = pick(
        random,
        &[
            "return order.stream().mapToInt(item -> item.weigh(2)).sum();",
            "int sum = 0; for (Item item : byName.values()) { sum += item.weigh(2); } return sum;",
            "return order.stream().filter(item -> item.id() > 1).map(Item::next)\
             .filter(java.util.Objects::nonNull).mapToInt(Item::hashCode).sum();",
        ],
    );
    format!(
        "public class Store implements Service {{\n\
         private final java.util.Map<String, Item> byName = new {map}<>();\n\
         private final java.util.List<Item> order = new {list}<>();\n\
         private gen.core.Entity guest;\n\
         private Item latest;\n\
         private Item create(int number) {{ switch (number % {kinds}) {{\n{cases}\
         default: return new Kind0(number, 1); }} }}\n\
         @Override public synchronized Item make(int number) throws Overflow {{\n\
         if (order.size() >= 6) {{ throw new Overflow(order.size()); }}\n\
         Item item = create(number); item.note(\"item \" + number); add(item); return item; }}\n\
         private void add(Item item) {{\n\
         if (latest != null) {{ item.link(latest); }}\n\
         latest = item; order.add(item); byName.put(item.note(), item); }}\n\
         @Override public synchronized Item find(String name) {{ return byName.get(name); }}\n\
         @Override public synchronized void each(gen.core.Entity.Visitor visitor) {{ {each} }}\n\
         @Override public int count() {{ return order.size(); }}\n\
         void welcome(gen.core.Entity entity) {{ guest = entity; }}\n\
         String guest() {{ return guest == null ? \"nobody\" : guest.toString(); }}\n\
         java.util.List<Item> sorted() {{ java.util.List<Item> copy = new java.util.ArrayList<>(order); {sorted} return copy; }}\n\
         int total() {{ {total} }}\n}}\n"
    )
}

fn worker(random: &mut Random) -> String {
    let work = pick(
        random,
        &[
            "store.each(entity -> seen += entity.id());",
            "gen.core.Entity.Collecting all = new gen.core.Entity.Collecting(); store.each(all); seen = all.count();",
            "for (Item item : store.sorted()) { seen += item.weigh(1); }",
        ],
    );
    format!(
        "final class Worker implements Runnable {{\n\
         private final Store store; private final int first; private int seen; private Overflow failure;\n\
         Worker(Store store, int first) {{ this.store = store; this.first = first; }}\n\
         @Override public void run() {{\n\
         try {{ fill(); {work} }} catch (Overflow e) {{ failure = e; }} finally {{ finish(); }} }}\n\
         private void fill() throws Overflow {{ for (int i = first; i < first + 3; i++) {{ store.make(i); }} }}\n\
         private void finish() {{ seen += store.total(); }}\n\
         int seen() {{ return failure == null ? seen : failure.size(); }}\n}}\n"
    )
}

fn util(helpers: usize, random: &mut Random) -> String {
    let mut text = String::from("final class Util {\nprivate Util() {}\n");
    for helper in 0..helpers {
        let next = if helper + 1 < helpers {
            format!("step{}(store, value + 1)", helper + 1)
        } else {
            "value".to_owned()
        };
        let body = match random.below(5) {
            0 => format!(
                "Item item = store.find(\"item \" + value); return item == null ? {next} : item.weigh(1);"
            ),
            1 => format!(
                "StringBuilder text = new StringBuilder(); for (Item item : store.sorted()) {{ text.append(item); }} \
                 return text.length() + {next};"
            ),
            2 => format!(
                "int[] sums = new int[4]; sums[value & 3] += store.count(); return sums[1] + {next};"
            ),
            3 => format!(
                "try {{ return store.make(value).id(); }} catch (Overflow e) {{ return e.size() + {next}; }}"
            ),
            _ => format!(
                "java.util.function.IntUnaryOperator more = x -> x + value; return more.applyAsInt(1) + {next};"
            ),
        };
        let _ = writeln!(text, "static int step{helper}(Store store, int value) {{ {body} }}");
    }
    text + "}\n"
}

fn api(starts_thread: bool, random: &mut Random) -> String {
    let work = if starts_thread {
        "Thread thread = new Thread(worker); thread.start();\n\
         try { thread.join(); } catch (InterruptedException e) { Thread.currentThread().interrupt(); }"
    } else {
        pick(random, &["worker.run();", "Runnable task = worker; task.run();", "run(worker::run);"])
    };
    let mut visits = String::new();
    for (number, near) in NEIGHBOURS.iter().enumerate() {
        let _ = writeln!(
            visits,
            "{near}.Service service{number} = {near}.Api.open();\n\
             try {{ {near}.Item item = service{number}.make({number}); store.welcome(item); sum += item.weigh(1); }}\n\
             catch ({near}.Overflow e) {{ sum -= e.size(); }}\n\
             sum += service{number}.label().length();"
        );
    }
    format!(
        "public final class Api {{\n\
         private static final Service SHARED = new Store();\n\
         private Api() {{}}\n\
         public static Service open() {{ return SHARED; }}\n\
         private static void run(Runnable task) {{ task.run(); }}\n\
         public static int start() {{\n\
         Store store = new Store(); Worker worker = new Worker(store, {});\n{work}\n\
         int sum = worker.seen() + Util.step0(store, 1);\n{visits}\
         return sum + store.guest().length(); }}\n}}\n",
        random.below(4)
    )
}
