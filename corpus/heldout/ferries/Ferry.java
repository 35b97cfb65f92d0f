package heldout.ferries;

import java.util.concurrent.BrokenBarrierException;

class Ferry extends Thread {
    private final Harbour harbour;
    private final int number;
    private final Convoy convoy;

    Ferry(Harbour harbour, int number, Convoy convoy) {
        super("ferry-" + number);
        this.harbour = harbour;
        this.number = number;
        this.convoy = convoy;
    }

    @Override
    public void run() {
        try {
            for (int round = 0; round < 5; round++) {
                harbour.round(number);
            }
            convoy.join(number);
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }
}
