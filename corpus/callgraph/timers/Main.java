// Work at a later time: a Timer with a repeated TimerTask that cancels itself, and a scheduled executor.
package callgraph.timers;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class Main {
    public static void main(String[] args) throws Exception {
        CountDownLatch ticks = new CountDownLatch(3);
        Timer timer = new Timer("ticker", true);
        Tick tick = new Tick(ticks);
        timer.schedule(tick, 1, 2);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                neverCalled();
            }
        }, 3_600_000);
        ticks.await();
        System.out.println(tick.seen());
        timer.cancel();

        ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
        ScheduledFuture<String> later = scheduler.schedule(Main::later, 2, TimeUnit.MILLISECONDS);
        System.out.println(later.get());
        CountDownLatch beats = new CountDownLatch(2);
        ScheduledFuture<?> heart = scheduler.scheduleAtFixedRate(() -> beat(beats), 1, 1, TimeUnit.MILLISECONDS);
        beats.await();
        heart.cancel(false);
        scheduler.shutdownNow();
        System.out.println(scheduler.awaitTermination(10, TimeUnit.SECONDS));
    }

    private static String later() {
        return "later";
    }

    private static void beat(CountDownLatch beats) {
        beats.countDown();
    }

    private static void neverCalled() {
        throw new IllegalStateException("an hour has passed");
    }
}

class Tick extends TimerTask {
    private final CountDownLatch ticks;
    private int count;

    Tick(CountDownLatch ticks) {
        this.ticks = ticks;
    }

    @Override
    public void run() {
        if (count < 3) {
            count();
        } else {
            cancel();
        }
    }

    private synchronized void count() {
        count++;
        ticks.countDown();
    }

    synchronized String seen() {
        return count + " ticks";
    }
}
