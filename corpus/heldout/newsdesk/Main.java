package heldout.newsdesk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Supplier;

public class Main {
    static class Desk {
        private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        private final Lock read = both.readLock();
        private final Lock write = both.writeLock();
        private final Map<String, String> stories = new HashMap<>();
        private String digest;
        private int published;
        private int hits;

        int publish(String topic, String text) {
            write.lock();
            try {
                stories.put(topic, text); // safe: write lock
                digest = null; // safe: write lock keeps the readers out
                published++; // safe: write lock
                read.lock();
            } finally {
                write.unlock();
            }
            try {
                return published; // safe: downgraded to the read lock
            } finally {
                read.unlock();
            }
        }

        private <T> T reading(Supplier<T> body) {
            read.lock();
            try {
                return body.get();
            } finally {
                read.unlock();
            }
        }

        String lookup(String topic) {
            return reading(() -> {
                hits++; // race:hits
                return stories.get(topic); // safe: read lock
            });
        }

        String digest() {
            return reading(() -> {
                if (digest == null) { // race:digest
                    digest = String.join(",", new TreeSet<>(stories.keySet())); // race:digest
                }
                return "" + digest; // race:digest
            });
        }
    }

    static class Archive {
        private final StampedLock lock = new StampedLock();
        private int pages;
        private int edition;

        void addPage() {
            long stamp = lock.readLock();
            try {
                long exclusive = lock.tryConvertToWriteLock(stamp);
                if (exclusive == 0) {
                    lock.unlockRead(stamp);
                    exclusive = lock.writeLock();
                }
                stamp = exclusive;
                pages++; // safe: converted, or write lock taken
            } finally {
                lock.unlock(stamp);
            }
        }

        int pages() {
            long stamp = lock.readLock();
            try {
                return pages; // safe: read lock
            } finally {
                lock.unlockRead(stamp);
            }
        }

        void nextEdition() {
            long stamp = lock.readLock();
            try {
                long exclusive = lock.tryConvertToWriteLock(stamp);
                if (exclusive != 0) {
                    stamp = exclusive;
                }
                edition++; // race:edition
            } finally {
                lock.unlock(stamp);
            }
        }

        void restart() {
            long stamp = lock.writeLock();
            try {
                edition = 1; // safe: write lock keeps out everybody, also those with a read lock
            } finally {
                lock.unlockWrite(stamp);
            }
        }
    }

    static class Editor implements Callable<Integer> {
        private final Desk desk;
        private final Archive archive;
        private final String topic;
        private int latest;

        Editor(String topic, Desk desk, Archive archive) {
            this.topic = topic;
            this.desk = desk;
            this.archive = archive;
        }

        @Override
        public Integer call() {
            for (int i = 0; i < 20; i++) {
                latest = desk.publish(topic + i % 5, "text " + i); // safe: own field
                archive.addPage();
                archive.nextEdition();
            }
            archive.restart();
            return latest; // safe: own field
        }
    }

    private static int browse(Desk desk, Archive archive) {
        int found = 0;
        for (int i = 0; i < 30; i++) {
            if (desk.lookup("sport" + i % 5) != null) {
                found++;
            }
            if (desk.digest() == null || archive.pages() < 0) {
                throw new IllegalStateException();
            }
        }
        return found;
    }

    public static void main(String[] args) throws Exception {
        Desk desk = new Desk();
        Archive archive = new Archive();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Editor> editors = List.of(new Editor("sport", desk, archive), new Editor("local", desk, archive));
        List<Future<Integer>> readers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            readers.add(pool.submit(() -> browse(desk, archive)));
        }
        boolean fine = true;
        for (Future<Integer> f : pool.invokeAll(editors)) {
            fine &= f.get() >= 20;
        }
        for (Future<Integer> f : readers) {
            fine &= f.get() <= 30;
        }
        pool.shutdown();
        fine &= desk.hits > 0 && archive.edition >= 1; // safe: every future is done
        int stories = desk.stories.size(); // safe: every future is done
        System.out.println("published " + desk.published + " stories " + stories + " pages " + archive.pages() + " " + fine);
    }
}
