package heldout.grainbelt;

/**
 * Classic bounded belt between farmers and mills with wait and notifyAll.
 */
public class Main {

    static class Sack {
        final int farmer;
        int kilos;
        boolean weighed;

        Sack(int farmer, int kilos) {
            this.farmer = farmer;
            this.kilos = kilos; // safe: before the sack goes onto the belt
        }
    }

    static class Belt {
        private final Sack[] slots = new Sack[5];
        private int head;
        private int count;
        private boolean closed;
        private int waits;
        int peak;

        synchronized void load(Sack s) throws InterruptedException {
            while (count == slots.length) { // safe: written only under this, which is held
                waits++; // safe: under this
                wait();
            }
            slots[(head + count) % slots.length] = s; // safe: under this
            count++; // race:count
            notifyAll();
        }

        synchronized Sack unload() throws InterruptedException {
            while (count == 0) { // safe: written only under this, which is held
                if (closed) { // safe: under this
                    return null;
                }
                wait();
            }
            Sack s = slots[head]; // safe: under this
            slots[head] = null; // safe: under this
            head = (head + 1) % slots.length; // safe: under this
            count--; // race:count
            notifyAll();
            return s;
        }

        int waiting() {
            return count; // race:count
        }

        void notePeak(int seen) {
            if (seen > peak) { // race:peak
                peak = seen; // race:peak
            }
        }

        synchronized void close() {
            closed = true; // safe: under this
            notifyAll();
        }
    }

    static class Farmer extends Thread {
        private final Belt belt;
        private final int number;
        Sack kept;

        Farmer(Belt belt, int number) {
            this.belt = belt;
            this.number = number;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < 50; i++) {
                    Sack s = new Sack(number, 20 + i % 5);
                    belt.load(s);
                    belt.notePeak(belt.waiting());
                    if (i == 10) {
                        s.kilos += 1; // race:kilos
                        kept = s; // safe: own field, main reads it after join
                    }
                }
            } catch (InterruptedException e) {
                interrupt();
            }
        }
    }

    static class Mill extends Thread {
        private final Belt belt;
        private long ground;
        private int sacks;

        Mill(Belt belt) {
            this.belt = belt;
        }

        @Override
        public void run() {
            try {
                Sack s;
                while ((s = belt.unload()) != null) {
                    int k = s.kilos; // race:kilos
                    s.weighed = true; // safe: a sack is unloaded by one mill, main reads after join
                    ground += k; // safe: field of this mill
                    sacks++; // safe: field of this mill
                }
            } catch (InterruptedException e) {
                interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Belt belt = new Belt();
        Farmer[] farmers = {new Farmer(belt, 0), new Farmer(belt, 1), new Farmer(belt, 2)};
        Mill[] mills = {new Mill(belt), new Mill(belt)};
        for (Mill m : mills) {
            m.start();
        }
        for (Farmer f : farmers) {
            f.start();
        }
        for (Farmer f : farmers) {
            f.join();
        }
        belt.close();
        int sacks = 0;
        long ground = 0;
        for (Mill m : mills) {
            m.join();
            sacks += m.sacks; // safe: after join
            ground += m.ground; // safe: after join
        }
        boolean weighed = true;
        for (Farmer f : farmers) {
            weighed &= f.kept.weighed; // safe: all threads joined
        }
        System.out.println("sacks " + sacks + " weighed " + weighed);
        System.out.println("ground " + (ground >= 3300 && ground <= 3303));
        System.out.println("peak " + (belt.peak <= 5) + " waits " + (belt.waits >= 0)); // safe: all threads joined
    }
}
