package heldout.diaryprint;

import java.io.*;
import java.text.*;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.concurrent.*;

public class Main {
    static class Formats {
        static final SimpleDateFormat STAMP = new SimpleDateFormat("HH:mm:ss.SSS", Locale.ROOT);
        static final ThreadLocal<SimpleDateFormat> DAY = ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy", Locale.ROOT));
        static final DateTimeFormatter ISO = DateTimeFormatter.ISO_LOCAL_DATE;
        private static final DecimalFormat AMOUNT = new DecimalFormat("0.00", DecimalFormatSymbols.getInstance(Locale.ROOT));
        static String stamp(long millis) {
            try {
                return STAMP.format(new Date(millis)); // race:stamp
            } catch (RuntimeException e) {
                return "";
            }
        }
        static String year(long millis) {
            return DAY.get().format(new Date(millis)); // safe: one format per thread
        }
        static String iso(int day) {
            return ISO.format(LocalDate.ofEpochDay(day)); // safe: DateTimeFormatter is immutable
        }
        static String amount(double value) {
            synchronized (AMOUNT) {
                return AMOUNT.format(value); // safe: lock on the format
            }
        }
    }

    static class Diary {
        private final StringWriter target = new StringWriter();
        private final BufferedWriter out = new BufferedWriter(target);
        private final StringBuilder draft = new StringBuilder(100_000);
        private final StringBuffer index = new StringBuffer();
        private final Object gate = new Object();
        private String lastFlush = "never";
        private int lines;
        void append(String text) throws IOException {
            out.write(text + "\n"); // safe: Writer locks internally
            index.append(text.charAt(0)); // safe: StringBuffer is synchronized
            synchronized (gate) {
                lines++; // safe: gate
            }
        }
        void sketch(char c) {
            draft.append(c); // race:draft
        }
        void flushed(String when) {
            lastFlush = when; // race:lastFlush
        }

        boolean everFlushed() {
            return !lastFlush.equals("never"); // race:lastFlush
        }
    }

    static class Ticker extends TimerTask {
        private final Diary diary;
        private final int[] shared;
        private final CountDownLatch done;
        private int ticks;

        Ticker(Diary diary, int[] shared, CountDownLatch done) {
            this.diary = diary;
            this.shared = shared;
            this.done = done;
        }

        @Override
        public void run() {
            ticks++; // safe: only the timer thread, main reads after the latch
            shared[0]++; // safe: both tasks run on the one timer thread
            diary.flushed("tick" + ticks);
            if (ticks == 5) {
                cancel();
                done.countDown();
            }
        }
    }

    static class Writer implements Runnable {
        private final Diary diary;
        private final char initial;
        private int flushesSeen;

        Writer(Diary diary, char initial) {
            this.diary = diary;
            this.initial = initial;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < 100; i++) {
                    String when = Formats.stamp(i * 1000L);
                    diary.append(initial + Formats.iso(i) + Formats.amount(i / 4.0) + Formats.year(86_400_000L * 40));
                    diary.sketch(when.isEmpty() ? '-' : initial);
                    flushesSeen += diary.everFlushed() ? 1 : 0; // safe: own field, read after termination
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Diary diary = new Diary();
        int[] shared = new int[1];
        CountDownLatch done = new CountDownLatch(2);
        Ticker first = new Ticker(diary, shared, done);
        Ticker second = new Ticker(diary, shared, done);
        Timer timer = new Timer("flusher", true);
        timer.schedule(first, 0, 2);
        timer.schedule(second, 1, 2);
        ExecutorService pool = Executors.newFixedThreadPool(3);
        Writer[] writers = {new Writer(diary, 'a'), new Writer(diary, 'b'), new Writer(diary, 'c')};
        for (Writer w : writers) {
            pool.execute(w);
        }
        pool.shutdown();
        boolean ended = pool.awaitTermination(10, TimeUnit.SECONDS);
        while (!ended) {
            ended = pool.awaitTermination(10, TimeUnit.SECONDS);
        }
        done.await();
        timer.cancel();
        diary.out.flush();
        boolean drafted = diary.draft.length() <= 300; // safe: pool has terminated
        int seen = writers[0].flushesSeen; // safe: pool has terminated
        System.out.println(diary.lines + " " + diary.index.length() + " " + diary.target.toString().length()); // safe: pool has terminated
        System.out.println(shared[0] + " " + first.ticks + " " + drafted + " " + (seen >= 0)); // safe: after the latch
    }
}
