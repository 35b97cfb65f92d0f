package heldout.buildserver;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

public class Main {

    enum Phase { QUEUED, COMPILE, LINK, TEST, DONE }

    /** A build product; plain bean that is passed along the stages. */
    static class Artifact {
        private final String name;
        private int size;
        private boolean tested;

        Artifact(String name) {
            this.name = name;
        }

        Artifact grow(int by) {
            size += by; // safe: one stage at a time owns the artifact
            return this;
        }

        @Override
        public String toString() {
            return name + "[" + size + (tested ? ",tested" : "") + "]"; // safe: printed after join()
        }
    }

    static class BuildLog {
        private final StringBuilder text = new StringBuilder();
        private int lines;

        void line(String who, String what) {
            String entry = who + ": " + what + System.lineSeparator();
            text.append(entry); // race:log
            lines++; // race:lines
        }

        String finished() {
            String body = text.toString(); // safe: the whole build is joined
            return body + "(" + lines + " lines)"; // safe: the whole build is joined
        }
    }

    interface Compiler {
        Artifact compile(String module);

        default Compiler then(UnaryOperator<Artifact> post) {
            return m -> post.apply(compile(m));
        }
    }

    static class Build {
        private final String target;
        private final BuildLog log;
        private final Executor workers;
        private final Map<Phase, Long> entered = new EnumMap<>(Phase.class);
        private Phase phase = Phase.QUEUED;

        Build(String target, BuildLog log, Executor workers) {
            this.target = target;
            this.log = log;
            this.workers = workers;
        }

        private void enter(Phase next) {
            phase = next; // race:phase
            entered.put(next, System.nanoTime()); // safe: enter() is called from dependent stages only
        }

        String status() {
            return target + " in " + phase; // race:phase
        }

        int phasesSeen() {
            return entered.size(); // safe: after join()
        }

        CompletableFuture<Artifact> run(Compiler compiler, List<String> modules) {
            enter(Phase.COMPILE);
            List<CompletableFuture<Artifact>> units = new ArrayList<>();
            for (String module : modules) {
                units.add(CompletableFuture.supplyAsync(() -> { // safe: local list of the calling thread
                    log.line(module, "compiling");
                    return compiler.compile(module);
                }, workers));
            }
            CompletableFuture<Artifact> linked = units.get(0);
            for (CompletableFuture<Artifact> unit : units.subList(1, units.size())) {
                linked = linked.thenCombine(unit, (a, b) -> a.grow(b.size)); // safe: both stages are complete
            }
            return linked.thenApplyAsync(all -> {
                enter(Phase.LINK);
                log.line(target, "linking " + all.size); // safe: thenCombine passed it on
                return all.grow(1);
            }, workers).thenApply(all -> {
                enter(Phase.TEST);
                all.tested = all.size > 0; // safe: dependent stage
                return all;
            }).whenComplete((all, failure) -> enter(Phase.DONE));
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ExecutorService workers = Executors.newFixedThreadPool(3);
        BuildLog log = new BuildLog();
        Build build = new Build("app.jar", log, workers);

        Thread web = new Thread(() -> {
            for (int i = 0; i < 4; i++) {
                System.out.println(build.status());
                try {
                    Thread.sleep(2);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }, "status-page");
        web.setDaemon(true);
        web.start();

        Compiler javac = m -> new Artifact(m).grow(m.length() * 100);
        try {
            Artifact result = build.run(javac.then(a -> a.grow(7)), List.of("core", "util", "web", "cli")).join();
            System.out.println(result);
            System.out.println(log.finished());
            System.out.println(build.phasesSeen() + " phases");
        } finally {
            workers.shutdown();
        }
        web.join();
    }
}
