package order.passages;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** A parcel is weighed by whoever wins it; what it weighs is known to those who find it sealed. */
public class Main {
    enum Phase { OPEN, WEIGHING, SEALED, LOST }

    static class Parcel {
        private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.OPEN);
        private int grams;
        private String stamp;
        private int handling;

        boolean seal(int measured) {
            if (!phase.compareAndSet(Phase.OPEN, Phase.WEIGHING)) {
                return false;
            }
            grams = measured; // safe: one thread wins, and seals the parcel then
            phase.set(Phase.SEALED);
            stamp = "S" + measured; // race:stamp
            return true;
        }

        void lose() {
            phase.compareAndSet(Phase.OPEN, Phase.LOST);
        }

        int grams() {
            return phase.get() == Phase.SEALED ? grams : 0; // safe: behind the phase
        }

        String stamp() {
            return phase.get() == Phase.SEALED ? stamp : ""; // race:stamp
        }

        void touch() {
            handling++; // race:handling
            phase.set(Phase.SEALED);
        }

        int handling() {
            return phase.get() == Phase.SEALED ? handling : 0; // race:handling
        }
    }

    /** Opens again, so that there are several winners. */
    static class Crate {
        private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.OPEN);
        private int content;

        void fill(int amount) {
            if (phase.compareAndSet(Phase.OPEN, Phase.WEIGHING)) {
                content = amount; // race:content
                phase.set(Phase.SEALED);
            }
        }

        void reopen() {
            phase.set(Phase.OPEN);
        }

        int content() {
            return phase.get() == Phase.SEALED ? content : 0; // race:content
        }
    }

    /** Asks without the order that a volatile read has. */
    static class Pallet {
        private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.OPEN);
        private int boxes;

        void load(int count) {
            if (phase.compareAndSet(Phase.OPEN, Phase.WEIGHING)) {
                boxes = count; // race:boxes
                phase.set(Phase.SEALED);
            }
        }

        int boxes() {
            return phase.getPlain() == Phase.SEALED ? boxes : 0; // race:boxes
        }
    }

    static final Map<Integer, Parcel> parcels = new ConcurrentHashMap<>();
    static final Map<Integer, Crate> crates = new ConcurrentHashMap<>();
    static final Map<Integer, Pallet> pallets = new ConcurrentHashMap<>();

    static void handle(int number) {
        Parcel parcel = parcels.get(number);
        if (!parcel.seal(number) && !parcel.seal(number + 1)) {
            parcel.lose();
        }
        parcel.touch();
        crates.get(number).fill(number);
        crates.get(number).reopen();
        crates.get(number).fill(number + 1);
        pallets.get(number).load(number);
    }

    static int inspect() {
        int sum = 0;
        for (int number = 0; number < 3; number++) {
            Parcel parcel = parcels.get(number);
            sum += parcel.grams() + parcel.stamp().length() + parcel.handling();
            sum += crates.get(number).content() + pallets.get(number).boxes();
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            parcels.put(i, new Parcel());
            crates.put(i, new Crate());
            pallets.put(i, new Pallet());
        }
        Thread[] clerks = new Thread[6];
        for (int i = 0; i < clerks.length; i++) {
            int number = i % 3;
            clerks[i] = new Thread(() -> handle(number));
            clerks[i].start();
        }
        int sum = inspect();
        for (Thread clerk : clerks) {
            clerk.join();
        }
        System.out.println(sum >= 0);
    }
}
