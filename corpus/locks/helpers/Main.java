package locks.helpers;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** The lock is taken in one method and used in another, given back in a third, or wrapped around a lambda. */
public final class Main {
    private final ReentrantLock lock = new ReentrantLock();
    private int songs;
    private int minutes;
    private String playing = "";
    private int skipped;

    private void begin() {
        lock.lock();
    }

    private void end() {
        lock.unlock();
    }

    private <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    private void addUnlocked(int length) {
        songs++; // safe: every caller holds the lock
        minutes += length; // race:minutes
    }

    void add(int length) {
        begin();
        try {
            addUnlocked(length);
        } finally {
            end();
        }
    }

    void addAll(int... lengths) {
        locked(() -> {
            for (int length : lengths) {
                addUnlocked(length);
            }
            return null;
        });
    }

    void play(String title) {
        begin();
        playing = title; // race:playing
        end();
        skipped++; // race:skipped
    }

    String playing() {
        return locked(() -> playing); // race:playing
    }

    void stop() {
        playing = ""; // race:playing
    }

    int songs() {
        return locked(() -> songs); // safe: under the lock
    }

    public static void main(String[] args) throws InterruptedException {
        Main player = new Main();
        Thread first = new Thread(() -> {
            player.add(3);
            player.play("waltz");
        });
        Thread second = new Thread(() -> {
            player.addAll(4, 5);
            player.play("polka");
            player.stop();
        });
        first.start();
        second.start();
        int early = player.minutes; // race:minutes
        early += player.songs() + player.playing().length();
        first.join();
        second.join();
        System.out.println(player.songs + " " + player.minutes); // safe: after join
        if (early > 50 || player.skipped > 2) { // safe: after join
            throw new AssertionError();
        }
    }
}
