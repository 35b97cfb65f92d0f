package heldout.boundedbuffer;

import java.util.ArrayList;
import java.util.List;

/** A print spooler: clients queue jobs in a bounded buffer, printers take them, a monitor shows the depth. */
public class Main {

    static class Job {
        String owner;
        int pages;
        long queuedAt;
    }

    static class Spool {
        private final Job[] slots = new Job[4];
        private int head;
        private int count;

        synchronized void put(Job j) throws InterruptedException {
            while (count == slots.length) { // safe: under the monitor
                wait();
            }
            slots[(head + count) % slots.length] = j; // safe: under the monitor
            count++; // race:count
            notifyAll();
        }

        synchronized Job take() throws InterruptedException {
            while (count == 0) {
                wait();
            }
            Job j = slots[head];
            slots[head] = null;
            head = (head + 1) % slots.length; // safe: under the monitor
            count--; // race:count
            notifyAll();
            return j;
        }

        int depth() {
            return count; // race:count
        }
    }

    static class Monitor extends Thread {
        private final Spool spool;
        private boolean stopped;
        private String reason;
        private int deepest;

        Monitor(Spool spool) {
            this.spool = spool;
        }

        void shutDown(String why) {
            reason = why; // safe: happens before the interrupt that the monitor notices
            stopped = true; // race:stopped
            interrupt();
        }

        @Override
        public void run() {
            while (!stopped) { // race:stopped
                deepest = Math.max(deepest, spool.depth()); // safe: main reads it after join
                try {
                    Thread.sleep(3);
                } catch (InterruptedException e) {
                    System.out.println("monitor ends: " + reason); // safe: interrupt noticed, ordered after the write
                    return;
                }
            }
        }
    }

    static class Printer extends Thread {
        private final Spool spool;
        final List<String> done = new ArrayList<>();
        long latency;

        Printer(Spool spool) {
            this.spool = spool;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < 30; i++) {
                    Job j = spool.take();
                    latency += System.nanoTime() - j.queuedAt; // race:queuedat
                    done.add(j.owner + ":" + j.pages); // safe: own list, pages set before put
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Spool spool = new Spool();
        Monitor monitor = new Monitor(spool);
        monitor.start();
        Printer a = new Printer(spool);
        Printer b = new Printer(spool);
        List<Thread> others = new ArrayList<>(List.of(a, b));
        for (int c = 0; c < 2; c++) {
            String owner = "client" + c;
            others.add(new Thread(() -> {
                try {
                    for (int i = 0; i < 30; i++) {
                        Job j = new Job();
                        j.owner = owner; // safe: before the hand-over
                        j.pages = i % 5 + 1; // safe: before the hand-over to the one printer that takes it
                        spool.put(j);
                        j.queuedAt = System.nanoTime(); // race:queuedat
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        others.forEach(Thread::start);
        for (Thread t : others) {
            t.join();
        }
        monitor.shutDown("no more jobs");
        monitor.join();
        System.out.println(a.done.size() + b.done.size() + " printed, deepest " + monitor.deepest); // safe: after the joins
    }
}
