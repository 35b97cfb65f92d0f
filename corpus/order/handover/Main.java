package order.handover;

import java.util.concurrent.Semaphore;

/** A canal lock: two semaphores hand a barge from one gate keeper to the other, a third admits two at once. */
public final class Main {
    static final class Barge {
        int cargo;
        String harbour = "start";
    }

    private final Semaphore lower = new Semaphore(1);
    private final Semaphore upper = new Semaphore(0);
    private final Semaphore bridge = new Semaphore(2);
    private final Barge barge = new Barge();
    private int toll;
    private int crossings;

    private void up() {
        for (int i = 0; i < 5; i++) {
            lower.acquireUninterruptibly();
            barge.cargo += 10; // safe: the permit goes back and forth
            barge.harbour = "north"; // safe: the same
            upper.release();
            cross();
        }
    }

    private void down() {
        for (int i = 0; i < 5; i++) {
            upper.acquireUninterruptibly();
            barge.cargo -= 3; // safe: the permit goes back and forth
            barge.harbour = "south"; // safe: the same
            lower.release();
            cross();
        }
    }

    private void cross() {
        bridge.acquireUninterruptibly();
        try {
            crossings++; // race:crossings
            synchronized (bridge) {
                toll += 2; // safe: under a lock
            }
        } finally {
            bridge.release();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main canal = new Main();
        Thread south = new Thread(canal::up);
        Thread north = new Thread(canal::down);
        south.start();
        north.start();
        south.join();
        north.join();
        System.out.println(canal.barge.cargo + canal.barge.harbour + canal.toll); // safe: after join
        if (canal.crossings == 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
