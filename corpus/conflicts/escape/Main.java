package conflicts.escape;

import java.util.ArrayList;
import java.util.List;

/** Constructors that let this escape before they are done, and one that waits. */
public final class Main {
    static final class Radio extends Thread {
        private int frequency;
        private String station;
        private final int band;
        private int volume;

        Radio(int band) {
            this.band = band; // safe: before the thread starts
            frequency = 100 + band; // safe: before the thread starts
            start();
            station = "news"; // race:station
            volume = 3; // race:volume
        }

        @Override
        public void run() {
            String found = station; // race:station
            if (found == null) {
                volume = frequency + band; // race:volume
            }
        }
    }

    static final class Antenna {
        private double gain;
        private int height;

        Antenna(List<Antenna> known) {
            height = 10; // safe: before anyone can see it
            synchronized (known) {
                known.add(this); // safe: the list is locked everywhere
            }
            gain = 1.5; // race:gain
        }

        static Antenna create(List<Antenna> known) {
            return new Antenna(known);
        }
    }

    static final class Careful implements Runnable {
        private int channel;
        private final Thread thread;

        private Careful() {
            thread = new Thread(this);
            channel = 7; // safe: the thread is started later
        }

        static Careful open() {
            Careful result = new Careful();
            result.thread.start();
            return result;
        }

        @Override
        public void run() {
            channel++; // safe: started after the constructor, read after join
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Radio radio = new Radio(5);
        List<Antenna> known = new ArrayList<>();
        Thread scan = new Thread(() -> {
            synchronized (known) {
                for (Antenna antenna : known) { // safe: under the lock
                    if (antenna.gain > 2 || antenna.height != 10) { // race:gain
                        throw new AssertionError();
                    }
                }
            }
        });
        scan.start();
        Antenna.create(known);
        Careful careful = Careful.open();
        careful.thread.join();
        radio.join();
        scan.join();
        System.out.println(careful.channel + radio.band); // safe: after join
    }
}
