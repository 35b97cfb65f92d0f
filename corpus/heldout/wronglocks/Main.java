package heldout.wronglocks;

public class Main {
    static class Meter {
        private static int total;
        private static int peak;

        synchronized void add(int n) {
            total += n; // race:total
            raise(n);
        }

        static synchronized void addAll(int n) {
            total += n; // race:total
        }

        static synchronized void raise(int n) {
            peak = Math.max(peak, n); // safe: always the class lock
        }
    }

    static class Hits {
        private Integer count = 0;

        void inc() {
            synchronized (count) { // race:count
                count++; // race:count
            }
        }
    }

    static class AuditA {
        static int audits;
        static int failed;
        private final String failLock = new String("fail-lock");

        void log() {
            synchronized ("audit-lock") {
                audits++; // safe: the literal is one object everywhere
            }
            synchronized (failLock) {
                failed++; // race:failed
            }
        }
    }

    static class AuditB {
        private static final String LOCK = "audit-lock";

        void log() {
            synchronized (LOCK) {
                AuditA.audits++; // safe: the same interned literal
            }
        }
    }

    static class Window {
        private Object lock = new Object();
        private int sum;

        void add(int n) {
            synchronized (lock) { // race:lock
                sum += n; // race:sum
            }
        }

        void restart() {
            synchronized (lock) { // safe: only the main thread replaces the lock
                sum = 0; // race:sum
                lock = new Object(); // race:lock
            }
        }
    }

    static class Pair {
        private final Object left = new Object();
        private final Object right = new Object();
        private int both;
        private int mixed;

        void update(int n) {
            synchronized (left) {
                synchronized (right) {
                    both += n; // safe: writers hold both locks
                }
                mixed += n; // race:mixed
            }
        }

        int readLeft() {
            synchronized (left) {
                return both; // safe: one of the two locks is enough to read
            }
        }

        int readRight() {
            synchronized (right) {
                int m = mixed; // race:mixed
                return both + m; // safe: one of the two locks is enough to read
            }
        }
    }

    static class Clerk extends Thread {
        private static int stamps;
        private static final Object INK = new Object();
        private static int ink = 1000;

        @Override
        public void run() {
            AuditA a = new AuditA();
            for (int i = 0; i < 50; i++) {
                synchronized (this) {
                    stamps++; // race:stamps
                }
                synchronized (INK) {
                    ink--; // safe: one static lock
                }
                meter.add(i);
                Meter.addAll(i);
                hits.inc();
                a.log();
                new AuditB().log();
                window.add(i);
                pair.update(i);
                pair.readLeft();
                pair.readRight();
            }
        }
    }

    private static final Meter meter = new Meter();
    private static final Hits hits = new Hits();
    private static final Window window = new Window();
    private static final Pair pair = new Pair();

    public static void main(String[] args) throws InterruptedException {
        Clerk[] clerks = new Clerk[3];
        for (int i = 0; i < clerks.length; i++) {
            clerks[i] = new Clerk();
            clerks[i].start();
        }
        window.restart();
        for (Clerk c : clerks) {
            c.join();
        }
        System.out.println(Meter.total + " " + Meter.peak + " " + hits.count); // safe: joined
        System.out.println(AuditA.audits + AuditA.failed + Clerk.stamps + Clerk.ink + window.sum + pair.both + pair.mixed); // safe: joined
    }
}
