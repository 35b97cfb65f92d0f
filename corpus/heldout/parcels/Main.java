package heldout.parcels;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import heldout.parcels.ScanEvent.Stage;

public class Main {

    private static final AtomicInteger SEQ = new AtomicInteger();

    static final class Depot implements Callable<Integer> {
        private final String code;
        private final TrackingService service;
        private final List<String> ids;
        private final List<Stage> stages;
        private int handled;

        Depot(String code, TrackingService service, List<String> ids, Stage... stages) {
            this.code = code;
            this.service = service;
            this.ids = ids;
            this.stages = List.of(stages);
        }

        @Override
        public Integer call() {
            for (Stage stage : stages) {
                for (String id : ids) {
                    service.register(new ScanEvent(id, stage, code, SEQ.incrementAndGet()));
                    handled++; // safe: a depot object belongs to one task
                }
            }
            return handled; // safe: same task
        }
    }

    public static void main(String[] args) throws Exception {
        TrackingService service = new TrackingService();
        StageStatistics stats = new StageStatistics();
        service.subscribe(stats);
        service.subscribe(e -> {
            if (e.stage().isFinal()) {
                System.out.println("mail to recipient of " + e.parcelId());
            }
        });

        List<String> ids = List.of("P-100", "P-101", "P-102");
        List<Depot> depots = List.of(
                new Depot("HAM", service, ids, Stage.ACCEPTED, Stage.SORTED, Stage.IN_TRANSIT),
                new Depot("MUC", service, ids, Stage.SORTED, Stage.IN_TRANSIT, Stage.DELIVERED));

        Thread customer = new Thread(() -> {
            for (int i = 0; i < 3; i++) {
                System.out.println(service.describe("P-100"));
                Thread.yield();
            }
        }, "customer");
        customer.start();

        ExecutorService pool = Executors.newFixedThreadPool(depots.size());
        try {
            int total = 0;
            for (Future<Integer> f : pool.invokeAll(depots)) {
                total += f.get();
            }
            System.out.println(total + " scans handled");
        } finally {
            pool.shutdown();
        }
        customer.join();
        System.out.println(stats);
        ids.forEach(id -> service.closeOut(id).forEach(System.out::println));
    }
}
