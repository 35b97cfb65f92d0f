package heldout.padlocks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A small hand-written stress harness: every scenario is attempted by two threads at once. */
public class Main {

    interface Scenario {
        void attempt(int who) throws Exception;
    }

    static final class Hardware {
        final ReentrantLock lock = new ReentrantLock();
        final Semaphore one = new Semaphore(1);
        final Semaphore two = new Semaphore(2);

        int bolts, nuts, washers, rivets, screws, dowels, hinges;
        Integer boxed = 0;
        final int[] nails = new int[2];

        private void locked(Runnable body) {
            lock.lock();
            try {
                body.run();
            } finally {
                lock.unlock();
            }
        }

        void addBolt(int who) {
            locked(() -> bolts++); // safe: helper runs the body under the lock
            nails[who]++; // safe: every thread has its own slot
        }

        void addNut(int who) {
            boolean mine = lock.tryLock();
            try {
                nuts++; // race:nuts
            } finally {
                if (mine) {
                    lock.unlock();
                }
            }
        }

        void addWasher(int who) throws InterruptedException {
            if (!lock.tryLock(20, TimeUnit.MILLISECONDS)) {
                return;
            }
            try {
                washers++; // safe: tryLock succeeded
            } finally {
                lock.unlock();
            }
        }

        void addRivet(int who) throws InterruptedException {
            one.acquire();
            try {
                rivets++; // safe: binary semaphore
            } finally {
                one.release();
            }
        }

        void addScrew(int who) throws InterruptedException {
            two.acquire();
            try {
                screws++; // race:screws
            } finally {
                two.release();
            }
        }

        void addDowel(int who) {
            Lock local = new ReentrantLock();
            local.lock();
            try {
                dowels++; // race:dowels
            } finally {
                local.unlock();
            }
        }

        void addBoxed(int who) {
            synchronized (boxed) { // race:boxed
                boxed = boxed + 1; // race:boxed
            }
        }

        private void enter() {
            lock.lock();
        }

        private void leave() {
            lock.unlock();
        }

        void addHinge(int who) {
            enter();
            hinges++; // safe: enter/leave wrap the lock
            leave();
        }
    }

    private static void stress(String title, Scenario scenario) throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        Thread[] crew = new Thread[2];
        for (int i = 0; i < crew.length; i++) {
            final int who = i;
            crew[i] = new Thread(() -> {
                try {
                    go.await();
                    for (int k = 0; k < 10; k++) {
                        scenario.attempt(who);
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(title, e);
                }
            }, title + "-" + i);
            crew[i].start();
        }
        go.countDown();
        for (Thread t : crew) {
            t.join();
        }
        System.out.println("ran " + title);
    }

    public static void main(String[] args) throws InterruptedException {
        Hardware shop = new Hardware();
        stress("bolt", shop::addBolt);
        stress("nut", shop::addNut);
        stress("washer", shop::addWasher);
        stress("rivet", shop::addRivet);
        stress("screw", shop::addScrew);
        stress("dowel", shop::addDowel);
        stress("boxed", shop::addBoxed);
        stress("hinge", shop::addHinge);
        System.out.println(shop.bolts + shop.washers + shop.rivets + shop.hinges); // safe: harness joins
        System.out.println(shop.nuts + shop.screws + shop.dowels + shop.boxed); // safe: harness joins
        System.out.println(shop.nails[0] + shop.nails[1]); // safe: harness joins
    }
}
