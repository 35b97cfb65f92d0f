package locks.conditional;

import java.util.concurrent.locks.ReentrantLock;

/** Locks that are taken only sometimes: by a flag, by an argument, by the kind of object. */
public final class Main {
    static class Journal {
        final ReentrantLock lock = new ReentrantLock();
        int entries;
        int bytes;
        int lines;

        void append(String text, boolean careful) {
            if (careful) {
                lock.lock();
            }
            entries++; // race:entries
            if (careful) {
                lock.unlock();
            }
        }

        void write(String text, boolean urgent) {
            if (urgent) {
                bytes += text.length(); // race:bytes
            } else {
                synchronized (this) {
                    bytes += text.length(); // race:bytes
                }
            }
        }

        void line(boolean quick) {
            if (!lock.isHeldByCurrentThread()) {
                lock.lock();
            }
            try {
                lines += quick ? 1 : 2; // safe: held either way (false alarm: a lock that is taken only on the same condition as the access is not followed)
            } finally {
                while (lock.isHeldByCurrentThread()) {
                    lock.unlock();
                }
            }
        }
    }

    static class Quiet extends Journal {
        int whispers;

        @Override
        void append(String text, boolean careful) {
            synchronized (this) {
                whispers++; // safe: always under this
            }
        }

        @Override
        void write(String text, boolean urgent) {
            synchronized (this) {
                whispers += urgent ? 2 : 1; // safe: always under this
            }
        }
    }

    static void use(Journal journal, boolean flag) {
        journal.append("started", flag);
        journal.write("event", flag);
        journal.line(flag);
    }

    public static void main(String[] args) throws InterruptedException {
        Journal journal = new Journal();
        Quiet quiet = new Quiet();
        Thread first = new Thread(() -> {
            use(journal, true);
            use(quiet, true);
        });
        Thread second = new Thread(() -> {
            use(journal, false);
            use(quiet, false);
        });
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(journal.lines + quiet.lines + quiet.whispers); // safe: after join
        if (journal.entries > 2 || journal.bytes > 10) { // safe: after join
            throw new AssertionError();
        }
    }
}
