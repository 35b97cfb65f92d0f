package locks.keyed;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** A library of scores: a lock for each title and for each composer, taken out of maps. */
public final class Main {
    static final class Score {
        final String title;
        final String composer;
        int borrowed;
        int copies = 5;
        int marks;
        int stains;

        Score(String title, String composer) {
            this.title = title;
            this.composer = composer;
        }
    }

    static final class Archive {
        private final Map<String, Object> monitors = new ConcurrentHashMap<>();
        private final Map<String, ReentrantLock> locks = new HashMap<>();

        private Object monitorFor(String name) {
            return monitors.computeIfAbsent(name, n -> new Object());
        }

        private synchronized ReentrantLock lockFor(String name) {
            return locks.computeIfAbsent(name, n -> new ReentrantLock());
        }

        void borrow(Score score) {
            synchronized (monitorFor(score.title)) {
                score.borrowed++; // safe: always under the monitor of the title
                score.copies--; // race:copies
            }
        }

        void giveBack(Score score) {
            Object monitor = monitorFor(score.title);
            synchronized (monitor) {
                score.borrowed--; // safe: always under the monitor of the title
            }
        }

        void print(Score score, int count) {
            synchronized (monitorFor(score.composer)) {
                score.copies += count; // race:copies
            }
        }

        void mark(Score score) {
            ReentrantLock lock = lockFor(score.title);
            lock.lock();
            try {
                score.marks++; // safe: always under the lock of the title
                score.stains++; // race:stains
            } finally {
                lock.unlock();
            }
        }

        void clean(Score score) {
            ReentrantLock lock = lockFor(score.composer);
            lock.lock();
            try {
                score.stains = 0; // race:stains
            } finally {
                lock.unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Archive archive = new Archive();
        Score[] scores = new Score[3];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = new Score("sonata " + i, "anonymous");
        }
        Thread[] readers = new Thread[3];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = new Thread(() -> {
                for (Score score : scores) {
                    archive.borrow(score);
                    archive.mark(score);
                    archive.giveBack(score);
                }
            });
            readers[i].start();
        }
        Thread press = new Thread(() -> {
            for (Score score : scores) {
                archive.print(score, 2);
                archive.clean(score);
            }
        });
        press.start();
        for (Thread reader : readers) {
            reader.join();
        }
        press.join();
        for (Score score : scores) {
            System.out.println(score.title + " " + score.borrowed + " " + score.marks); // safe: after join
        }
    }
}
