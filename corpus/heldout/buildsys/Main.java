package heldout.buildsys;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

public class Main {

    private static String join(List<Artifact> inputs) {
        return inputs.stream().map(Artifact::content).collect(Collectors.joining("+", "(", ")"));
    }

    private static void work(int units) {
        LockSupport.parkNanos(units * 200_000L);
    }

    private static void defineTargets(BuildEngine engine, SourceSet core, SourceSet util, SourceSet web,
                                      AtomicBoolean strict) {
        SourceSet script = new SourceSet("script", "configure.ac");
        engine.add(new Target("configure", script, List.of(), (context, inputs) -> {
            work(2);
            context.env.put("CC", "cc -O2"); // race:env missed: as above
            context.env.put("VERSION", "1." + script.files().size()); // race:env missed: as above
            return new Artifact("configure", "cfg");
        }));
        engine.add(new Target("core", core, List.of("configure"), (context, inputs) -> {
            work(3);
            String compiler = context.env.get("CC"); // safe: depends on configure
            return new Artifact("core", compiler + " " + core.files());
        }));
        engine.add(new Target("util", util, List.of("configure"), (context, inputs) -> {
            work(2);
            String compiler = context.env.getOrDefault("CC", "none"); // safe: depends on configure
            return new Artifact("util", compiler + " " + util.files());
        }));
        engine.add(new Target("docs", core, List.of(), (context, inputs) -> {
            work(1);
            String version = context.env.getOrDefault("VERSION", "dev"); // race:env missed: as above
            return new Artifact("docs", "manual " + version.length());
        }));
        engine.add(new Target("lint", core, List.of(), (context, inputs) -> {
            work(4);
            for (String file : core.files()) {
                if (strict.get() && file.startsWith("legacy")) {
                    throw new IllegalStateException("style errors in " + file);
                }
            }
            return new Artifact("lint", "clean");
        }));
        engine.add(new Target("assets", web, List.of(), (context, inputs) -> {
            work(2);
            return new Artifact("assets", "min " + web.files().size());
        }));
        engine.add(new Target("test", core, List.of("core", "util"), (context, inputs) -> {
            work(3);
            return new Artifact("test", "ok" + join(inputs));
        }));
        engine.add(new Target("site", web, List.of("docs", "assets"), (context, inputs) -> {
            work(1);
            return new Artifact("site", "html" + join(inputs));
        }));
        engine.add(new Target("package", util, List.of("test", "site"), (context, inputs) -> {
            String version = context.env.get("VERSION"); // safe: depends on configure through test
            return new Artifact("package", version + join(inputs));
        }));
    }

    public static void main(String[] args) throws InterruptedException {
        var pool = Executors.newFixedThreadPool(4);
        var context = new BuildContext();
        context.env.put("HOME", "/tmp"); // safe: before the first build
        var engine = new BuildEngine(context, pool);
        var core = new SourceSet("core", "main.c", "parser.c", "legacy.c");
        var util = new SourceSet("util", "strings.c", "lists.c");
        var web = new SourceSet("web", "site.css", "site.js");
        var strict = new AtomicBoolean();
        defineTargets(engine, core, util, web, strict);

        int[] peak = new int[1];
        Thread progress = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                peak[0] = Math.max(peak[0], context.finished.get()); // safe: main after join
                Thread.yield();
            }
        }, "progress");
        progress.start();

        System.out.println("full        " + engine.build());
        core.edit();
        System.out.println("incremental " + engine.build());
        System.out.println("cache hits " + context.cacheHits.sum() + ", env " + context.env.size()); // safe: no build runs
        core.edit();
        strict.set(true);
        System.out.println("strict      " + engine.build());
        System.out.println("failed " + context.failed); // safe: the build is over

        pool.shutdown();
        progress.interrupt();
        progress.join();
        System.out.println(engine.summary() + ", log lines " + context.drainLog().size() + ", peak " + peak[0]); // safe: after join
    }
}
