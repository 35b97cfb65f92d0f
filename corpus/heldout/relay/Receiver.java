package heldout.relay;

import java.util.concurrent.BlockingQueue;

final class Receiver extends Thread {
    private final BlockingQueue<Parcel> belt;
    private final BlockingQueue<Parcel> back;
    private int weight;
    private int insured;

    Receiver(BlockingQueue<Parcel> belt, BlockingQueue<Parcel> back) {
        this.belt = belt;
        this.back = back;
    }

    @Override
    public void run() {
        try {
            for (Parcel parcel = belt.take(); parcel != Sender.LAST; parcel = belt.take()) {
                weight += parcel.weight; // safe: set before it was put on the belt
                if (parcel.insured) { // race:insured
                    insured++; // safe: this thread alone until it has ended
                }
                parcel.signature = "ok" + parcel.number; // safe: before it goes back
                back.put(parcel);
            }
        } catch (InterruptedException e) {
            interrupt();
        }
    }

    int weight() {
        return weight; // safe: asked after join
    }

    boolean plausible() {
        return insured <= 12; // safe: asked after join
    }
}
