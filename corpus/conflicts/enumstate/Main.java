package conflicts.enumstate;

import java.util.EnumMap;
import java.util.Map;

/** Constants of an enum are singletons: mutable state in them is shared by all threads. */
public final class Main {
    enum Lane {
        SLOW(60),
        FAST(120) {
            @Override
            void enter() {
                overtaken++; // race:overtaken
                super.enter();
            }
        };

        final int limit;
        private int cars;
        int overtaken;
        private int crashes;

        Lane(int limit) {
            this.limit = limit; // safe: final, in the initialiser of the class
        }

        void enter() {
            cars++; // race:cars
        }

        synchronized void crash() {
            crashes++; // safe: under the constant
        }

        synchronized int crashes() {
            return crashes; // safe: under the constant
        }
    }

    private static final Map<Lane, String> SIGNS = new EnumMap<>(Lane.class);
    private static final Map<Lane, Integer> TOLLS = new EnumMap<>(Lane.class);

    static {
        SIGNS.put(Lane.SLOW, "keep right"); // safe: in the initialiser
        TOLLS.put(Lane.FAST, 5); // safe: in the initialiser
    }

    static void drive(Lane lane) {
        lane.enter();
        lane.crash();
        if (lane.limit < 50 || SIGNS.get(Lane.SLOW).isEmpty()) { // safe: final, and nobody changes the map
            throw new AssertionError();
        }
        TOLLS.put(lane, lane.limit / 10); // race:TOLLS
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            for (Lane lane : Lane.values()) {
                drive(lane);
            }
        });
        Thread second = new Thread(() -> {
            drive(Lane.FAST);
            drive(Lane.SLOW);
        });
        first.start();
        second.start();
        int seen = Lane.FAST.crashes();
        first.join();
        second.join();
        System.out.println(Lane.SLOW.crashes() + Lane.FAST.crashes());
        if (seen > 2 || Lane.SLOW.cars == 0 || Lane.FAST.overtaken == 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
