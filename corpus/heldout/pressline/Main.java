package heldout.pressline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Exchanger;
import java.util.concurrent.SynchronousQueue;

/** A print shop: a mutable job wanders from desk to desk, one owner at a time. */
public class Main {

    static class Job {
        final int number;
        final StringBuilder trail = new StringBuilder();
        List<String> pages = new ArrayList<>();
        int sheets;
        Job previous;

        Job(int number) {
            this.number = number;
        }
    }

    static final Job END = new Job(-1);

    static class Typesetter implements Runnable {
        private final BlockingQueue<Job> out;

        Typesetter(BlockingQueue<Job> out) {
            this.out = out;
        }

        @Override
        public void run() {
            try {
                for (int i = 1; i <= 4; i++) {
                    Job job = new Job(i);
                    for (int p = 0; p < i; p++) {
                        job.pages.add("p" + p); // safe: not handed over yet
                    }
                    job.trail.append("set;"); // safe: not handed over yet (false alarm: the press keeps the last job, too, which counts as a second owner)
                    out.put(job);
                }
                out.put(END);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static class Press implements Runnable {
        private final BlockingQueue<Job> in;
        private final BlockingQueue<Job> out;
        private final Map<Integer, Integer> inkByJob = new HashMap<>();
        private Job last;

        Press(BlockingQueue<Job> in, BlockingQueue<Job> out) {
            this.in = in;
            this.out = out;
        }

        @Override
        public void run() {
            try {
                Job job;
                while ((job = in.take()) != END) {
                    job.sheets = (job.pages.size() + 1) / 2; // safe: the press owns the job now
                    job.trail.append("press;"); // safe: the press owns the job now
                    inkByJob.put(job.number, job.sheets * 3); // safe: map confined to the press
                    last = job; // safe: field confined to the press until join
                    out.put(job);
                }
                out.put(END);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Job> composed = new ArrayBlockingQueue<>(2);
        BlockingQueue<Job> printed = new SynchronousQueue<>();
        Press press = new Press(composed, printed);
        Thread pressThread = new Thread(press);
        Thread setter = new Thread(new Typesetter(composed));

        int[] bound = new int[1];
        Exchanger<StringBuilder> desk = new Exchanger<>();
        CountDownLatch closed = new CountDownLatch(1);
        Thread binder = new Thread(() -> {
            StringBuilder ledger = new StringBuilder("ledger:");
            Job tail = null;
            try {
                for (Job j = printed.take(); j != END; j = printed.take()) {
                    j.trail.append("bind"); // safe: the binder owns the job now
                    j.previous = tail; // safe: only the binder links jobs
                    j.pages = List.of(); // safe: the press is done with the job
                    tail = j;
                    bound[0] += j.sheets; // safe: main reads the array after the latch
                }
                for (Job j = tail; j != null; j = j.previous) {
                    ledger.append(' ').append(j.number).append('=').append(j.trail); // safe: ledger not handed over yet
                }
                StringBuilder mine = desk.exchange(ledger);
                mine.append("ok"); // safe: got it from main, main keeps the ledger
                closed.countDown();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        pressThread.start();
        setter.start();
        binder.start();

        StringBuilder receipt = new StringBuilder("receipt ");
        receipt.append("signed "); // safe: before the exchange
        StringBuilder ledger = desk.exchange(receipt);
        ledger.append(" (checked)"); // safe: ledger came through the exchanger
        System.out.println(ledger);
        closed.await();
        receipt.append('.'); // safe: after the latch
        System.out.println(receipt + " sheets " + bound[0]); // safe: after the latch
        pressThread.join();
        System.out.println(press.inkByJob + " last " + press.last.number); // safe: after join
    }
}
