package heldout.printshop;

import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.function.Supplier;

/** A thread pool as we wrote them before java.util.concurrent. */
class PressPool {
    private final LinkedList<Runnable> tray = new LinkedList<>();
    private final List<Press> presses = new ArrayList<>();
    private boolean closing;

    private class Press extends Thread {
        private int jobs;

        Press(int number) {
            super("press-" + number);
        }

        @Override
        public void run() {
            Runnable job;
            while ((job = nextJob()) != null) {
                job.run();
                jobs++; // safe: own field, others read it after join
            }
        }
    }

    PressPool(int size) {
        for (int i = 0; i < size; i++) {
            Press p = new Press(i);
            presses.add(p); // safe: the presses never look at this list
            p.start();
        }
    }

    <T> Ticket<T> submit(Supplier<T> work) {
        Ticket<T> ticket = new Ticket<>();
        synchronized (tray) {
            if (closing) { // safe: guarded by tray
                throw new IllegalStateException("shop is closing");
            }
            tray.addLast(() -> ticket.complete(work.get())); // safe: guarded by tray
            tray.notify();
        }
        return ticket;
    }

    private Runnable nextJob() {
        synchronized (tray) {
            while (tray.isEmpty()) { // safe: guarded by tray
                if (closing) {
                    return null;
                }
                try {
                    tray.wait();
                } catch (InterruptedException e) {
                    return null;
                }
            }
            return tray.removeFirst(); // safe: guarded by tray
        }
    }

    void close() throws InterruptedException {
        synchronized (tray) {
            closing = true; // safe: guarded by tray
            tray.notifyAll();
        }
        for (Press p : presses) {
            p.join();
        }
    }

    /** Only meaningful after close(). */
    int jobsDone() {
        int sum = 0;
        for (Press p : presses) {
            sum += p.jobs; // safe: every press was joined in close()
        }
        return sum;
    }
}
