package heldout.gavelroom;

import java.util.ArrayList;
import java.util.List;

public class Main {
    private static final int BIDDERS = 4;

    /** A guest who only looks at the board. */
    static final class Board implements Runnable {
        private final List<Lot> lots;
        private int highest;

        Board(List<Lot> lots) {
            this.lots = lots;
        }

        @Override
        public void run() {
            for (int i = 0; i < 20; i++) {
                for (Lot lot : lots) {
                    highest = Math.max(highest, lot.high()); // safe: own field, read after join
                }
                refresh();
            }
        }

        private static int refreshes;

        private static synchronized void refresh() {
            refreshes++; // safe: class monitor
        }

        static synchronized int refreshes() {
            return refreshes; // safe: class monitor
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Lot> lots = List.of(new Lot("vase", 50), new Lot("clock", 80), new Lot("chair", 20));
        Auctioneer auctioneer = new Auctioneer(lots, BIDDERS, 5);
        List<Bidder> bidders = new ArrayList<>();
        for (int b = 0; b < BIDDERS; b++) {
            Bidder bidder = new Bidder("bidder-" + b, auctioneer, lots, 150 + 20 * b);
            bidders.add(bidder);
            bidder.start();
        }
        Board[] boards = {new Board(lots), new Board(lots)};
        Thread[] screens = new Thread[boards.length];
        for (int i = 0; i < boards.length; i++) {
            screens[i] = new Thread(boards[i], "screen-" + i); // safe: main's own array
            screens[i].start();
        }

        int sum = 0;
        for (Lot lot : lots) {
            sum += lot.awaitSale();
        }
        int sold = 0;
        int bids = 0;
        int paddles = 0;
        for (Bidder b : bidders) {
            b.join();
            sold += b.won().size(); // safe: after join
            bids += b.bids();
            paddles += b.paddle();
        }
        boolean sane = sum > 150 && sum <= 3 * 210;
        for (int i = 0; i < screens.length; i++) {
            screens[i].join();
            sane &= boards[i].highest <= 210; // safe: after join
        }
        sane &= auctioneer.close() >= 0 && auctioneer.acceptedAtEnd() <= bids;
        for (Lot lot : lots) {
            sane &= lot.rounds() > 0 && !lot.bidders().isEmpty();
        }
        System.out.println("sold " + sold + ", paddles " + paddles + "/" + auctioneer.paddles());
        System.out.println("screens " + Board.refreshes() + ", sane " + sane);
    }
}
