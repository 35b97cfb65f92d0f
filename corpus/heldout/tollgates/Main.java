package heldout.tollgates;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class Main {

    static final class Plaza {
        private final Lock ledger = new ReentrantLock();
        private long revenue;
        private long booked;
        private int lifts;

        void collect(int cents) {
            revenue += cents; // race:revenue
        }

        void locked(Lock lock, Runnable action) {
            lock.lock();
            try {
                action.run();
            } finally {
                lock.unlock();
            }
        }

        void book(int cents) {
            locked(ledger, () -> {
                booked += cents; // safe: under the plaza's ledger lock
            });
        }

        void lift(Gate gate) {
            locked(gate.lock, () -> {
                lifts++; // race:lifts
                gate.lifted++; // safe: gate's own lock, gate's own counter
            });
        }
    }

    static final class Gate implements Callable<Integer> {
        final Lock lock = new ReentrantLock();
        private final Plaza plaza;
        private final int cars;
        private int passed;
        int lifted;

        Gate(Plaza plaza, int cars) {
            this.plaza = plaza;
            this.cars = cars;
        }

        @Override
        public Integer call() {
            for (int i = 0; i < cars; i++) {
                passed++; // safe: every gate is submitted once
                plaza.collect(250);
                plaza.book(250);
                plaza.lift(this);
            }
            return passed;
        }
    }

    static final class Audit implements Callable<Integer> {
        private int runs;
        private volatile int last;

        @Override
        public Integer call() {
            runs++; // race:auditRuns
            last = 1; // safe: volatile
            return last;
        }
    }

    static int handover(int lanes) throws InterruptedException {
        int[] queue = new int[lanes + 1];
        int[] served = new int[lanes];
        Thread[] workers = new Thread[lanes];
        for (int i = 0; i < lanes; i++) {
            int lane = i;
            workers[i] = new Thread(() -> {
                for (int k = 0; k < 20; k++) {
                    served[lane]++; // safe: slot of this lane
                    queue[lane]++; // race:queue
                    queue[lane + 1]--; // race:queue
                }
            });
            workers[i].start();
        }
        int sum = 0;
        for (int i = 0; i < lanes; i++) {
            workers[i].join();
            sum += served[i]; // safe: worker i is joined
        }
        return sum;
    }

    static int nightShift(int hours) throws InterruptedException {
        int[] tally = new int[1];
        for (int h = 0; h < hours; h++) {
            Thread t = new Thread(() -> {
                tally[0]++; // safe: joined before the next one starts
            });
            t.start();
            t.join();
        }
        return tally[0];
    }

    static int archive(int entries) throws Exception {
        ExecutorService single = Executors.newSingleThreadExecutor();
        List<Integer> archived = new ArrayList<>();
        Future<?> last = null;
        for (int i = 0; i < entries; i++) {
            int entry = i;
            last = single.submit(() -> {
                archived.add(entry); // safe: one thread runs all of them
            });
        }
        last.get();
        single.shutdown();
        return archived.size(); // safe: the last task is done
    }

    public static void main(String[] args) throws Exception {
        Plaza plaza = new Plaza();
        List<Gate> gates = new ArrayList<>();
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Gate g = new Gate(plaza, 40);
            gates.add(g);
            tasks.add(g);
        }
        Audit audit = new Audit();
        tasks.add(audit);
        tasks.add(audit);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        int total = 0;
        for (Future<Integer> f : pool.invokeAll(tasks)) {
            total += f.get();
        }
        pool.shutdown();
        int lifted = gates.parallelStream().mapToInt(g -> g.lifted).sum(); // safe: invokeAll has returned

        System.out.println("total " + total + " lifted " + lifted + " booked " + plaza.booked); // safe: invokeAll has returned
        System.out.println("revenue plausible " + (plaza.revenue <= plaza.booked)); // safe: invokeAll has returned
        System.out.println("lifts plausible " + (plaza.lifts <= lifted && audit.runs <= 2)); // safe: invokeAll has returned
        System.out.println("lanes " + handover(5) + " night " + nightShift(8) + " archive " + archive(30));
    }
}
