package heldout.logship2;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class Main {

    interface Transport {
        boolean send(long sequence, String payload);
    }

    static class Shipper implements Runnable {
        private final BatchBuffer buffer;
        private final Transport transport;
        private int lines;
        private int retries;

        Shipper(BatchBuffer buffer, Transport transport) {
            this.buffer = buffer;
            this.transport = transport;
        }

        @Override
        public void run() {
            try {
                Batch b;
                while ((b = buffer.take()) != null) {
                    int attempt = b.nextAttempt();
                    boolean ok = transport.send(b.sequence, b.payload());
                    if (ok || attempt >= 3) {
                        lines += b.size(); // safe: own counter, read after join
                        buffer.done(null);
                    } else {
                        retries++; // safe: own counter, read after join
                        buffer.done(b);
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BatchBuffer buffer = new BatchBuffer(4);
        AtomicInteger calls = new AtomicInteger();
        int[] failEvery = {5};
        Transport flaky = (seq, payload) -> {
            int n = calls.incrementAndGet();
            return n % failEvery[0] != 0; // safe: array is never written after start
        };

        List<Shipper> shippers = new ArrayList<>();
        List<Thread> shipperThreads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Shipper s = new Shipper(buffer, flaky);
            Thread t = new Thread(s, "shipper-" + i);
            shippers.add(s);
            shipperThreads.add(t);
            t.start();
        }

        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        timer.scheduleWithFixedDelay(buffer::flush, 5, 5, TimeUnit.MILLISECONDS);

        Thread[] apps = new Thread[3];
        for (int a = 0; a < apps.length; a++) {
            final int no = a;
            apps[a] = new Thread(() -> {
                for (int i = 0; i < 10; i++) {
                    Level level = i % 4 == 3 ? Level.WARN : Level.INFO;
                    buffer.append(new LogLine(level, "app " + no + " step " + i));
                }
            }, "app-" + a);
            apps[a].start();
        }
        for (Thread t : apps) {
            t.join();
        }
        timer.shutdown();
        buffer.close();
        int lines = 0;
        int retries = 0;
        for (int i = 0; i < shippers.size(); i++) {
            shipperThreads.get(i).join();
            lines += shippers.get(i).lines; // safe: that shipper has been joined
            retries += shippers.get(i).retries; // safe: that shipper has been joined
        }
        System.out.println("shipped " + lines + " lines, " + retries + " retries");
    }
}
