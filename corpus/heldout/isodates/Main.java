package heldout.isodates;

import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.concurrent.CountDownLatch;

/** Minimal case for a bug report: session expiry dates are sometimes wrong under load. */
public class Main {

    static final SimpleDateFormat ISO = new SimpleDateFormat("yyyy-MM-dd HH:mm");
    static final SimpleDateFormat LOCKED = new SimpleDateFormat("dd.MM.yyyy");
    static String worst = "";
    static long first;

    static long expiry(String text) {
        try {
            return ISO.parse(text).getTime(); // race:iso
        } catch (ParseException | RuntimeException e) {
            worst = e.toString(); // race:worst
            return -1;
        }
    }

    static String pretty(long t) {
        synchronized (LOCKED) {
            return LOCKED.format(t); // safe: always under its own monitor
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(3);
        first = expiry("2026-01-01 00:00"); // safe: before the threads start
        boolean[] ok = new boolean[3];
        for (int i = 0; i < 3; i++) {
            int id = i;
            new Thread(() -> {
                String text = "2026-0" + (id + 1) + "-15 08:30";
                long t = first; // safe: set before start()
                for (int k = 0; k < 200; k++) {
                    t = expiry(k % 40 == 7 ? "n/a" : text);
                    pretty(t);
                }
                ok[id] = t > first; // safe: own element
                done.countDown();
            }).start();
        }
        done.await();
        System.out.println(ok[0] + " " + ok[1] + " " + ok[2] + " worst '" + worst + "'"); // safe: after the latch
        System.out.println(pretty(expiry("2026-06-30 12:00"))); // safe: all workers are past the latch
    }
}
