package heldout.pool2;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Report writers borrow formatting buffers from a bounded pool. */
public class Main {

    /** The pooled object: deliberately a plain, mutable class. */
    static final class PageBuffer {
        private final StringBuilder text = new StringBuilder();
        private int lines;
        private int reused;

        void line(String s) {
            text.append(s).append('\n'); // safe: a borrowed buffer has one owner
            lines++; // safe: a borrowed buffer has one owner
        }

        String flush() {
            String page = text.toString();
            text.setLength(0); // safe: a borrowed buffer has one owner
            lines = 0;
            reused++; // safe: handed from owner to owner through the pool's lock
            return page;
        }

        boolean isClean() {
            return lines == 0 && text.length() == 0; // safe: called by the pool before it is idle
        }
    }

    static final class ReportJob implements java.util.concurrent.Callable<Integer> {
        private final ObjectPool<PageBuffer> pool;
        private final int number;

        ReportJob(ObjectPool<PageBuffer> pool, int number) {
            this.pool = pool;
            this.number = number;
        }

        @Override
        public Integer call() throws InterruptedException {
            int written = 0;
            for (int page = 0; page < 4; page++) {
                PageBuffer buf = pool.borrow();
                try {
                    for (int i = 0; i <= number % 5; i++) {
                        buf.line("report " + number + " page " + page + " line " + i);
                    }
                    written += buf.flush().length();
                } finally {
                    pool.giveBack(buf);
                }
                Thread.sleep(1);
            }
            return written;
        }
    }

    public static void main(String[] args) throws Exception {
        ObjectPool<PageBuffer> pool = new ObjectPool<>(3, PageBuffer::new, PageBuffer::isClean);

        ScheduledExecutorService evictor = Executors.newSingleThreadScheduledExecutor();
        evictor.scheduleAtFixedRate(() -> pool.evict(TimeUnit.MILLISECONDS.toNanos(3)), 2, 2, TimeUnit.MILLISECONDS);

        ExecutorService writers = Executors.newFixedThreadPool(5);
        List<Future<Integer>> reports = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            reports.add(writers.submit(new ReportJob(pool, i)));
        }
        int total = 0;
        for (Future<Integer> f : reports) {
            total += f.get();
        }
        writers.shutdown();
        evictor.shutdown();

        PageBuffer last = pool.borrow();
        System.out.println("last buffer was used " + last.reused + " times"); // safe: borrowed through the lock
        pool.giveBack(last);
        System.out.println(total + " characters");
        System.out.println(pool.stats());
        pool.close();
        System.out.println("idle after close: " + pool.stats().idle());
    }
}
