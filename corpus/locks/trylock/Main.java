package locks.trylock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** A copier: who does not get it at once leaves a note, and one waits for a while. */
public final class Main {
    static final class Copier {
        private final ReentrantLock lock = new ReentrantLock();
        private int pages;
        private int paper = 500;
        private int turnedAway;
        private String note = "";

        boolean copy(int count) {
            if (lock.tryLock()) {
                try {
                    pages += count; // safe: tryLock succeeded
                    paper -= count; // race:paper
                    return true;
                } finally {
                    lock.unlock();
                }
            }
            turnedAway++; // race:turnedAway
            return false;
        }

        void copyPatiently(int count) throws InterruptedException {
            if (!lock.tryLock(5, TimeUnit.SECONDS)) {
                note = "gave up"; // race:note
                return;
            }
            try {
                pages += count; // safe: tryLock succeeded
            } finally {
                lock.unlock();
            }
        }

        void refill() {
            boolean got = lock.tryLock();
            try {
                paper = 500; // race:paper
            } finally {
                if (got) {
                    lock.unlock();
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Copier copier = new Copier();
        Runnable clerk = () -> {
            for (int i = 0; i < 50; i++) {
                copier.copy(1);
            }
            copier.refill();
        };
        Thread patient = new Thread(() -> {
            try {
                copier.copyPatiently(10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Thread first = new Thread(clerk);
        Thread second = new Thread(clerk);
        first.start();
        second.start();
        patient.start();
        String note = copier.note; // race:note
        first.join();
        second.join();
        patient.join();
        System.out.println(copier.pages >= 10 && note.isEmpty() ? "done" : "no"); // safe: after join
        if (copier.turnedAway > 100 || copier.paper < 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
