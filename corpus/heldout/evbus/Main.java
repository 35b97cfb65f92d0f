package heldout.evbus;

import java.util.concurrent.atomic.AtomicInteger;

public class Main {

    private static final class Feed implements Runnable {
        private final EventBus bus;
        private final String[] symbols;
        private int sent;

        Feed(EventBus bus, String... symbols) {
            this.bus = bus;
            this.symbols = symbols;
        }

        @Override
        public void run() {
            for (int round = 0; round < 5; round++) {
                for (String s : symbols) {
                    bus.publish(new Tick(s, 100 + (round * 17 + s.hashCode() % 5) % 9));
                    sent++; // safe: one thread per feed, main reads after join
                }
                if (round % 2 == 0) {
                    bus.publish(new Halt(symbols[0], round == 0 ? "opening auction" : "volatility"));
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        EventBus bus = new EventBus();
        PriceBoard board = new PriceBoard();
        AuditTrail trail = new AuditTrail();
        Average average = new Average();
        bus.subscribe(Tick.class, board);
        bus.subscribe(Tick.class, average);
        bus.subscribe(Halt.class, trail);

        Feed north = new Feed(bus, "ABC", "XYZ");
        Feed south = new Feed(bus, "XYZ", "QRS");
        Thread t1 = new Thread(north, "north");
        Thread t2 = new Thread(south, "south");
        t1.start();
        t2.start();

        // the alarm is switched on while the feeds are already running
        AtomicInteger alarms = new AtomicInteger();
        bus.subscribe(Tick.class, t -> {
            if (t.price() > 106) {
                alarms.incrementAndGet();
            }
        });
        System.out.println("halts so far " + trail.size() + ", average so far " + average.value());
        try {
            System.out.println("QRS halted? " + trail.mentions("QRS"));
        } catch (RuntimeException e) {
            System.out.println("trail busy: " + e);
        }
        System.out.println("volatility halts so far " + trail.countMatching("volatility"));

        t1.join();
        t2.join();
        System.out.println("symbols " + board.symbols() + ", sent " + (north.sent + south.sent)
                + ", published " + bus.published() + ", alarms " + alarms);
        System.out.println("halts in the end: " + trail.size());
    }
}
