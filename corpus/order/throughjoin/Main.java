package order.throughjoin;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/** A stage play: the director waits for the stage manager alone, who has waited for some of the others. */
public final class Main {
    static final class Play {
        final Semaphore painted = new Semaphore(0);
        final CountDownLatch dressed = new CountDownLatch(1);
        final CountDownLatch lit = new CountDownLatch(1);
        String backdrop = "";
        String costume = "";
        String lamp = "";
        int drips;
    }

    public static void main(String[] args) throws InterruptedException {
        Play play = new Play();
        Thread painter = new Thread(() -> {
            play.backdrop = "forest"; // safe: before the manager was told
            play.painted.release();
            play.drips++; // race:drips
        });
        Thread tailor = new Thread(() -> {
            play.costume = "fox"; // safe: before the manager was told
            play.dressed.countDown();
        });
        Thread electrician = new Thread(() -> {
            play.lamp = "blue"; // race:lamp
            play.lit.countDown();
        });
        Thread manager = new Thread(() -> {
            play.painted.acquireUninterruptibly();
            try {
                play.dressed.await();
                if (play.backdrop.isEmpty()) { // safe: painted
                    play.lit.await();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        painter.start();
        tailor.start();
        electrician.start();
        manager.start();
        manager.join();
        System.out.println(play.backdrop); // safe: painter before manager before here
        System.out.println(play.costume); // safe: tailor before manager before here
        System.out.println(play.drips); // race:drips
        System.out.println(play.lamp); // race:lamp
    }
}
