package heldout.flowsteps;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

final class Engine {
    interface Step {
        void run(Flow flow, Engine engine) throws Exception;
    }

    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private final ExecutorService branches = Executors.newCachedThreadPool();
    private final List<Step> steps;
    private final CountDownLatch pending;
    private Consumer<Flow> onDone = f -> { };
    private long stepsRun;
    private final Object auditLock = new Object();
    private int audited;

    Engine(List<Step> steps, int flows) {
        this.steps = steps;
        this.pending = new CountDownLatch(flows);
    }

    void setOnDone(Consumer<Flow> callback) {
        onDone = callback; // safe: called before the first launch
    }

    void launch(Flow flow) {
        if (flow.move(Flow.State.NEW, Flow.State.RUNNING)) {
            pool.execute(() -> advance(flow));
        }
    }

    private void advance(Flow flow) {
        int i = flow.nextStep();
        if (i >= steps.size()) {
            if (flow.move(Flow.State.RUNNING, Flow.State.DONE)) {
                finish(flow);
            }
            return;
        }
        try {
            steps.get(i).run(flow, this); // safe: immutable list
            stepsRun++; // race:stepsRun
        } catch (Exception e) {
            flow.fail(e.getMessage());
            finish(flow);
            return;
        }
        pool.execute(() -> advance(flow));
    }

    private void finish(Flow flow) {
        onDone.accept(flow); // safe: written before launch
        synchronized (auditLock) {
            audited++; // safe: audit lock
        }
        pending.countDown();
    }

    void fork(Flow flow, Runnable left, Runnable right) {
        flow.move(Flow.State.RUNNING, Flow.State.WAITING);
        CompletableFuture<Void> a = CompletableFuture.runAsync(left, branches);
        CompletableFuture<Void> b = CompletableFuture.runAsync(right, branches);
        CompletableFuture.allOf(a, b).join();
        flow.move(Flow.State.WAITING, Flow.State.RUNNING);
    }

    long stepsRun() {
        return stepsRun; // race:stepsRun
    }

    int audited() {
        synchronized (auditLock) {
            return audited; // safe: audit lock
        }
    }

    void awaitAll() throws InterruptedException {
        pending.await();
        pool.shutdown();
        branches.shutdown();
        if (!pool.awaitTermination(5, TimeUnit.SECONDS)) {
            throw new IllegalStateException("engine stuck");
        }
    }
}
