package locks.getters;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A choir whose lock is reached through getters; one getter makes a new lock each time. */
public final class Main {
    static final class Choir {
        private final Object monitor = new Object();
        private final Lock lock = new ReentrantLock();
        private final List<String> singers = new ArrayList<>();
        private int rehearsals;
        private int concerts;
        private int coughs;

        Object getMonitor() {
            return monitor;
        }

        Lock getLock() {
            return lock;
        }

        Object freshMonitor() {
            return new Object();
        }

        List<String> getSingers() {
            return singers;
        }
    }

    static final class Season {
        private final Choir choir;

        Season(Choir choir) {
            this.choir = choir;
        }

        Choir choir() {
            return choir;
        }
    }

    static void hire(Season season, String name) {
        synchronized (season.choir().getMonitor()) {
            season.choir().getSingers().add(name); // safe: the choir's monitor
        }
        Lock lock = season.choir().getLock();
        lock.lock();
        try {
            season.choir.rehearsals++; // safe: the choir's lock
            season.choir.concerts++; // race:concerts
        } finally {
            lock.unlock();
        }
    }

    static void perform(Choir choir) {
        synchronized (choir.monitor) {
            choir.singers.remove(0); // safe: the choir's monitor
            choir.concerts++; // race:concerts
        }
        synchronized (choir.freshMonitor()) {
            choir.coughs++; // race:coughs
        }
        choir.getLock().lock();
        choir.rehearsals--; // safe: the choir's lock
        choir.getLock().unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Choir choir = new Choir();
        choir.singers.add("Ines"); // safe: before start
        choir.singers.add("Jan"); // safe: before start
        Season season = new Season(choir);
        Thread manager = new Thread(() -> hire(season, "Kim"));
        Thread conductor = new Thread(() -> perform(season.choir()));
        manager.start();
        conductor.start();
        perform(choir);
        manager.join();
        conductor.join();
        System.out.println(choir.singers.size() + " " + choir.rehearsals); // safe: after join
        if (choir.concerts + choir.coughs == 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
