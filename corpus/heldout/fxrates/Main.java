package heldout.fxrates;

public class Main {
    static final class Tick {
        final String pair;
        final double bid;

        Tick(String pair, double bid) {
            this.pair = pair;
            this.bid = bid;
        }
    }

    enum Desk {
        LONDON, ZURICH;

        private int trades;

        void book() {
            trades++; // race:trades
        }
    }

    static Tick latest;
    static final class Trader extends Thread {
        private final String currency;
        private double booked;
        Trader(String currency) {
            super("trader-" + currency);
            this.currency = currency;
        }

        @Override
        public void run() {
            for (int i = 1; i <= 5; i++) {
                double amount = RateTable.get().convert(currency, 50 * i);
                booked += amount - Calendar.Fees.get().on(amount); // safe: own field until joined
                Desk.LONDON.book();
            }
            int days = Calendar.current().openDays();
            Tick t = latest; // race:latest
            if (t != null) {
                System.out.println(currency + " sees " + t.pair + " " + t.bid + " on " + days); // safe: final fields
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Trader usd = new Trader("USD");
        Trader chf = new Trader("CHF");
        Thread feed = new Thread(() -> {
            for (int i = 0; i < 10; i++) {
                latest = new Tick("EURUSD", 1.08 + i / 1000.0); // race:latest
            }
        }, "feed");
        Desk.ZURICH.book(); // safe: main's own desk, the traders book in London
        feed.start();
        usd.start();
        chf.start();
        feed.join();
        String pair = latest.pair; // safe: feed joined, nobody else writes
        usd.join();
        chf.join();
        System.out.printf("%s: %.2f + %.2f%n", pair, usd.booked, chf.booked); // safe: joined
        System.out.println(Desk.LONDON.trades + "/" + Desk.ZURICH.trades); // safe: traders joined
        System.out.println(RateTable.get().convert("GBP", 1)); // safe: main runs alone again
    }
}
