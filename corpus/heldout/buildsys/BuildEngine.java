package heldout.buildsys;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

final class BuildEngine {
    private final Map<String, Target> targets = new LinkedHashMap<>();
    private final BuildContext context;
    private final Executor pool;
    private int builds;

    BuildEngine(BuildContext context, Executor pool) {
        this.context = context;
        this.pool = pool;
    }

    void add(Target target) {
        targets.put(target.name(), target); // safe: filled by main before the first build
    }

    Map<String, Boolean> build() {
        builds++; // safe: main only
        context.failed = false; // safe: no task runs between builds
        Map<String, CompletableFuture<Artifact>> futures = new HashMap<>();
        for (Target target : targets.values()) {
            schedule(target, futures, new ArrayList<>());
        }
        Map<String, Boolean> outcome = new LinkedHashMap<>();
        for (Target target : targets.values()) {
            outcome.put(target.name(), futures.get(target.name()).handle((a, e) -> e == null).join()); // safe: main only
        }
        return outcome;
    }

    private CompletableFuture<Artifact> schedule(Target target, Map<String, CompletableFuture<Artifact>> futures,
                                                 List<String> trail) {
        if (trail.contains(target.name())) {
            throw new IllegalStateException("cycle: " + trail);
        }
        CompletableFuture<Artifact> known = futures.get(target.name()); // safe: the graph is built by main only
        if (known != null) {
            return known;
        }
        trail.add(target.name());
        List<Target> upstream = new ArrayList<>();
        List<CompletableFuture<Artifact>> inputs = new ArrayList<>();
        for (String name : target.dependencies()) {
            Target dependency = targets.get(name);
            upstream.add(dependency); // safe: complete before the task is submitted
            inputs.add(schedule(dependency, futures, trail)); // safe: complete before the task is submitted
        }
        trail.remove(target.name());
        CompletableFuture<Artifact> future = CompletableFuture.allOf(inputs.toArray(CompletableFuture[]::new))
                .thenApplyAsync(v -> run(target, upstream, inputs.stream().map(CompletableFuture::join).toList()), pool);
        futures.put(target.name(), future); // safe: the graph is built by main only
        return future;
    }

    private Artifact run(Target target, List<Target> upstream, List<Artifact> inputs) {
        if (context.failed) { // race:failed missed: as above
            context.log("skip " + target.name());
            throw new CancellationException(target.name());
        }
        target.begin(upstream);
        try {
            String key = target.name() + "/" + target.sources().digest() + "/" + inputs.hashCode();
            Artifact artifact = context.cache.get(key);
            if (artifact != null) {
                context.cacheHits.increment();
            } else {
                artifact = target.action().build(context, inputs);
                context.cache.putIfAbsent(key, artifact); // safe: concurrent map
            }
            context.log("built " + target.name());
            return artifact;
        } catch (Exception e) {
            context.failed = true; // race:failed missed: as above
            context.log("failed " + target.name() + ": " + e.getMessage());
            throw new CompletionException(e);
        } finally {
            target.end();
            context.finished.incrementAndGet();
        }
    }

    String summary() {
        return builds + " builds, slowest " // safe: main only
                + targets.values().stream().mapToLong(Target::micros).max().orElse(0) / 1_000_000 + " s, depth "
                + targets.values().stream().mapToInt(Target::wave).max().orElse(0);
    }
}
