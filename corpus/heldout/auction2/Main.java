package heldout.auction2;

/** Saturday auction, every bidder is a thread. */
public class Main {

    static class Hall {
        final String lot;
        private int highest;
        private String leader = "none";
        private int rejected;
        private int reserve;

        Hall(String lot) {
            this.lot = lot;
        }

        void setReserve(int reserve) {
            this.reserve = reserve; // safe: called before any thread starts
        }

        boolean offer(String who, int amount) {
            if (amount < reserve) { // safe: constant once the bidding runs
                reject();
                return false;
            }
            int seen = highest; // race:highbid
            if (amount <= seen) {
                reject();
                return false;
            }
            highest = amount; // race:highbid,highboard
            leader = who; // race:leader
            return true;
        }

        private synchronized void reject() {
            rejected++; // safe: synchronized
        }

        void announce() {
            System.out.println("Lot " + lot + ", reserve " + reserve); // safe: both set before start
        }
    }

    static class Bidder extends Thread {
        private final Hall hall;
        private final int step;
        private int accepted;

        Bidder(String name, Hall hall, int step) {
            super(name);
            this.hall = hall;
            this.step = step;
        }

        @Override
        public void run() {
            for (int amount = step; amount <= 12 * step; amount += step) {
                if (hall.offer(getName(), amount)) {
                    accepted++; // safe: own field, read after join
                }
                try {
                    Thread.sleep(1);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    static class Photographer implements Runnable {
        static int pictures;

        public void run() {
            pictures = 3; // safe: read after join
        }
    }

    private static double fees;

    public static void main(String[] args) throws InterruptedException {
        final Hall hall = new Hall("oak dresser");
        hall.setReserve(30);

        Thread crier = new Thread(hall::announce);
        Thread press = new Thread(new Photographer());
        Thread clerk = new Thread() {
            @Override
            public void run() {
                for (int i = 0; i < 4; i++) {
                    fees += 2.5; // safe: only the clerk, main reads after join
                }
            }
        };
        Bidder[] bidders = {
            new Bidder("Ines", hall, 11),
            new Bidder("Karl", hall, 13),
            new Bidder("Olga", hall, 17),
        };
        crier.start();
        press.start();
        clerk.start();
        for (Bidder b : bidders) {
            b.start();
        }

        for (Bidder b : bidders) {
            b.join(2);
        }
        int shown = hall.highest; // race:highboard
        String name = hall.leader; // race:leader
        System.out.println("board: " + name + " with " + shown);

        int accepted = 0;
        for (Bidder b : bidders) {
            b.join();
            accepted += b.accepted; // safe: joined
        }
        crier.join();
        press.join();
        clerk.join();
        System.out.println("sold to " + hall.leader); // safe: all bidders joined
        System.out.println("price " + hall.highest); // safe: all bidders joined
        System.out.println(accepted + " accepted, rejected " + hall.rejected); // safe: all bidders joined
        System.out.println(Photographer.pictures + " pictures"); // safe: press joined
        System.out.println("fees " + fees); // safe: clerk joined
    }
}
