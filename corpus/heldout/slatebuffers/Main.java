package heldout.slatebuffers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Main {

    static final class Slate {
        private final char[] text = new char[64];
        private int used;
        private int wipes;

        void scribble(String s) {
            if (used + s.length() > text.length) { // safe: only the owner writes it
                used = 0; // race:used
                wipes++; // safe: only the owner until the pool is done
            }
            s.getChars(0, s.length(), text, used); // safe: text is touched by the owner only
            used += s.length(); // race:used
        }

        int used() {
            return used; // race:used
        }

        int wipes() {
            return wipes; // safe: asked when the futures are done
        }
    }

    private static final Queue<Slate> allSlates = new ConcurrentLinkedQueue<>();
    private static final int[] tallyRow = new int[4];

    private static final ThreadLocal<Slate> slate = ThreadLocal.withInitial(() -> {
        Slate s = new Slate();
        allSlates.add(s); // safe: concurrent queue
        return s;
    });
    private static final ThreadLocal<long[]> scratch = ThreadLocal.withInitial(() -> new long[8]);
    private static final ThreadLocal<int[]> tally = ThreadLocal.withInitial(() -> tallyRow);
    private static final ThreadLocal<StringBuilder> names = new ThreadLocal<>() {
        @Override
        protected StringBuilder initialValue() {
            return new StringBuilder("t");
        }
    };

    private static long[] powers(int base) {
        long[] row = scratch.get();
        row[0] = 1; // race:scratch
        for (int i = 1; i < row.length; i++) {
            long before = row[i - 1]; // safe: read by the thread that writes it
            row[i] = before * base; // race:scratch
        }
        return row;
    }

    private static long[] powersCopy(int base) {
        long[] own = new long[8];
        own[0] = 1; // safe: new array per call
        for (int i = 1; i < own.length; i++) {
            own[i] = own[i - 1] * base; // safe: new array per call
        }
        return Arrays.copyOf(own, own.length); // safe: new array per call
    }

    private static long[] task(int base, boolean copy) {
        slate.get().scribble("task " + base);
        StringBuilder sb = names.get();
        sb.append(base); // safe: builder of this thread
        if (sb.length() > 40) { // safe: builder of this thread
            sb.setLength(1); // safe: builder of this thread
        }
        tally.get()[base % 4]++; // race:tallyRow
        return copy ? powersCopy(base) : powers(base);
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<long[]>> leaking = new ArrayList<>();
        List<Future<long[]>> copied = new ArrayList<>();
        for (int i = 2; i < 62; i++) {
            int base = i;
            if (i % 2 == 0) {
                leaking.add(pool.submit(() -> task(base, false)));
            } else {
                copied.add(pool.submit(() -> task(base, true)));
            }
        }
        int used = 0;
        for (Slate s : allSlates) { // safe: concurrent queue
            used += s.used();
        }
        boolean positive = true;
        for (Future<long[]> f : leaking) {
            long[] row = f.get();
            for (int k = 0; k < 8; k++) {
                positive &= row[k] >= 0; // race:scratch
            }
        }
        long sum = 0;
        for (Future<long[]> f : copied) {
            long[] row = f.get();
            sum += row[2]; // safe: copy handed over by the future (false alarm: which of two arrays a task returns is not known)
        }
        pool.shutdown();
        int wipes = 0;
        for (Slate s : allSlates) { // safe: concurrent queue
            wipes += s.wipes();
        }
        int counted = 0;
        for (int n : tallyRow) { // safe: all futures are done
            counted += n;
        }
        System.out.println("squares " + sum + " positive " + positive);
        System.out.println("used " + (used >= 0) + " wipes " + (wipes >= 0) + " counted " + (counted <= 60));
    }
}
