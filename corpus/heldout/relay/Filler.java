package heldout.relay;

import java.util.concurrent.Exchanger;

final class Filler implements Runnable {
    private final Exchanger<Buffer> exchanger;
    private Buffer current = new Buffer(8);
    private int behind;

    Filler(Exchanger<Buffer> exchanger) {
        this.exchanger = exchanger;
    }

    @Override
    public void run() {
        int value = 1;
        try {
            for (int round = 0; round < 10; round++) {
                while (current.add(value++)) { // safe: this thread alone has the field
                    Thread.onSpinWait();
                }
                Buffer full = current;
                current = exchanger.exchange(full); // safe: this thread alone has the field
                if (full.pending() > 0) {
                    behind++; // safe: this thread alone until it has ended
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    int behind() {
        return behind; // safe: asked after join
    }
}
