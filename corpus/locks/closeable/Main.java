package locks.closeable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Locks that are given back by try-with-resources. */
public final class Main {
    static final class Guard {
        private final Lock lock = new ReentrantLock();

        Held hold() {
            lock.lock();
            return lock::unlock;
        }
    }

    @FunctionalInterface
    interface Held extends AutoCloseable {
        @Override
        void close();
    }

    static final class Playground {
        private final Guard guard = new Guard();
        private final Guard other = new Guard();
        private final List<String> children = new ArrayList<>();
        private int swings;
        private int slides;
        private int sand;

        void arrive(String name) {
            try (Held held = guard.hold()) {
                children.add(name); // safe: under the guard
                swings++; // race:swings
                slides++; // safe: under the guard
            }
            sand++; // race:sand
        }

        void leave(String name) {
            try (Held first = guard.hold(); Held second = other.hold()) {
                children.remove(name); // safe: under the guard
                slides--; // safe: under the guard
            }
            try (Held held = other.hold()) {
                swings--; // race:swings
            }
        }

        int count() {
            try (Held held = guard.hold()) {
                return children.size(); // safe: under the guard
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Playground playground = new Playground();
        Thread morning = new Thread(() -> {
            playground.arrive("Max");
            playground.leave("Max");
        });
        Thread evening = new Thread(() -> {
            playground.arrive("Eva");
            playground.leave("Eva");
        });
        morning.start();
        evening.start();
        int seen = playground.count();
        morning.join();
        evening.join();
        System.out.println(playground.count() + playground.slides); // safe: after join
        if (seen > 2 || playground.sand + playground.swings > 4) { // safe: after join
            throw new AssertionError();
        }
    }
}
