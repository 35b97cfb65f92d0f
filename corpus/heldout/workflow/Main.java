package heldout.workflow;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Small workflow engine that runs the steps of an order process as soon as their inputs are ready. */
public class Main {

    enum Status { WAITING, RUNNING, DONE }

    static class Context {
        private final Map<String, Object> values = new HashMap<>();
        private final Map<String, Long> timings = new ConcurrentHashMap<>();

        void put(String key, Object v) {
            values.put(key, v); // race:values
        }

        Object get(String key) {
            return values.get(key); // race:values
        }
    }

    static class Step {
        final String name;
        final Consumer<Context> action;
        final String[] needs;
        Status status = Status.WAITING;
        long costs;

        Step(String name, Consumer<Context> action, String... needs) {
            this.name = name;
            this.action = action;
            this.needs = needs;
        }
    }

    static class Engine {
        private final Map<String, Step> steps = new LinkedHashMap<>();
        private final Map<String, CompletableFuture<Void>> running = new HashMap<>();
        private final ExecutorService pool = Executors.newFixedThreadPool(3);
        private final AtomicInteger finished = new AtomicInteger();
        private Step current;

        Engine step(String name, Consumer<Context> action, String... needs) {
            steps.put(name, new Step(name, action, needs)); // safe: definition phase, main only
            return this;
        }

        CompletableFuture<Void> start(Context ctx) {
            for (Step s : steps.values()) {
                CompletableFuture<?>[] deps = new CompletableFuture<?>[s.needs.length];
                for (int i = 0; i < deps.length; i++) {
                    deps[i] = running.get(s.needs[i]); // safe: main only
                }
                CompletableFuture<Void> f = CompletableFuture.allOf(deps).thenRunAsync(() -> execute(s, ctx), pool);
                running.put(s.name, f); // safe: main only
            }
            return CompletableFuture.allOf(running.values().toArray(new CompletableFuture<?>[0]));
        }

        private void execute(Step s, Context ctx) {
            long t0 = System.nanoTime();
            current = s; // race:current
            s.status = Status.RUNNING; // race:status
            s.action.accept(ctx);
            s.costs = System.nanoTime() - t0; // safe: one task per step, read after completion
            ctx.timings.put(s.name, s.costs); // safe: concurrent map
            s.status = Status.DONE; // race:status
            finished.incrementAndGet();
        }

        String overview() {
            StringBuilder sb = new StringBuilder();
            for (Step s : steps.values()) { // safe: the map is complete and only read
                sb.append(s.name).append('=').append(s.status).append(' '); // race:status
            }
            return sb.append(finished.get()).toString();
        }
    }

    public static void main(String[] args) {
        int[] counter = new int[1];
        StringBuilder receipt = new StringBuilder();
        Engine engine = new Engine()
                .step("load", c -> {
                    c.put("order", "A-17");
                    counter[0] = 5; // safe: the dependent steps start afterwards
                })
                .step("stock", c -> c.put("stock", c.get("order") + ":" + counter[0]), "load") // safe: after load
                .step("credit", c -> c.put("credit", c.get("order") + "/" + counter[0]), "load") // safe: after load
                .step("fraud", c -> c.put("fraud", Boolean.FALSE), "load")
                .step("ship", c -> {
                    counter[0]++; // safe: after stock and credit, fraud does not use it
                    receipt.append(c.get("stock")).append(' ').append(c.get("credit")); // safe: only ship writes it
                }, "stock", "credit", "fraud")
                .step("mail", c -> receipt.append(" mailed"), "ship"); // safe: after ship
        Context ctx = new Context();
        CompletableFuture<Void> all = engine.start(ctx);
        System.out.println(engine.overview());
        all.join();
        engine.pool.shutdown();
        System.out.println(engine.overview());
        System.out.println(receipt + " #" + counter[0] + " last " + engine.current.name); // safe: after join
        System.out.println(ctx.timings.size() + " timings");
    }
}
