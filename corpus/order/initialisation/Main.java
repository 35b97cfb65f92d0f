package order.initialisation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a static initialiser writes is seen by all who use the class; what is written later is not. */
public final class Main {
    static final class Countries {
        static final Map<String, Integer> CODES = new HashMap<>();
        static String newest = "none"; // safe: in the initialiser
        static int lookups;

        static {
            CODES.put("it", 39); // safe: in the initialiser
            CODES.put("ch", 41); // safe: in the initialiser
        }

        static int code(String name) {
            lookups++; // race:lookups
            return CODES.get(name); // safe: nobody writes after the initialiser
        }
    }

    static final class Directory {
        private final List<String> names = new ArrayList<>();
        private int size;

        private Directory() {
            names.add("Anna"); // safe: in the initialiser of the holder
            size = names.size(); // safe: the same
        }

        private static final class Holder {
            static final Directory INSTANCE = new Directory();
        }

        static Directory get() {
            return Holder.INSTANCE; // safe: the class is initialised once
        }
    }

    /** Starts a thread when it is first used; whoever waits for it has used it. */
    static final class Exchange {
        static double euro;
        static double yen;
        static final Thread FETCHER = new Thread(() -> {
            euro = 1.08; // race:euro
            yen = 0.006; // safe: read after join
        });

        static {
            FETCHER.start();
        }
    }

    private static int sum(String name) {
        Directory directory = Directory.get();
        int result = Countries.code(name) + directory.size; // safe: written in an initialiser
        if (directory.names.contains("Anna")) { // safe: written in an initialiser
            Countries.newest = name; // race:newest
        }
        return result;
    }

    public static void main(String[] args) throws InterruptedException {
        int[] results = new int[2];
        Thread first = new Thread(() -> results[0] = sum("it")); // safe: its own element
        Thread second = new Thread(() -> results[1] = sum("ch")); // safe: its own element
        first.start();
        second.start();
        String newest = Countries.newest; // race:newest
        first.join();
        second.join();
        Thread fetcher = Exchange.FETCHER;
        double early = Exchange.euro; // race:euro
        fetcher.join();
        double rate = early + Exchange.yen; // safe: joined, and started when the class was initialised
        if (rate < 0) {
            return;
        }
        System.out.println(results[0] + results[1]); // safe: after join
        if (newest == null || Countries.lookups == 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
