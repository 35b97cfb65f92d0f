package fresh.primes;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Counts primes in slices; the slices keep too much in common. */
public class Main {
    static final int LIMIT = 4000;
    static final int SLICES = 8;

    static int found;
    static int largest;
    static final boolean[] prime = new boolean[LIMIT];
    static final int[] perSlice = new int[SLICES];
    static final Object largestLock = new Object();

    static boolean isPrime(int n) {
        if (n < 2) {
            return false;
        }
        for (int d = 2; d * d <= n; d++) {
            if (n % d == 0) {
                return false;
            }
        }
        return true;
    }

    static void slice(int id) {
        int width = LIMIT / SLICES;
        for (int n = id * width; n < (id + 1) * width; n++) {
            if (isPrime(n)) {
                prime[n] = true; // safe: each slice its own range
                perSlice[id]++; // safe: each slice its own element
                found++; // race:found
                if (n > largest) { // race:largest
                    synchronized (largestLock) {
                        if (n > largest) { // safe: under the lock, as all writes
                            largest = n; // race:largest
                        }
                    }
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<?>> slices = new ArrayList<>();
        for (int i = 0; i < SLICES; i++) {
            final int id = i;
            slices.add(pool.submit(() -> slice(id)));
        }
        for (Future<?> slice : slices) {
            slice.get();
        }
        pool.shutdown();
        int exact = 0;
        for (int count : perSlice) { // safe: all slices have ended
            exact += count;
        }
        int again = 0;
        for (int n = 0; n < LIMIT; n++) {
            if (prime[n]) { // safe: all slices have ended
                again++;
            }
        }
        System.out.println(exact + " " + again + " " + largest); // safe: all slices have ended
        if (found > exact) { // safe: all slices have ended
            throw new AssertionError(found);
        }
    }
}
