package heldout.telemetry;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public final class Main {
    private static int flushed;

    public static void main(String[] args) throws InterruptedException {
        Meter meter = new Meter();
        Mailslot slot = new Mailslot();
        Sampler sampler = new Sampler(meter);
        sampler.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            flushed++; // safe: main has ended the program, and wrote it before
            boolean known = sampler.latest() >= 0 && sampler.published() >= 0;
            System.out.println("flushed " + flushed + " " + known); // safe: as above
        }, "flush"));

        ExecutorService pool = Executors.newFixedThreadPool(3);
        for (int i = 0; i < 3; i++) {
            int number = i;
            pool.execute(() -> {
                for (int value = 1; value <= 100; value++) {
                    meter.record(value);
                    meter.blend(value);
                }
                if (number == 0) {
                    slot.post("worker 0 is done");
                    slot.postDraft("draft");
                }
            });
        }
        long rough = meter.roughTotal();
        String early = slot.poll();
        String draft = slot.pollDraft();
        pool.shutdown();
        boolean ended = pool.awaitTermination(2, TimeUnit.SECONDS);
        flushed = 10; // safe: before exit starts the hook
        System.out.println(ended + " " + meter.exactTotal() + " " + meter.bucket(1) + " " + meter.errors());
        System.out.println(slot.poll() + " " + (rough >= 0) + " " + meter.sane());
        System.out.println((early == null || early.startsWith("worker")) && (draft == null || draft.length() < 6));
        System.exit(0);
    }
}
