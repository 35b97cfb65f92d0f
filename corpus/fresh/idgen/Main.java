package fresh.idgen;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Identifiers for documents, from static generators of varying quality. */
public class Main {
    static class Ids {
        private static int next = 1;
        private static final AtomicLong serial = new AtomicLong();
        private static int reserved;
        private static String prefix;

        static synchronized int next() {
            return next++; // race:next
        }

        static int peek() {
            return next; // race:next
        }

        static long serial() {
            return serial.incrementAndGet(); // safe: atomic
        }

        /** Meant to be under the same lock as next. */
        synchronized void reserve(int count) {
            reserved += count; // race:reserved
        }

        static String prefix() {
            if (prefix == null) { // race:prefix
                prefix = "doc-"; // race:prefix
            }
            return prefix; // race:prefix
        }
    }

    static class Document {
        private static int instances;
        private final int id = Ids.next();
        private final long serial = Ids.serial();
        private int hash;

        Document() {
            synchronized (Document.class) {
                instances++; // safe: under the class
            }
        }

        static int instances() {
            synchronized (Document.class) {
                return instances; // safe: under the class
            }
        }

        String name() {
            return Ids.prefix() + id;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Document && ((Document) other).id == id; // safe: final
        }

        @Override
        public int hashCode() {
            if (hash == 0) { // safe: a document belongs to its writer
                hash = (int) (31 * id + serial % 7); // safe: a document belongs to its writer
            }
            return hash; // safe: a document belongs to its writer
        }
    }

    static class Writer extends Thread {
        private final Ids ids = new Ids();
        private final Set<Document> written = new HashSet<>();
        private int wrong;

        @Override
        public void run() {
            for (int i = 0; i < 40; i++) {
                Document document = new Document();
                written.add(document); // safe: own set
                ids.reserve(1);
                if (Ids.peek() < 1 || document.name() == null) {
                    wrong++; // safe: own field
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Writer[] writers = {new Writer(), new Writer(), new Writer()};
        for (Writer writer : writers) {
            writer.start();
        }
        int written = 0;
        for (Writer writer : writers) {
            writer.join();
            written += writer.written.size() - writer.wrong; // safe: after join
        }
        System.out.println(written + " " + Document.instances() + " " + Ids.peek());
        if (Ids.reserved > 120) { // safe: after join
            throw new AssertionError();
        }
    }
}
