package heldout.orderbooktwo;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Main {
    public static void main(String[] args) throws Exception {
        Queue<Trade> tape = new ConcurrentLinkedQueue<>();
        var clearing = new Clearing();
        var engines = List.of(
                new MatchingEngine("ABC", 100, clearing, tape),
                new MatchingEngine("XYZ", 40, clearing, tape));
        engines.forEach(Thread::start);

        List<Trader> traders = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            var account = new Account("acct-" + i, 1_000_000);
            clearing.open(account);
            traders.add(new Trader(account, clearing, engines, 17L * i));
        }
        var pool = Executors.newFixedThreadPool(traders.size());
        List<Future<TraderSummary>> sessions = new ArrayList<>();
        for (var t : traders) {
            sessions.add(pool.submit(t));
        }

        int orders = 0;
        int fills = 0;
        for (var s : sessions) {
            var summary = s.get();
            orders += summary.orders();
            fills += summary.filledSeen();
        }
        pool.shutdown();
        for (var engine : engines) {
            engine.halt();
            engine.join();
        }

        long cash = 0;
        int inventory = 0;
        for (var t : traders) {
            cash += t.account().balance();
            inventory += t.account().netPosition();
        }
        System.out.println("orders " + orders + ", fills seen " + (fills >= 0) + ", trades > 0: " + !tape.isEmpty());
        System.out.println("fees " + (clearing.fees() <= tape.size()) + ", cash > 0: " + (cash > 0)
                + ", inventory in limits: " + (Math.abs(inventory) < 100_000));
        for (var engine : engines) {
            System.out.println(engine.symbol() + " depth >= 0: " + (engine.restingOrders() >= 0));
        }
    }
}
