package order.intime;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Whoever asks whether he has waited long enough knows something if he has, and nothing if he has not. */
public final class Main {
    static final class Kiln {
        final CountDownLatch hot = new CountDownLatch(1);
        final CountDownLatch cold = new CountDownLatch(1);
        final Semaphore keys = new Semaphore(0);
        int glaze;
        int cracks;
        int shards;
        int ash;
        int bowls;
        int smoke;

        void fire() {
            glaze = 7; // safe: before the latch is counted down
            cracks = 2; // race:cracks
            shards = 1; // race:shards
            hot.countDown();
            ash = 5; // safe: before the key is given
            bowls = 12; // race:bowls
            keys.release();
            smoke = 3; // safe: before the latch is counted down
            cold.countDown();
        }

        boolean isCold() throws InterruptedException {
            return cold.await(5, TimeUnit.SECONDS);
        }
    }

    private static void sweep(Kiln kiln) {
        try {
            if (!kiln.cold.await(1, TimeUnit.NANOSECONDS)) {
                System.out.print(kiln.shards > 1 ? "!" : ""); // race:shards
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Kiln kiln = new Kiln();
        Thread potter = new Thread(kiln::fire);
        potter.start();
        Thread helper = new Thread(() -> sweep(kiln));
        helper.start();
        int sum = 0;
        if (kiln.hot.await(5, TimeUnit.SECONDS)) {
            sum += kiln.glaze; // safe: await has returned true
        } else {
            sum += kiln.cracks; // race:cracks
        }
        boolean hasKey = kiln.keys.tryAcquire();
        sum += kiln.bowls; // race:bowls
        if (hasKey) {
            sum += kiln.ash; // safe: there is a key only after it was given
        }
        if (!kiln.isCold()) {
            System.out.println("hot");
            return;
        }
        sum += kiln.smoke; // safe: the latch was counted down in time
        potter.join();
        helper.join();
        System.out.println(sum > 0 ? "done" : "?");
    }
}
