package heldout.gavelroom;

import java.util.ArrayList;
import java.util.List;

/** Somebody with a paddle and a budget. */
class Bidder extends Thread {
    private final Auctioneer auctioneer;
    private final List<Lot> lots;
    private final int limit;
    private final List<String> won = new ArrayList<>();
    private int bids;
    private int paddle;

    Bidder(String name, Auctioneer auctioneer, List<Lot> lots, int limit) {
        super(name);
        this.auctioneer = auctioneer;
        this.lots = lots;
        this.limit = limit;
    }

    @Override
    public void run() {
        paddle = auctioneer.register(getName()); // safe: own field, read after join
        try {
            boolean active = true;
            while (active) {
                active = false;
                for (Lot lot : lots) {
                    active |= raise(lot);
                }
            }
        } finally {
            auctioneer.leave();
        }
        collect();
    }

    private boolean raise(Lot lot) {
        if (lot.leader().equals(getName())) {
            return false;
        }
        int next = lot.high() + auctioneer.increment();
        if (next > limit) {
            return false;
        }
        bids++; // safe: own field, read after join
        auctioneer.offer(lot, getName(), next);
        return true;
    }

    private void collect() {
        for (Lot lot : lots) {
            try {
                lot.awaitSale();
            } catch (InterruptedException e) {
                return;
            }
            if (lot.leader().equals(getName())) {
                won.add(lot.title()); // safe: own list, read after join
            }
        }
    }

    List<String> won() {
        return won;
    }

    int bids() {
        return bids; // safe: after join
    }

    int paddle() {
        return paddle; // safe: after join
    }
}
