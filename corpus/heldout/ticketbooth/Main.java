package heldout.ticketbooth;

/** Cinema evening: several booths sell from one hall, a display board shows the progress. */
public class Main {

    static final int SEATS = 40;

    static class Booth implements Runnable {
        private static int sold;
        private static int voided;
        private static int walkIns;

        private final String name;
        private final int quota;
        private int served;

        Booth(String name, int quota) {
            this.name = name;
            this.quota = quota;
        }

        synchronized boolean sell() {
            if (sold >= SEATS) { // race:sold
                return false;
            }
            sold++; // race:sold,soldboard
            served++; // race:served
            return true;
        }

        static synchronized int remaining() {
            int taken = sold; // race:soldboard
            return SEATS - taken;
        }

        synchronized int getServed() {
            return served; // safe: same instance monitor as sell()
        }

        int servedSoFar() {
            return served; // race:served
        }

        /** Takes back a misprinted ticket. */
        void voidTicket() {
            synchronized (getClass()) {
                voided++; // race:voided
            }
        }

        static synchronized void countWalkIn() {
            walkIns++; // safe: monitor of Booth.class
        }

        void countGroup(int people) {
            synchronized (Booth.class) {
                walkIns += people; // safe: same monitor as the static synchronized method
            }
        }

        @Override
        public void run() {
            for (int i = 1; i <= quota; i++) {
                if (!sell()) {
                    break;
                }
                if (i % 5 == 0) {
                    voidTicket();
                }
                if (i % 8 == 0) {
                    countGroup(3);
                } else {
                    countWalkIn();
                }
            }
        }

        String label() {
            return name; // safe: final
        }
    }

    static class VipBooth extends Booth {
        VipBooth() {
            super("vip", 6);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        final Booth front = new Booth("front", 20);
        final Booth back = new Booth("back", 20);
        final Booth vip = new VipBooth();

        Thread board = new Thread(() -> {
            for (int i = 0; i < 3; i++) {
                System.out.println("left: " + Booth.remaining());
                System.out.println(front.label() + " served " + front.getServed());
                System.out.println(front.label() + " roughly " + front.servedSoFar());
            }
        }, "board");

        Thread[] desks = {new Thread(front), new Thread(back), new Thread(vip)};
        board.start();
        for (Thread t : desks) {
            t.start();
        }
        for (Thread t : desks) {
            t.join();
        }
        board.join();

        System.out.println("sold " + Booth.sold); // safe: all threads joined
        System.out.println("voided " + Booth.voided); // safe: all threads joined
        System.out.println("walk-ins " + Booth.walkIns); // safe: all threads joined
    }
}
