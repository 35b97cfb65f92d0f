package order.beacons;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Each beacon has a latch that the program has made itself, of a plain field and a monitor. */
public final class Main {
    static final class Beacon {
        private boolean lit;
        private boolean busy;
        private boolean seen;
        int fuel;
        int smoke;
        int guests;
        int sparks;

        synchronized void light() {
            lit = true; // safe: monitor of the beacon
            notifyAll();
        }

        synchronized void awaitLight() throws InterruptedException {
            while (!lit) { // safe: monitor of the beacon
                wait();
            }
        }

        synchronized void setBusy(boolean now) {
            busy = now; // safe: monitor of the beacon
        }

        synchronized boolean isBusy() {
            return busy; // safe: monitor of the beacon
        }

        synchronized void see() {
            seen = true; // race:seen
        }

        boolean isSeen() {
            return seen; // race:seen
        }
    }

    private static void keep(BlockingQueue<Beacon> queue) {
        try {
            for (int i = 0; i < 4; i++) {
                Beacon b = queue.take();
                b.setBusy(true);
                b.fuel = 10 + i; // safe: before light()
                b.guests = i; // race:guests
                b.sparks = i; // race:sparks
                b.see();
                b.light();
                b.smoke = i; // race:smoke
                b.setBusy(false);
                b.setBusy(i > 1);
                b.guests++; // race:guests
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int travel(BlockingQueue<Beacon> queue) {
        try {
            Beacon b = new Beacon();
            queue.put(b);
            int sum = 0;
            if (b.isBusy()) {
                sum += b.guests; // race:guests
            }
            if (b.isSeen()) {
                sum += b.sparks; // race:sparks
            }
            b.awaitLight();
            sum += b.fuel; // safe: written before light()
            return sum + b.smoke; // race:smoke
        } catch (InterruptedException e) {
            return -1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Beacon> queue = new LinkedBlockingQueue<>();
        new Thread(() -> keep(queue)).start();
        for (int i = 0; i < 4; i++) {
            new Thread(() -> travel(queue)).start();
        }
    }
}
