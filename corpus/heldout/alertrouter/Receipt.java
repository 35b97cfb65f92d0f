package heldout.alertrouter;

import java.util.concurrent.CountDownLatch;

/** Collects one acknowledgement per channel for a single alert. */
class Receipt {
    private final String[] acks;
    private final CountDownLatch pending;

    Receipt(int channels) {
        acks = new String[channels];
        pending = new CountDownLatch(channels);
    }

    void acknowledge(int slot, String text) {
        acks[slot] = text; // safe: a slot per channel, written before countDown
        pending.countDown();
    }

    int awaitAll() throws InterruptedException {
        pending.await();
        int filled = 0;
        for (String ack : acks) {
            if (ack != null) { // safe: after await
                filled++;
            }
        }
        return filled;
    }
}
