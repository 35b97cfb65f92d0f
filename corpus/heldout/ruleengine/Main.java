package heldout.ruleengine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Loan applications run through a reloadable rule set on a pool; decisions are audited by a writer thread. */
public class Main {

    static class Facts {
        private final Map<String, Integer> values = new LinkedHashMap<>();
        private String decision = "open";

        Facts with(String key, int value) {
            values.put(key, value); // safe: by main before submit() or after get(), or by the one task in between
            return this;
        }

        int get(String key) {
            return values.getOrDefault(key, 0); // safe: one owner at a time
        }

        void decide(String d) {
            decision = d; // safe: one owner at a time
        }

        String decision() {
            return decision; // safe: one owner at a time
        }
    }

    record Rule(String name, Predicate<Facts> when, Consumer<Facts> then) {}

    static final class RuleSet {
        final int revision;
        private final List<Rule> rules;

        private RuleSet(Builder b) {
            revision = b.revision;
            rules = List.copyOf(b.rules);
        }

        List<Rule> rules() {
            return rules;
        }

        static class Builder {
            private final List<Rule> rules = new ArrayList<>();
            private int revision;

            Builder revision(int r) {
                revision = r;
                return this;
            }

            Builder rule(String name, Predicate<Facts> when, Consumer<Facts> then) {
                rules.add(new Rule(name, when, then)); // safe: a builder stays on its thread
                return this;
            }

            RuleSet build() {
                return new RuleSet(this);
            }
        }
    }

    /** Mutable, but only touched inside compute(). */
    static class RuleStats {
        int fired;
        int lastRevision;
    }

    sealed interface AuditEvent permits Fired, Closed {}

    record Fired(String rule, String outcome) implements AuditEvent {}

    record Closed() implements AuditEvent {}

    static class AuditWriter extends Thread {
        private final BlockingQueue<AuditEvent> queue = new LinkedBlockingQueue<>();
        private final Map<String, Integer> outcomes = new HashMap<>();
        private int written;

        @Override
        public void run() {
            try {
                for (AuditEvent e = queue.take(); e instanceof Fired f; e = queue.take()) {
                    outcomes.merge(f.outcome(), 1, Integer::sum); // safe: writer thread only until join
                    written++; // safe: writer thread only until join
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static class Engine {
        private final AtomicReference<RuleSet> active;
        private final ConcurrentHashMap<String, RuleStats> stats = new ConcurrentHashMap<>();
        private final AuditWriter audit;
        private final ThreadLocal<StringBuilder> trace = ThreadLocal.withInitial(StringBuilder::new);

        Engine(RuleSet first, AuditWriter audit) {
            this.active = new AtomicReference<>(first);
            this.audit = audit;
        }

        Facts evaluate(Facts facts) {
            RuleSet set = active.get();
            StringBuilder sb = trace.get();
            sb.setLength(0); // safe: thread local
            for (Rule r : set.rules()) { // safe: immutable
                if (r.when().test(facts)) {
                    r.then().accept(facts);
                    sb.append(r.name()).append(';'); // safe: thread local
                    stats.compute(r.name(), (k, old) -> {
                        RuleStats s = old == null ? new RuleStats() : old;
                        s.fired++; // safe: compute is atomic per key
                        s.lastRevision = Math.max(s.lastRevision, set.revision); // safe: compute is atomic per key
                        return s;
                    });
                    audit.queue.add(new Fired(r.name(), facts.decision()));
                }
            }
            return facts.with("traceLength", sb.length());
        }

        void reload(RuleSet next) {
            active.updateAndGet(old -> next.revision > old.revision ? next : old);
        }
    }

    static RuleSet ruleSet(int revision, int minimumIncome) {
        return new RuleSet.Builder()
                .revision(revision)
                .rule("income", f -> f.get("income") < minimumIncome, f -> f.decide("reject"))
                .rule("debt", f -> f.get("debt") > 3 * f.get("income"), f -> f.decide("reject"))
                .rule("approve", f -> f.decision().equals("open"), f -> f.with("limit", f.get("income") * 2).decide("approve"))
                .build();
    }

    public static void main(String[] args) throws Exception {
        AuditWriter audit = new AuditWriter();
        audit.start();
        Engine engine = new Engine(ruleSet(1, 20), audit);
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Facts>> pending = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            Facts application = new Facts().with("income", 10 + 5 * (i % 8)).with("debt", i * 6);
            pending.add(pool.submit(() -> engine.evaluate(application)));
            if (i % 8 == 7) {
                engine.reload(ruleSet(2 + i / 8, 20 + i));
            }
        }
        int limits = 0;
        for (Future<Facts> p : pending) {
            Facts done = p.get();
            done.with("reviewed", 1);
            limits += done.get("limit");
        }
        pool.shutdown();
        audit.queue.add(new Closed());
        audit.join();
        System.out.println("limits " + limits + ", audited " + audit.written); // safe: after join
        System.out.println(new TreeMap<>(audit.outcomes)); // safe: after join
        engine.stats.forEach((name, s) ->
                System.out.println(name + " fired " + s.fired + " up to revision " + s.lastRevision)); // safe: tasks are done
    }
}
