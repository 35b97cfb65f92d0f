package heldout.jobqueue;

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/** Priority job scheduler with retries, follow-up jobs, cancellation and a dashboard. */
public class Main {

    enum State { NEW, RUNNING, RETRY, DONE, CANCELLED }

    static class Job implements Comparable<Job> {
        private static int sequence;
        final int id;
        final String name;
        final int priority;
        final boolean hasFollowUp;
        private State state = State.NEW;
        private int attempts;
        Job(String name, int priority, boolean hasFollowUp) {
            this.id = ++sequence; // race:sequence
            this.name = name;
            this.priority = priority;
            this.hasFollowUp = hasFollowUp;
        }

        void cancel() {
            if (state == State.NEW) { // race:state
                state = State.CANCELLED; // race:state
            }
        }

        @Override
        public int compareTo(Job o) {
            return Integer.compare(o.priority, priority);
        }
    }

    static class Scheduler {
        private final PriorityBlockingQueue<Job> queue = new PriorityBlockingQueue<>();
        private final List<Job> all = new CopyOnWriteArrayList<>();
        private final List<String> history = Collections.synchronizedList(new ArrayList<>());
        private final Map<String, Integer> results = new HashMap<>();
        private final ReentrantLock resultLock = new ReentrantLock();
        private final CountDownLatch open;
        Scheduler(int expected) {
            open = new CountDownLatch(expected);
        }
        Job submit(Job job) {
            all.add(job);
            queue.put(job);
            return job;
        }
        void work() {
            try {
                while (true) {
                    process(queue.take());
                }
            } catch (InterruptedException e) {
                // shutdown
            }
        }
        private void process(Job job) {
            if (job.state == State.CANCELLED) { // race:state
                open.countDown();
                return;
            }
            job.state = State.RUNNING; // race:state
            job.attempts++; // safe: one worker at a time, handed over through the queue
            if (job.name.endsWith("3") && job.attempts < 3) { // safe: same
                job.state = State.RETRY; // race:state
                queue.put(job);
                return;
            }
            resultLock.lock();
            try {
                results.merge(job.name.substring(0, 4), job.attempts, Integer::sum); // safe: result lock
            } finally {
                resultLock.unlock();
            }
            history.add(job.name + " finished by " + Thread.currentThread().getName()); // race:history
            if (job.hasFollowUp) {
                submit(new Job("mail-" + job.id, 1, false));
            }
            job.state = State.DONE; // race:state
            open.countDown();
        }
        String dashboard() {
            int running = 0;
            for (Job j : all) {
                if (j.state == State.RUNNING) { // race:state
                    running++;
                }
            }
            int chars = 0;
            try {
                for (String line : history) { // race:history
                    chars += line.length();
                }
            } catch (ConcurrentModificationException e) {
                chars = -1;
            }
            return running + " running, " + history.size() + " finished, log of " + chars; // safe: size() takes the list's mutex
        }
    }
    public static void main(String[] args) throws InterruptedException {
        Scheduler scheduler = new Scheduler(25);
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread t = new Thread(scheduler::work, "worker-" + i);
            workers.add(t);
            t.start();
        }
        for (int i = 0; i < 20; i++) {
            Job job = scheduler.submit(new Job("load-" + i, i % 5, i % 4 == 0));
            if (i == 7) {
                job.cancel();
            }
        }
        System.out.println(scheduler.dashboard());
        scheduler.open.await();
        System.out.println("results " + scheduler.results); // safe: every merge comes before a countDown
        for (Thread t : workers) {
            t.interrupt();
            t.join();
        }
        long done = scheduler.all.stream().filter(j -> j.state == State.DONE).count(); // safe: after join
        System.out.println(done + " done of " + Job.sequence); // safe: after join
    }
}
