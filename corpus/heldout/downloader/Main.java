package heldout.downloader;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** Download manager that fetches files in parallel chunks and can be paused and resumed. */
public class Main {

    static class Download {
        final String url;
        final byte[] data;
        final boolean[] finished;
        private final Object pauseLock = new Object();
        private boolean paused;
        private boolean cancelled;
        private long received;
        private String checksum;

        Download(String url, int chunks, int chunkSize) {
            this.url = url;
            this.data = new byte[chunks * chunkSize];
            this.finished = new boolean[chunks];
        }

        void fetchChunk(int index) {
            int size = data.length / finished.length;
            for (int i = index * size; i < (index + 1) * size; i++) {
                if (i % 16 == 0) {
                    awaitResume();
                }
                if (cancelled) { // race:cancelled
                    return;
                }
                data[i] = (byte) (i * 31); // safe: chunks do not overlap
                received++; // race:received
            }
            finished[index] = true; // race:finished
        }

        private void awaitResume() {
            synchronized (pauseLock) {
                while (paused) { // safe: pauseLock
                    try {
                        pauseLock.wait();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        return;
                    }
                }
            }
        }

        void setPaused(boolean p) {
            synchronized (pauseLock) {
                paused = p; // safe: pauseLock
                pauseLock.notifyAll();
            }
        }

        void cancel() {
            cancelled = true; // race:cancelled
        }

        int percent() {
            int n = 0;
            for (boolean f : finished) { // race:finished
                if (f) {
                    n++;
                }
            }
            return 100 * n / finished.length;
        }

        void verify() {
            int sum = 0;
            for (byte b : data) { // safe: runs after all chunk futures
                sum = sum * 17 + b;
            }
            checksum = Integer.toHexString(sum); // safe: one writer, read after join of the stage
        }
    }

    static class Manager {
        private final ExecutorService pool = Executors.newFixedThreadPool(4);
        private final Semaphore slots = new Semaphore(3);

        CompletableFuture<Download> start(Download d) {
            List<CompletableFuture<Void>> parts = new ArrayList<>();
            for (int c = 0; c < d.finished.length; c++) {
                int index = c;
                parts.add(CompletableFuture.runAsync(() -> {
                    slots.acquireUninterruptibly();
                    try {
                        d.fetchChunk(index);
                    } finally {
                        slots.release();
                    }
                }, pool));
            }
            return CompletableFuture.allOf(parts.toArray(new CompletableFuture[0])).thenApply(v -> {
                d.verify();
                return d;
            });
        }
    }

    public static void main(String[] args) {
        Manager manager = new Manager();
        Download iso = new Download("http://mirror/linux.iso", 6, 200);
        Download doc = new Download("http://mirror/readme.txt", 2, 50);
        CompletableFuture<Download> first = manager.start(iso);
        CompletableFuture<Download> second = manager.start(doc);
        iso.setPaused(true);
        System.out.println("progress " + iso.percent() + "%");
        iso.setPaused(false);
        doc.cancel();
        Download a = first.join();
        Download b = second.join();
        manager.pool.shutdown();
        System.out.println(a.url + " " + a.received + " bytes, " + a.checksum); // safe: after join of the future
        System.out.println(b.url + " " + b.received + " bytes, " + b.checksum); // safe: after join of the future
    }
}
