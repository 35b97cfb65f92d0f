package heldout.printspool;

import java.util.LinkedList;
import java.util.Vector;

public class Main {

    static class PrintJob {
        private final String owner;
        private final int pages;
        private boolean cancelled;
        private boolean jammed;
        private int pagesDone;

        PrintJob(String owner, int pages) {
            this.owner = owner;
            this.pages = pages;
        }

        void cancel() {
            cancelled = true; // race:cancelled
        }

        boolean isCancelled() {
            return cancelled; // race:cancelled
        }

        void pageDone() {
            pagesDone++; // race:pages
        }

        int percent() {
            return pagesDone * 100 / pages; // race:pages
        }

        int remaining() {
            return pages - pagesDone; // safe: printers only, handed over through the spooler's monitor
        }

        boolean jamsNow() {
            if (jammed || pagesDone != 2 || pages < 5) { // safe: printers only, handed over through the spooler's monitor
                return false;
            }
            jammed = true; // safe: printers only, handed over through the spooler's monitor
            return true;
        }

        String receipt() {
            return owner + " got " + pagesDone + " pages"; // safe: written out by main after joining the printers
        }
    }

    /** Bounded buffer between the office and the printers. */
    static class Spooler {
        private final LinkedList<PrintJob> queue = new LinkedList<PrintJob>();
        private final int capacity;
        private boolean closed;

        Spooler(int capacity) {
            this.capacity = capacity;
        }

        synchronized void submit(PrintJob job) throws InterruptedException {
            while (queue.size() >= capacity) { // safe: monitor
                wait();
            }
            queue.addLast(job); // safe: monitor, and backlog() is only used by the submitting thread
            notifyAll();
        }

        synchronized void putBack(PrintJob job) {
            queue.addFirst(job); // race:queue2
            notifyAll();
        }

        synchronized PrintJob next() throws InterruptedException {
            while (queue.isEmpty() && !closed) { // safe: monitor
                wait();
            }
            PrintJob job = queue.pollFirst(); // race:queue1
            notifyAll();
            return job;
        }

        synchronized void close() {
            closed = true; // safe: monitor
            notifyAll();
        }

        int backlog() {
            return queue.size(); // race:queue1,queue2
        }
    }

    static class Printer implements Runnable {
        private final Spooler spooler;
        private final Vector<String> log;

        Printer(Spooler spooler, Vector<String> log) {
            this.spooler = spooler;
            this.log = log;
        }

        public void run() {
            try {
                PrintJob job;
                while ((job = spooler.next()) != null) {
                    print(job);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void print(PrintJob job) throws InterruptedException {
            while (job.remaining() > 0) {
                if (job.isCancelled()) {
                    log.add("cancelled: " + job.owner); // safe: Vector
                    return;
                }
                if (job.jamsNow()) {
                    log.add("jam: " + job.owner); // safe: Vector
                    spooler.putBack(job);
                    return;
                }
                Thread.sleep(2);
                job.pageDone();
            }
            log.add("done: " + job.owner); // safe: Vector
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Spooler spooler = new Spooler(2);
        Vector<String> log = new Vector<String>();
        Thread[] printers = new Thread[2];
        for (int i = 0; i < printers.length; i++) {
            printers[i] = new Thread(new Printer(spooler, log), "printer-" + i);
            printers[i].start();
        }

        PrintJob[] jobs = {
            new PrintJob("anna", 6), new PrintJob("bert", 3), new PrintJob("carl", 9), new PrintJob("dora", 4),
        };
        for (PrintJob job : jobs) {
            spooler.submit(job);
        }
        jobs[2].cancel();
        System.out.println("backlog " + spooler.backlog());
        for (PrintJob job : jobs) {
            System.out.println(job.percent() + "%");
        }

        spooler.close();
        for (Thread p : printers) {
            p.join();
        }
        for (PrintJob job : jobs) {
            System.out.println(job.receipt());
        }
        synchronized (log) {
            for (String line : log) { // safe: printers joined
                System.out.println(line);
            }
        }
    }
}
