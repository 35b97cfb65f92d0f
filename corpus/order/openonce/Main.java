package order.openonce;

/** Written once, before a volatile flag is set for good, and read only where the flag is seen; and what only looks like that. */
public final class Main {
    static final class Auction {
        private volatile boolean open;
        private volatile boolean sold;
        private volatile boolean shut;
        private volatile boolean held;
        private int firstBid;
        private int buyer;
        private int lastBid;
        private int deposit;

        void bid(int amount) {
            if (!open) { // safe: volatile
                firstBid = amount; // safe: once, before the flag is set, by one thread
                open = true; // safe: volatile
            }
            if (!shut) { // safe: volatile
                lastBid = amount; // race:last
                shut = amount > 90; // safe: volatile
            }
            if (!held) { // safe: volatile
                deposit = amount; // race:deposit
                held = true; // safe: volatile
            }
            if (amount % 10 == 9) {
                held = false; // safe: volatile
            }
        }

        void buy(int who) {
            if (!sold) { // safe: volatile
                buyer = who; // race:buyer
                sold = true; // safe: volatile
            }
        }

        int firstBid() {
            return open ? firstBid : 0; // safe: the flag is seen, and nobody writes any more
        }

        int buyer() {
            return sold ? buyer : 0; // race:buyer
        }

        int lastBid() {
            return shut ? 0 : lastBid; // race:last
        }

        int deposit() {
            return held ? deposit : 0; // race:deposit
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Auction auction = new Auction();
        Thread bidder = new Thread(() -> {
            for (int amount = 10; amount < 100; amount++) {
                auction.bid(amount);
            }
        });
        Thread[] buyers = new Thread[3];
        for (int i = 0; i < buyers.length; i++) {
            int who = i + 1;
            buyers[i] = new Thread(() -> auction.buy(who));
            buyers[i].start();
        }
        bidder.start();
        int sum = 0;
        for (int i = 0; i < 50; i++) {
            sum += auction.firstBid() + auction.buyer() + auction.lastBid() + auction.deposit();
        }
        bidder.join();
        for (Thread buyer : buyers) {
            buyer.join();
        }
        System.out.println(sum >= 0 ? "done" : "?");
    }
}
