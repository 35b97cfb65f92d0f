package threads.invokeall;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Mirrors of a download: invokeAll waits for all of them, invokeAny only for the fastest. */
public final class Main {
    static final class Mirror implements Callable<String> {
        private final String host;
        private int attempts;

        Mirror(String host) {
            this.host = host;
        }

        @Override
        public String call() {
            attempts++; // race:attempts
            Main.contacted++; // race:contacted
            return "data from " + host;
        }
    }

    static final class Checksum implements Callable<Integer> {
        private final String text;
        private int steps;

        Checksum(String text) {
            this.text = text;
        }

        @Override
        public Integer call() {
            int sum = 0;
            for (char c : text.toCharArray()) {
                sum = sum * 31 + c;
                steps++; // safe: one task each, and invokeAll waits
            }
            Main.sums++; // race:sums
            return sum;
        }
    }

    static int contacted;
    static int sums;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            List<Checksum> checks = new ArrayList<>();
            for (String text : List.of("alpha", "beta", "gamma")) {
                checks.add(new Checksum(text));
            }
            int sum = 0;
            for (Future<Integer> result : pool.invokeAll(checks)) {
                sum += result.get();
            }
            int steps = 0;
            for (Checksum check : checks) {
                steps += check.steps; // safe: invokeAll has waited for all
            }
            System.out.println(steps + " " + (sum != 0) + (sums > 3)); // safe: invokeAll has waited for all
            List<Mirror> mirrors = List.of(new Mirror("north"), new Mirror("south"), new Mirror("west"));
            String data = pool.invokeAny(mirrors);
            int attempts = 0;
            for (Mirror mirror : mirrors) {
                attempts += mirror.attempts; // race:attempts
            }
            if (attempts > 3 || contacted > 3 || data.isEmpty()) { // race:contacted
                throw new AssertionError();
            }
        } finally {
            pool.shutdown();
        }
    }
}
