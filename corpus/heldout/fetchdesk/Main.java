package heldout.fetchdesk;

import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** A download manager: several downloads, progress listeners and a ticker that draws bars. */
public final class Main {
    private static final int CHUNK = 64;

    interface ProgressListener {
        void progress(Download download, int bytes);
    }

    enum State { QUEUED, ACTIVE, COMPLETE }

    /** What is left of a finished download. */
    static final class Receipt {
        private int id;
        private int bytes;
        private int chunks;

        static Receipt of(int id, int bytes, int chunks) {
            Receipt receipt = new Receipt();
            receipt.id = id; // safe: handed over by the future
            receipt.bytes = bytes; // safe: handed over by the future
            receipt.chunks = chunks; // safe: handed over by the future
            return receipt;
        }
    }

    static final class Download implements Callable<Receipt> {
        private final int id;
        private final int size;
        private final byte[] disk;
        private final DownloadManager manager;
        private final List<ProgressListener> own = new ArrayList<>();
        private volatile State state = State.QUEUED;
        private int received;
        private int checksum;

        Download(int id, int size, byte[] disk, DownloadManager manager) {
            this.id = id;
            this.size = size;
            this.disk = disk;
            this.manager = manager;
        }

        void listen(ProgressListener listener) {
            own.add(listener); // safe: before the download is submitted
        }

        @Override
        public Receipt call() {
            state = State.ACTIVE;
            byte[] buffer = new byte[CHUNK];
            int chunks = 0;
            int done = 0;
            while (done < size) {
                int n = Math.min(CHUNK, size - done);
                fill(buffer, n, done);
                store(buffer, n, id * size + done);
                done += n;
                received = done; // race:received
                chunks++;
                manager.announce(this, n);
                for (ProgressListener listener : own) { // safe: complete before the submit
                    listener.progress(this, n);
                }
            }
            state = State.COMPLETE;
            return Receipt.of(id, done, chunks);
        }

        private void fill(byte[] buffer, int n, int offset) {
            for (int i = 0; i < n; i++) {
                buffer[i] = (byte) (offset + i); // safe: buffer is local to the call
            }
        }

        private void store(byte[] buffer, int n, int at) {
            for (int i = 0; i < n; i++) {
                disk[at + i] = buffer[i]; // safe: every download has a range of its own
                checksum += buffer[i]; // safe: before the volatile state COMPLETE
            }
        }

        int percent() {
            return received * 100 / size; // race:received
        }

        int checksumIfComplete() {
            if (state == State.COMPLETE) {
                return checksum; // safe: after reading COMPLETE from the volatile
            }
            return 0;
        }
    }

    static final class DownloadManager {
        private final ExecutorService pool = Executors.newFixedThreadPool(3);
        private final List<ProgressListener> listeners = new ArrayList<>(16);
        private final List<Future<Receipt>> pending = new ArrayList<>();

        void addListener(ProgressListener listener) {
            listeners.add(listener); // race:listeners
        }

        void announce(Download download, int bytes) {
            for (int i = 0; i < listeners.size(); i++) { // race:listeners
                ProgressListener listener = listeners.get(i); // race:listeners
                if (listener != null) {
                    listener.progress(download, bytes);
                }
            }
        }

        void enqueue(Download download) {
            pending.add(pool.submit(download)); // safe: main only
        }

        List<Receipt> finish() throws InterruptedException, ExecutionException {
            List<Receipt> receipts = new ArrayList<>();
            for (Future<Receipt> future : pending) { // safe: main only
                receipts.add(future.get());
            }
            pool.shutdown();
            return receipts;
        }
    }

    /** Counts calls of all downloads. */
    static final class CallCounter implements ProgressListener {
        private int calls;

        @Override
        public void progress(Download download, int bytes) {
            calls++; // race:calls
        }
    }

    /** Sums up the bytes of all downloads. */
    static final class ByteMeter implements ProgressListener {
        private long bytes;

        @Override
        public synchronized void progress(Download download, int n) {
            bytes += n; // safe: under the monitor
        }

        synchronized long bytes() {
            return bytes; // safe: under the monitor
        }
    }

    /** Belongs to a single download. */
    static final class OwnLog implements ProgressListener {
        private int lines;

        @Override
        public void progress(Download download, int n) {
            lines++; // safe: one listener per download, main reads after get
        }
    }

    /** May be added while downloads are active. */
    static final class LateListener implements ProgressListener {
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public void progress(Download download, int n) {
            calls.incrementAndGet(); // safe: final field and atomic
        }
    }

    static final class BarTicker extends TimerTask {
        private final List<Download> downloads;
        private int frames;
        private int drawn;

        BarTicker(List<Download> downloads) {
            this.downloads = List.copyOf(downloads);
        }

        @Override
        public void run() {
            for (Download download : downloads) { // safe: immutable copy
                drawn += download.percent() + Math.abs(download.checksumIfComplete()); // safe: timer thread only
            }
            frames++; // race:frames
        }

        int frames() {
            return frames; // race:frames
        }
    }

    public static void main(String[] args) throws Exception {
        int count = 5;
        int size = 1000;
        byte[] disk = new byte[count * size];
        DownloadManager manager = new DownloadManager();
        CallCounter counter = new CallCounter();
        ByteMeter meter = new ByteMeter();
        manager.addListener(counter);
        manager.addListener(meter);

        List<Download> downloads = new ArrayList<>();
        List<OwnLog> logs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Download download = new Download(i, size, disk, manager);
            OwnLog log = new OwnLog();
            download.listen(log);
            downloads.add(download);
            logs.add(log); // safe: main only
        }
        BarTicker ticker = new BarTicker(downloads);
        Timer timer = new Timer("bars", true);
        timer.schedule(ticker, 0, 1);
        for (Download download : downloads) {
            manager.enqueue(download);
        }
        LateListener late = new LateListener();
        manager.addListener(late);

        int bytes = 0;
        int chunks = 0;
        for (Receipt receipt : manager.finish()) {
            bytes += receipt.bytes; // safe: from Future.get
            chunks += receipt.chunks; // safe: from Future.get
        }
        timer.cancel();
        int lines = 0;
        for (OwnLog log : logs) {
            lines += log.lines; // safe: after Future.get
        }
        long sum = 0;
        for (byte b : disk) {
            sum += b; // safe: after Future.get
        }
        System.out.println("bytes " + bytes + " metered " + meter.bytes() + " chunks " + chunks + " lines " + lines);
        System.out.println("disk " + sum + " frames ok " + (ticker.frames() >= 0));
        System.out.println("calls ok " + (counter.calls <= chunks) + " late ok " + (late.calls.get() <= chunks));
    }
}
