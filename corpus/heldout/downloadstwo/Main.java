package heldout.downloadstwo;

import java.util.ArrayList;
import java.util.List;

public class Main {
    private static final Object STATS = new Object();
    private static int totalBytes;
    private static int requests;

    abstract static class Transfer extends Thread {
        protected final String url;
        protected int bytes;

        Transfer(String url) {
            super("transfer-" + url);
            this.url = url;
        }

        @Override
        public final void run() {
            synchronized (STATS) {
                requests++; // safe: always under STATS, main reads after joins
            }
            int n = fetch();
            bytes = n; // safe: main reads it after joining this thread
            account(n);
        }

        abstract int fetch();

        void account(int n) {
            synchronized (STATS) {
                totalBytes += n; // race:totalBytes
            }
        }
    }

    static class HttpTransfer extends Transfer {
        HttpTransfer(String url) {
            super(url);
        }

        @Override
        int fetch() {
            return url.length() * 16;
        }
    }

    static class FtpTransfer extends Transfer {
        private int retries;

        FtpTransfer(String url) {
            super(url);
        }

        @Override
        int fetch() {
            while (retries < 2) {
                retries++; // safe: one thread per object, nobody else looks
            }
            return url.length() * 4;
        }

        @Override
        void account(int n) {
            totalBytes += n; // race:totalBytes
        }
    }

    static class MirrorSync extends Thread {
        int chunks;
        int checksum;

        @Override
        public void run() {
            for (int i = 0; i < 20; i++) {
                chunks++; // race:chunks
                checksum = checksum * 31 + i; // safe: main reads only after it saw the thread dead
                pause(2);
            }
        }
    }

    static class Verifier extends Thread {
        private final int expected;
        boolean ok;

        Verifier(int expected) {
            this.expected = expected;
        }

        @Override
        public void run() {
            ok = expected % 2 == 0; // race:ok
        }
    }

    static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        MirrorSync mirror = new MirrorSync();
        mirror.start();

        Transfer[] batch = new Transfer[6];
        for (int i = 0; i < batch.length; i++) {
            batch[i] = i % 2 == 0 ? new HttpTransfer("http://a/" + i) : new FtpTransfer("ftp://b/" + i);
        }
        for (Transfer t : batch) {
            t.start();
        }
        for (Transfer t : batch) {
            t.join();
        }
        int sum = 0;
        for (Transfer t : batch) {
            sum += t.bytes; // safe: all joined
        }
        System.out.println(sum + " of " + totalBytes); // safe: all joined
        System.out.println("requests " + requests); // safe: all joined

        List<Verifier> verifiers = new ArrayList<>();
        for (Transfer t : batch) {
            Verifier v = new Verifier(t.bytes); // safe: transfer was joined
            verifiers.add(v);
            v.start();
        }
        for (int i = 1; i < verifiers.size(); i++) {
            verifiers.get(i).join();
        }
        for (Verifier v : verifiers) {
            System.out.println(v.getName() + " " + v.ok); // race:ok
        }

        mirror.join(10);
        System.out.println("chunks so far " + mirror.chunks); // race:chunks
        if (!mirror.isAlive()) {
            System.out.println("checksum " + mirror.checksum); // safe: isAlive() was false
        } else {
            mirror.join();
            System.out.println("late checksum " + mirror.checksum); // safe: joined
        }
    }
}
