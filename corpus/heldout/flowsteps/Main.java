package heldout.flowsteps;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

public class Main {
    private static final int FLOWS = 12;

    private static void validate(Flow flow, Engine engine) {
        if (flow.id() % 5 == 4) {
            throw new IllegalArgumentException("bad order " + flow.id());
        }
        flow.set("price", 100 + flow.get("id"));
        flow.note("validated");
    }

    private static void priceAndStock(Flow flow, Engine engine) {
        int[] partial = new int[2];
        Runnable tax = () -> {
            partial[0] = flow.get("price") / 5; // safe: one slot for each branch
            flow.putForkResult("tax", partial[0]);
        };
        Runnable stock = () -> {
            partial[1] = flow.get("id") + 1; // safe: one slot for each branch
            flow.putForkResult("stock", partial[1]);
        };
        engine.fork(flow, tax, stock);
        flow.set("sum", partial[0] + partial[1]); // safe: fork() joins both branches
    }

    private static void ship(Flow flow, Engine engine) {
        flow.set("shipped", Math.min(flow.forkCount(), 1));
        flow.note("shipped");
    }

    private static int countShipped(List<Flow> flows) {
        int n = 0;
        for (Flow f : flows) { // safe: main's own list
            try {
                n += f.visited("shipped") ? 1 : 0;
            } catch (RuntimeException e) {
                n += 0;
            }
        }
        return n;
    }

    public static void main(String[] args) throws InterruptedException {
        Engine engine = new Engine(List.of(Main::validate, Main::priceAndStock, Main::ship), FLOWS);
        AtomicInteger total = new AtomicInteger();
        ConcurrentLinkedQueue<Flow> failed = new ConcurrentLinkedQueue<>();
        engine.setOnDone(flow -> {
            if (flow.state() == Flow.State.FAILED) {
                failed.add(flow); // safe: concurrent queue
            } else {
                total.addAndGet(flow.get("sum"));
            }
        });

        List<Flow> flows = new ArrayList<>();
        for (int i = 0; i < FLOWS; i++) {
            Flow flow = new Flow(i);
            flows.add(flow);
            engine.launch(flow);
        }

        boolean sane = engine.stepsRun() <= FLOWS * 3L;
        sane &= countShipped(flows) <= FLOWS;
        String early = flows.get(4).failure();
        sane &= early.equals("none") || early.startsWith("bad order");

        engine.awaitAll();

        int events = 0;
        int shipped = 0;
        for (Flow f : flows) {
            events += f.historyCopy().size();
            shipped += f.get("shipped"); // safe: after the pool terminated
        }
        System.out.println("sum " + total.get() + ", failed " + failed.size() + ", audited " + engine.audited());
        System.out.println("events " + events + ", shipped " + shipped);
        System.out.println("sane " + sane);
    }
}
