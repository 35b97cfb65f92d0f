package heldout.lazylamps;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Several ways to make something on first use. */
public class Main {

    static final class Bulb {
        private final String socket;

        Bulb(String socket) {
            this.socket = socket;
        }

        String socket() {
            return socket; // safe: final field
        }
    }

    static class Dimmer {
        private int level;

        Dimmer(int level) {
            this.level = level; // race:level
        }

        int level() {
            return level; // race:level
        }
    }

    static class Street {
        private static Street instance;
        private static volatile Street careful;
        private final int lamps = 40;

        static Street unsafe() {
            if (instance == null) { // race:instance
                synchronized (Street.class) {
                    if (instance == null) { // safe: all writes are under this lock
                        instance = new Street(); // race:instance
                    }
                }
            }
            return instance; // race:instance
        }

        static Street careful() {
            Street s = careful; // safe: volatile
            if (s == null) {
                synchronized (Street.class) {
                    s = careful; // safe: volatile
                    if (s == null) {
                        s = new Street();
                        careful = s; // safe: volatile
                    }
                }
            }
            return s;
        }

        int lamps() {
            return lamps; // safe: final field
        }
    }

    static class PowerPlant {
        private static class Holder {
            static final PowerPlant PLANT = new PowerPlant();
        }

        private int megawatts;

        private PowerPlant() {
            megawatts = 12; // safe: class initialisation publishes it
        }

        static PowerPlant get() {
            return Holder.PLANT; // safe: class initialisation
        }

        int megawatts() {
            return megawatts; // safe: not written after class initialisation
        }
    }

    static class Once<T> implements Supplier<T> {
        private final Supplier<T> maker;
        private T value;

        Once(Supplier<T> maker) {
            this.maker = maker;
        }

        @Override
        public synchronized T get() {
            if (value == null) { // safe: under this
                value = maker.get(); // safe: under this
            }
            return value; // safe: under this
        }
    }

    static class Room {
        private final Once<Bulb> bulb = new Once<>(() -> new Bulb("E27"));
        private Dimmer dimmer;

        Dimmer dimmer() {
            Dimmer d = dimmer; // race:dimmer
            if (d == null) {
                d = new Dimmer(7);
                dimmer = d; // race:dimmer
            }
            return d;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Room room = new Room();
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger good = new AtomicInteger();
        List<Thread> visitors = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread t = new Thread(() -> {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    return;
                }
                boolean ok = room.bulb.get().socket().equals("E27");
                ok &= room.dimmer().level() >= 0;
                ok &= Street.unsafe() == null || Street.careful().lamps() == 40;
                ok &= PowerPlant.get().megawatts() == 12;
                if (ok) {
                    good.incrementAndGet();
                }
            });
            visitors.add(t); // safe: main thread only
            t.start();
        }
        go.countDown();
        for (Thread t : visitors) {
            t.join();
        }
        System.out.println("good visits " + good.get());
    }
}
