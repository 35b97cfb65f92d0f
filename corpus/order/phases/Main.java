package order.phases;

import java.util.concurrent.Phaser;

/** Bakers work in phases: dough, then shaping, then baking. A helper leaves after the second, and is not quite gone. */
public final class Main {
    static final class Bakery {
        final Phaser phaser = new Phaser(1);
        final int[] dough = new int[2];
        int loaves;
        int burnt;
        int flour = 100;

        void bake(int id) {
            dough[id] = 10 + id; // safe: its own element
            phaser.arriveAndAwaitAdvance();
            int neighbour = dough[1 - id]; // safe: both have finished the first phase
            synchronized (this) {
                loaves += neighbour; // safe: under this
            }
            phaser.arriveAndAwaitAdvance();
            burnt += id; // race:burnt
            phaser.arriveAndDeregister();
        }

        void help() {
            flour -= 5; // safe: in the first phase
            phaser.arriveAndAwaitAdvance();
            phaser.arriveAndDeregister();
            burnt = 0; // race:burnt
        }
    }

    public static void main(String[] args) {
        Bakery bakery = new Bakery();
        bakery.phaser.bulkRegister(3);
        for (int i = 0; i < 2; i++) {
            int id = i;
            new Thread(() -> bakery.bake(id), "baker " + i).start();
        }
        new Thread(bakery::help, "helper").start();
        bakery.phaser.arriveAndAwaitAdvance();
        System.out.println(bakery.flour + bakery.dough[0]); // safe: the first phase is over
        bakery.phaser.arriveAndAwaitAdvance();
        System.out.println(bakery.loaves); // safe: the second phase is over
        bakery.phaser.arriveAndAwaitAdvance();
        if (bakery.burnt > 1) { // race:burnt
            throw new AssertionError();
        }
    }
}
