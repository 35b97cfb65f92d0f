package heldout.kitchens;

import java.util.concurrent.Semaphore;

/** The stove has two fires, so two cooks may use it at once; the oven has room for one. */
final class Station {
    private final Semaphore fires = new Semaphore(2);
    private final Semaphore oven = new Semaphore(1);
    private final int[] pots = new int[4];
    private int gas;
    private int baked;

    void use(int cook, int round) {
        fires.acquireUninterruptibly();
        try {
            gas++; // race:gas
            pots[cook] += round; // safe: a pot for each cook
        } finally {
            fires.release();
        }
        oven.acquireUninterruptibly();
        try {
            baked++; // safe: the oven has one permit
        } finally {
            oven.release();
        }
    }

    int baked() {
        oven.acquireUninterruptibly();
        int seen = baked; // safe: the oven has one permit
        oven.release();
        return seen;
    }

    int pots() {
        int sum = gas > 0 ? 0 : -1; // safe: asked when the kitchen is closed
        for (int pot : pots) { // safe: asked when the kitchen is closed
            sum += pot;
        }
        return sum;
    }
}
