package order.cursors;

import java.util.concurrent.atomic.AtomicLong;

/** Buffers of one who fills and one who empties, each with a cursor; two of them move a cursor too early. */
public final class Main {
    static final class Sample {
        int value;
    }

    static class Ring {
        final Sample[] slots = new Sample[8];
        final AtomicLong written = new AtomicLong();
        final AtomicLong read = new AtomicLong();
        int used;

        boolean put(Sample sample) {
            long at = written.get();
            if (at - read.get() == slots.length) {
                return false;
            }
            slots[(int) (at % slots.length)] = sample; // safe: it has been emptied
            used++; // race:used
            written.set(at + 1);
            return true;
        }

        Sample take() {
            long at = read.get();
            if (at == written.get()) {
                return null;
            }
            Sample sample = slots[(int) (at % slots.length)]; // safe: it has been filled
            slots[(int) (at % slots.length)] = null; // safe: it is not filled again before the cursor moves
            used--; // race:used
            read.set(at + 1);
            return sample;
        }
    }

    /** Says that there is something before it is there. */
    static final class Hasty {
        private final int[] slots = new int[8];
        private final AtomicLong written = new AtomicLong();
        private final AtomicLong read = new AtomicLong();

        boolean put(int number) {
            long at = written.get();
            if (at - read.get() == slots.length) {
                return false;
            }
            written.set(at + 1);
            slots[(int) (at % slots.length)] = number; // race:hasty
            return true;
        }

        int take() {
            long at = read.get();
            if (at == written.get()) {
                return -1;
            }
            int number = slots[(int) (at % slots.length)]; // race:hasty
            read.set(at + 1);
            return number;
        }
    }

    /** Overwrites what nobody has read yet. */
    static final class Rude {
        private final int[] slots = new int[8];
        private volatile int written;
        private volatile int read;

        void put(int number) {
            int at = written;
            slots[at % slots.length] = number; // race:rude
            written = at + 1;
        }

        int take() {
            int at = read;
            if (at == written) {
                return -1;
            }
            int number = slots[at % slots.length]; // race:rude
            read = at + 1;
            return number;
        }
    }

    public static void main(String[] args) {
        Ring ring = new Ring();
        Hasty hasty = new Hasty();
        Rude rude = new Rude();
        new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                Sample sample = new Sample();
                sample.value = i; // safe: before it is put there
                while (!ring.put(sample)) {
                    Thread.onSpinWait();
                }
                hasty.put(i);
                rude.put(i);
            }
        }).start();
        int sum = 0;
        for (int i = 0; i < 100; ) {
            Sample sample = ring.take();
            if (sample != null) {
                sum += sample.value; // safe: it was taken
                i++;
            }
            sum += hasty.take() + rude.take();
        }
        System.out.println(sum != 0);
    }
}
