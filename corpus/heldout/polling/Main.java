package heldout.polling;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public final class Main {
    private static int exported;
    private static long worst;

    private static TimerTask task(Runnable body) {
        return new TimerTask() {
            @Override
            public void run() {
                body.run();
            }
        };
    }

    private static void export(Station station, CountDownLatch done) {
        exported += station.readings() > 0 ? 1 : 0; // race:exported
        done.countDown();
    }

    public static void main(String[] args) throws InterruptedException {
        Station north = new Station();
        Station south = new Station();
        CountDownLatch enough = new CountDownLatch(4);
        Probe probe = new Probe(north, enough);
        CountDownLatch beats = new CountDownLatch(6);
        CountDownLatch exports = new CountDownLatch(2);

        Timer watch = new Timer("watch", true);
        watch.schedule(task(() -> {
            south.heartbeat(System.nanoTime());
            beats.countDown();
        }), 0, 2);
        watch.schedule(task(() -> {
            long silence = south.silence(System.nanoTime());
            worst = Math.max(worst, silence); // safe: this timer alone
            beats.countDown();
        }), 1, 2);

        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        ScheduledFuture<?> periodic = pool.scheduleAtFixedRate(probe, 0, 3, TimeUnit.MILLISECONDS);
        pool.schedule(() -> north.poll(-1), 2, TimeUnit.MILLISECONDS);
        pool.schedule(() -> south.connect("v2"), 1, TimeUnit.MILLISECONDS);
        pool.schedule(() -> export(north, exports), 1, TimeUnit.MILLISECONDS);
        Alarm alarm = new Alarm();
        pool.schedule(() -> alarm.raise("frost", 2), 1, TimeUnit.MILLISECONDS);
        Timer nightly = new Timer("nightly");
        nightly.schedule(task(() -> export(north, exports)), 1);

        String early = south.firmware();
        String reason = alarm.await();
        int severity = alarm.severity();
        enough.await();
        int finished = probe.finished();
        beats.await();
        exports.await();
        int total = exported; // safe: both exports have counted down
        watch.cancel();
        nightly.cancel();
        periodic.cancel(false);
        pool.shutdown();
        boolean ended = pool.awaitTermination(2, TimeUnit.SECONDS);
        System.out.println(ended + " " + (finished >= 3) + " " + (total <= 2) + " " + reason + " " + (severity <= 2));
        System.out.println(south.firmware() + " " + (early.length() > 1) + " " + (north.polls() > 0));
    }
}
