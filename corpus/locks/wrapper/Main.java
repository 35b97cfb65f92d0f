package locks.wrapper;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/** A lock interface of our own with three implementations, one of which does nothing. */
public final class Main {
    interface Door {
        void lock();

        void unlock();
    }

    static final class Heavy implements Door {
        private final ReentrantLock inner = new ReentrantLock(true);

        @Override
        public void lock() {
            inner.lock();
        }

        @Override
        public void unlock() {
            inner.unlock();
        }
    }

    static final class Spinning implements Door {
        private final AtomicBoolean taken = new AtomicBoolean();

        @Override
        public void lock() {
            while (!taken.compareAndSet(false, true)) {
                Thread.onSpinWait();
            }
        }

        @Override
        public void unlock() {
            taken.set(false);
        }
    }

    static final class Curtain implements Door {
        @Override
        public void lock() {
        }

        @Override
        public void unlock() {
        }
    }

    static final class Vault {
        private final Door door = new Heavy();
        private int gold;

        void put(int bars) {
            door.lock();
            try {
                gold += bars; // safe: the heavy door is a lock
            } finally {
                door.unlock();
            }
        }
    }

    static final class Cellar {
        private final Door door = new Spinning();
        private int bottles;

        void put() {
            door.lock();
            bottles++; // safe: the spinning door is a lock
            door.unlock();
        }
    }

    static final class Wardrobe {
        private final Door door = new Curtain();
        private int coats;

        void put() {
            door.lock();
            coats++; // race:coats
            door.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Vault vault = new Vault();
        Cellar cellar = new Cellar();
        Wardrobe wardrobe = new Wardrobe();
        Runnable move = () -> {
            wardrobe.put();
            vault.put(2);
            cellar.put();
        };
        Thread first = new Thread(move);
        Thread second = new Thread(move);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(vault.gold + cellar.bottles); // safe: after join
        if (wardrobe.coats == 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
