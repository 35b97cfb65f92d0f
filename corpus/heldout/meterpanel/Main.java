package heldout.meterpanel;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public final class Main {
    private static final int HANDLERS = 3;
    private static final int REQUESTS = 500;

    /** Pretends to serve requests and measures itself. */
    private static final class RequestHandler implements Runnable {
        private final Registry registry;
        private final CountDownLatch finished;
        private int served;

        RequestHandler(Registry registry, CountDownLatch finished) {
            this.registry = registry;
            this.finished = finished;
        }

        @Override
        public void run() {
            for (int i = 0; i < REQUESTS; i++) {
                long begin = System.nanoTime();
                registry.counter("requests").inc();
                registry.gauge("depth").set(i);
                registry.histogram("size").record(i % 90);
                registry.stopwatch("latency").lap(System.nanoTime() - begin);
                served++; // safe: own handler, main reads after the latch
            }
            finished.countDown();
        }

        int served() {
            return served; // safe: after the latch
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Registry registry = new Registry();
        registry.label("host", "alpha");
        TextReporter text = new TextReporter(registry);
        ListReporter list = new ListReporter(registry);
        ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(2);
        scheduler.scheduleWithFixedDelay(text, 0, 1, TimeUnit.MILLISECONDS);
        scheduler.scheduleWithFixedDelay(list, 0, 1, TimeUnit.MILLISECONDS);

        CountDownLatch finished = new CountDownLatch(HANDLERS);
        RequestHandler[] handlers = new RequestHandler[HANDLERS];
        for (int i = 0; i < HANDLERS; i++) {
            handlers[i] = new RequestHandler(registry, finished);
            new Thread(handlers[i], "handler-" + i).start();
        }
        registry.label("zone", "b");
        finished.await();
        int served = 0;
        for (RequestHandler handler : handlers) {
            served += handler.served();
        }
        Thread.sleep(10);
        scheduler.shutdown();
        if (!scheduler.awaitTermination(5, TimeUnit.SECONDS)) {
            throw new IllegalStateException("reporters hang");
        }
        System.out.println("served " + served + " counted " + registry.counter("requests").value());
        System.out.println("samples " + registry.histogram("size").samples());
        System.out.println("reports " + (text.reports() > 0 && list.reports() > 0)
            + " written " + (text.wroteSomething() && list.wroteSomething()));
        System.out.println("longest ok " + (registry.stopwatch("latency").longest() >= 0));
    }
}
