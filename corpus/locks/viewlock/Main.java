package locks.viewlock;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A register whose views take the register's lock in their constructor, where the register is a parameter, and look at it in
 * another method, where it is a field.
 */
public final class Main {
    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            open(new Register());
        }
    }

    private static void open(Register register) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int n = 0; n < 100; n++) {
                    register.enter(n);
                    System.out.print(register.latest().shown == null ? "" : ".");
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(register.visits);
    }

    static final class Register {
        private final ReentrantLock lock = new ReentrantLock();
        private String last;
        private int visits;

        void enter(int number) {
            lock.lock();
            try {
                last = "guest " + number; // safe: under the register's lock
            } finally {
                lock.unlock();
            }
            visits++; // race:visits
        }

        View latest() {
            return new View();
        }

        final class View {
            final String shown;

            View() {
                lock.lock();
                try {
                    shown = look();
                } finally {
                    lock.unlock();
                }
            }

            private String look() {
                return last; // safe: the constructor holds the register's lock
            }
        }
    }
}
