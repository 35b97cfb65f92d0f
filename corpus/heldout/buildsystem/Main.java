package heldout.buildsystem;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/** Builds a set of modules in dependency order, compiling and packaging them in parallel. */
public class Main {

    static class Module {
        final String name;
        final List<Module> dependencies;
        private final List<String> warnings = new ArrayList<>();
        private int classes;
        private String jar;
        private CompletableFuture<Void> compiled;
        private CompletableFuture<String> packaged;

        Module(String name, Module... dependencies) {
            this.name = name;
            this.dependencies = List.of(dependencies);
        }
    }

    static class Builder {
        private final ExecutorService pool = Executors.newFixedThreadPool(3);
        private final Semaphore cacheAccess = new Semaphore(1);
        private final Map<String, Integer> compilerCache = new HashMap<>();
        private final AtomicReference<List<String>> order = new AtomicReference<>(List.of());
        private final StringBuilder console = new StringBuilder();
        private long started;
        private boolean verbose;

        void plan(Module m) {
            CompletableFuture<?>[] before = m.dependencies.stream()
                    .map(d -> d.compiled) // safe: the futures are kept and read by the main thread only
                    .toArray(CompletableFuture[]::new);
            m.compiled = CompletableFuture.allOf(before).thenRunAsync(() -> compile(m), pool);
            CompletableFuture<String> docs = CompletableFuture.supplyAsync(() -> m.name + "-docs", pool);
            m.packaged = m.compiled.thenCombineAsync(docs, (nothing, doc) -> pack(m, doc), pool);
        }

        private void compile(Module m) {
            int total = m.name.length();
            for (Module d : m.dependencies) {
                total += d.classes; // safe: this stage depends on the compilation of d
            }
            m.classes = total; // safe: read only by dependent stages
            if (total > 12) {
                m.warnings.add(m.name + " is large"); // safe: packaging comes later
            }
            cacheAccess.acquireUninterruptibly();
            try {
                compilerCache.merge("classes", total, Integer::sum); // safe: binary semaphore
                compilerCache.put(m.name, total);
            } finally {
                cacheAccess.release();
            }
            order.updateAndGet(old -> {
                List<String> next = new ArrayList<>(old);
                next.add(m.name); // safe: private copy
                return List.copyOf(next);
            });
            if (verbose) { // safe: set before anything was planned
                log("compiled " + m.name + " after " + (System.nanoTime() - started) / 1_000_000 + " ms"); // safe: same for started
            }
        }

        private String pack(Module m, String doc) {
            m.jar = m.name + "-" + m.classes + ".jar"; // safe: after compile of the same module
            m.warnings.add("packed with " + doc); // safe: after compile of the same module
            if (verbose) {
                log("packed " + m.jar);
            }
            return m.jar;
        }

        private void log(String line) {
            synchronized (console) {
                console.append(line).append('\n'); // safe: monitor of the builder
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Builder b = new Builder();
        b.verbose = true; // safe: before the first task is submitted
        b.started = System.nanoTime();

        Module util = new Module("util");
        Module model = new Module("model", util);
        Module store = new Module("store", util, model);
        Module web = new Module("web", model);
        Module app = new Module("app", store, web);
        Map<String, Module> modules = new LinkedHashMap<>();
        for (Module m : List.of(util, model, store, web, app)) {
            modules.put(m.name, m); // safe: main thread only
            b.plan(m);
        }
        String jar = app.packaged.join();
        System.out.println("application " + jar + " from " + store.classes + " + " + web.classes + " classes"); // safe: app depends on both
        CompletableFuture.allOf(modules.values().stream().map(m -> m.packaged).toArray(CompletableFuture[]::new)).join();
        b.pool.shutdown();
        for (Module m : modules.values()) {
            System.out.println(m.jar + " " + m.warnings); // safe: all packaging stages have been joined
        }
        System.out.println(b.order.get() + " " + b.compilerCache); // safe: after all stages
        System.out.print(b.console); // safe: after all stages
    }
}
