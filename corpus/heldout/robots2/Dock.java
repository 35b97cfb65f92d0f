package heldout.robots2;

import java.util.concurrent.Semaphore;

class Dock {

    private final Semaphore bays = new Semaphore(2);
    private final Semaphore store = new Semaphore(1);
    private int visits;
    private int spares = 2;

    int charge(int level) throws InterruptedException {
        bays.acquire();
        try {
            visits++; // race:visits
            return level + 10 + swap();
        } finally {
            bays.release();
        }
    }

    private int swap() throws InterruptedException {
        store.acquire();
        try {
            return spares-- > 0 ? 5 : 0; // safe: binary semaphore
        } finally {
            store.release();
        }
    }

    int visits() {
        return visits; // race:visits
    }
}
