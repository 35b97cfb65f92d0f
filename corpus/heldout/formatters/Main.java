package heldout.formatters;

import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class Main {
    private static final SimpleDateFormat DAY = new SimpleDateFormat("yyyy-MM-dd");
    private static final SimpleDateFormat GUARDED = new SimpleDateFormat("MM/dd");
    private static final ThreadLocal<SimpleDateFormat> TIME =
            ThreadLocal.withInitial(() -> new SimpleDateFormat("HH:mm"));
    private static final int[] COMMON = new int[1];
    private static final ThreadLocal<int[]> USES = ThreadLocal.withInitial(() -> COMMON);
    private static final ThreadLocal<int[]> OWN_USES = ThreadLocal.withInitial(() -> new int[1]);

    static class NamedFactory implements ThreadFactory {
        private final AtomicInteger ids = new AtomicInteger();
        private int created;

        @Override
        public Thread newThread(Runnable r) {
            created++; // race:created
            Thread t = new Thread(r, "fmt-" + ids.incrementAndGet()); // safe: atomic
            t.setDaemon(false);
            return t;
        }
    }

    static class Stamper implements Runnable {
        private int stamped;

        @Override
        public void run() {
            for (int i = 0; i < 100; i++) {
                stamped++; // race:stamped
            }
        }
    }

    static class Printer implements Runnable {
        private final StringBuilder out = new StringBuilder();
        private int printed;

        @Override
        public void run() {
            for (int i = 0; i < 100; i++) {
                out.append(i).append(','); // safe: every thread has its own Printer
                printed++; // safe: every thread has its own Printer
            }
        }
    }

    static String formatDay(Date d) {
        return DAY.format(d); // race:dayFormat
    }

    static String formatShort(Date d) {
        synchronized (GUARDED) {
            return GUARDED.format(d); // safe: locked
        }
    }

    static String formatTime(Date d) {
        USES.get()[0]++; // race:common
        OWN_USES.get()[0]++; // safe: an array per thread
        return TIME.get().format(d); // safe: a format per thread
    }

    static String formatFull(Date d) {
        SimpleDateFormat f = new SimpleDateFormat("yyyy-MM-dd HH:mm");
        return f.format(d); // safe: local object
    }

    static void renderOne(int i) {
        Date d = new Date(i * 86_400_000L);
        String line = formatDay(d) + formatShort(d) + formatTime(d) + formatFull(d);
        if (line.isEmpty()) {
            throw new IllegalStateException();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        NamedFactory factory = new NamedFactory();
        ExecutorService front = Executors.newFixedThreadPool(2);
        ExecutorService back = Executors.newFixedThreadPool(4, factory);
        for (int i = 0; i < 8; i++) {
            int n = i;
            front.submit(() -> {
                back.submit(() -> renderOne(n));
            });
        }
        front.shutdown();
        while (!front.awaitTermination(1, TimeUnit.SECONDS)) {
            System.out.println("waiting for front");
        }
        back.shutdown();
        while (!back.awaitTermination(1, TimeUnit.SECONDS)) {
            System.out.println("waiting for back");
        }
        System.out.println("created " + factory.created); // safe: both pools terminated
        System.out.println("uses " + COMMON[0]); // safe: both pools terminated

        Stamper stamper = new Stamper();
        Thread s1 = new Thread(stamper);
        Thread s2 = new Thread(stamper);
        Printer[] printers = {new Printer(), new Printer()};
        Thread p1 = new Thread(printers[0]);
        Thread p2 = new Thread(printers[1]);
        for (Thread t : new Thread[] {s1, s2, p1, p2}) {
            t.start();
        }
        for (Thread t : new Thread[] {s1, s2, p1, p2}) {
            t.join();
        }
        System.out.println("stamped " + stamper.stamped); // safe: joined
        System.out.println("printed " + (printers[0].printed + printers[1].printed)); // safe: joined
    }
}
