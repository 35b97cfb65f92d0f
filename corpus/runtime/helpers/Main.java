package runtime.helpers;

import java.text.DecimalFormat;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Data that threads share is accessed by methods of the JDK that get it from the program. */
public final class Main {
    static final int[] copied = new int[100];
    static final int[] filled = new int[100];
    static final long[] sorted = new long[100];
    static final Object[] cloned = {"a", "b"};
    static final char[] longer = new char[10];
    static final int[] halves = new int[100];
    static final int[] readOnly = {3, 1, 2};
    static final List<Integer> list = new ArrayList<>(List.of(3, 1, 2));
    static final List<Integer> added = new ArrayList<>();
    static final List<Integer> locked = Collections.synchronizedList(new ArrayList<>(List.of(1, 2)));
    static final SimpleDateFormat dates = new SimpleDateFormat("yyyy");
    static final DecimalFormat numbers = new DecimalFormat("#.#");
    static final BitSet bits = new BitSet();
    static final Matcher matcher = Pattern.compile("a").matcher("aaa");

    static void work(int id, CountDownLatch gate) {
        int[] own = new int[100];
        gate.countDown();
        try {
            gate.await();
        } catch (InterruptedException e) {
            return;
        }
        System.arraycopy(own, 0, copied, 10 + id, 20); // race:copied
        System.arraycopy(copied, 0, own, 0, 11); // race:copied
        System.arraycopy(own, 50 * id, halves, 50 * id, 50); // safe: each has its half
        System.arraycopy(own, 0, halves, 49, 0); // safe: nothing (false alarm: a range that is empty is not told)
        Arrays.fill(filled, id); // race:filled
        Arrays.fill(halves, 50 * id, 50 * id + 50, 1); // safe: its half
        Arrays.sort(sorted); // race:sorted
        int sum = Arrays.hashCode(readOnly) + readOnly.clone()[0] + Arrays.copyOf(readOnly, 9)[0]; // safe: nobody writes
        if (id == 0) {
            cloned[1] = "c"; // race:cloned missed: what clone reads of an array does not count
            longer[9] = 'x'; // race:longer
        } else {
            sum += cloned.clone().length; // race:cloned missed: as above
            sum += Arrays.copyOf(longer, 20).length; // race:longer
            sum += Arrays.copyOf(longer, 9).length; // safe: not so far (false alarm: how far library code reads that makes a copy is not looked at)
        }
        misuse(() -> Collections.sort(list)); // race:list
        misuse(() -> Collections.addAll(added, 1, 2)); // race:added
        misuse(() -> Collections.reverse(locked)); // safe: it locks by itself (false alarm: the lock of the wrapper is not seen behind the library)
        misuse(() -> dates.format(new Date(0))); // race:dates
        misuse(() -> numbers.format(1.5)); // race:numbers
        misuse(() -> bits.set(id)); // race:bits
        misuse(matcher::find); // not seen in a run: a reference to a method of the JDK has no code of the program
        misuse(() -> matcher.find()); // race:matcher
        if (sum == -1) {
            System.out.println(sum);
        }
    }

    static void misuse(Runnable what) {
        try {
            what.run(); // safe: who gives a reference to a method of the JDK is told here (false alarm: one line for all of them)
        } catch (RuntimeException e) {
            // What happens when two threads use these at once is anyone's guess.
        }
    }

    public static void main(String[] args) throws InterruptedException {
        // Whoever links a lambda first comes before those who use it, so that there may be nothing to see in the first round.
        for (int round = 0; round < 4; round++) {
            CountDownLatch gate = new CountDownLatch(2);
            Thread one = new Thread(() -> work(0, gate));
            Thread other = new Thread(() -> work(1, gate));
            one.start();
            other.start();
            one.join();
            other.join();
        }
        System.out.println("done");
    }
}
