package heldout.betting;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import heldout.betting.Market.Side;
import heldout.betting.Market.Trade;

public class Main {

    private static final Trade CLOSED = new Trade("", "", "", 0, 0);

    static final class Auditor implements Runnable {
        private final BlockingQueue<Trade> tape;
        private int trades;
        private int biggest;

        Auditor(BlockingQueue<Trade> tape) {
            this.tape = tape;
        }

        @Override
        public void run() {
            try {
                for (Trade t = tape.take(); t != CLOSED; t = tape.take()) {
                    trades++; // safe: auditor thread, main reads after join
                    biggest = Math.max(biggest, t.stake()); // safe: auditor thread, main reads after join
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void session(Market m, int seed, String... punters) {
        for (int i = 0; i < 4; i++) {
            double odds = 2 + (seed + i) % 3 * 0.5;
            m.place(punters[i % punters.length], Side.BACK, odds, 10 + i);
            m.place(punters[(i + 1) % punters.length], Side.LAY, odds, 10 + i);
        }
    }

    public static void main(String[] args) throws Exception {
        BlockingQueue<Trade> tape = new LinkedBlockingQueue<>();
        Ledger ledger = new Ledger();
        Market derby = new Market("derby", ledger, tape);
        Market cup = new Market("cup", ledger, tape);

        Auditor auditor = new Auditor(tape);
        Thread audit = new Thread(auditor, "audit");
        audit.start();

        ExecutorService gateway = Executors.newFixedThreadPool(3);
        CompletableFuture<?>[] sessions = {
            CompletableFuture.runAsync(() -> session(derby, 0, "ann", "bob"), gateway),
            CompletableFuture.runAsync(() -> session(cup, 1, "bob", "cyd"), gateway),
            CompletableFuture.runAsync(() -> session(derby, 2, "cyd", "ann", "dan"), gateway),
        };
        for (Market m : List.of(derby, cup)) {
            System.out.println(m.name + " @ " + m.lastOdds());
        }
        System.out.println(ledger.settlements() + " settled so far");

        try {
            CompletableFuture.allOf(sessions).get(1, TimeUnit.SECONDS);
        } finally {
            gateway.shutdown();
            tape.put(CLOSED);
        }
        audit.join();
        System.out.println(auditor.trades + " trades, biggest " + auditor.biggest); // safe: auditor joined
        System.out.println(ledger.closing() + ", open levels " + (derby.depth() + cup.depth()));
    }
}
