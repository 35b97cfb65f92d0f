package heldout.relay;

import java.util.concurrent.BlockingQueue;

final class Sender extends Thread {
    static final Parcel LAST = new Parcel(-1);

    private final BlockingQueue<Parcel> belt;
    private final BlockingQueue<Parcel> back;

    Sender(BlockingQueue<Parcel> belt, BlockingQueue<Parcel> back) {
        this.belt = belt;
        this.back = back;
    }

    @Override
    public void run() {
        try {
            for (int i = 0; i < 12; i++) {
                Parcel parcel = new Parcel(i);
                parcel.weight = 100 + i; // safe: before it is put on the belt
                belt.put(parcel);
                if (i % 3 == 0) {
                    parcel.insured = true; // race:insured
                }
                Parcel returned = back.take();
                if (!returned.signature.startsWith("ok")) { // safe: signed before it came back
                    throw new IllegalStateException();
                }
                returned.insured = false; // safe: it came back
            }
            belt.put(LAST);
        } catch (InterruptedException e) {
            interrupt();
        }
    }
}
