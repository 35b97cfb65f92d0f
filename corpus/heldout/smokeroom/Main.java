package heldout.smokeroom;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Exchanger;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;

/** Cigarette smokers, plus a roller and a packer who swap boxes. */
public class Main {
    enum Item { TOBACCO, PAPER, MATCHES }

    private static final int ROUNDS = 30;
    private static final int BOXES = 5;
    private static final int BOX_SIZE = 10;

    static class Table {
        private final Semaphore agentTurn = new Semaphore(1);
        private final Item[] lying = new Item[2];
        private boolean closed;
        private int served;
    }

    static class Agent extends Thread {
        private final Table table;
        private final Smoker[] smokers;

        Agent(Table table, Smoker[] smokers) {
            this.table = table;
            this.smokers = smokers;
        }

        @Override
        public void run() {
            for (int round = 0; round < ROUNDS; round++) {
                Smoker next = smokers[(round * 2 + round / 7) % smokers.length]; // safe: array complete before start
                table.agentTurn.acquireUninterruptibly();
                int slot = 0;
                for (Item item : Item.values()) {
                    if (item != next.owns) {
                        table.lying[slot++] = item; // safe: agent's turn
                    }
                }
                table.served++; // safe: agent's turn, smokers read on theirs
                next.turn.release();
            }
            table.agentTurn.acquireUninterruptibly();
            table.closed = true; // safe: released to every smoker below
            for (Smoker smoker : smokers) {
                smoker.turn.release();
            }
        }
    }

    static class Smoker extends Thread {
        private final Table table;
        private final Item owns;
        private final Semaphore turn = new Semaphore(0);
        private final Ashtray ashtray;
        private int smoked;
        private int lastRound;

        Smoker(Table table, Item owns, Ashtray ashtray) {
            this.table = table;
            this.owns = owns;
            this.ashtray = ashtray;
        }

        @Override
        public void run() {
            while (true) {
                turn.acquireUninterruptibly();
                if (table.closed) { // safe: the agent released this turn after writing
                    return;
                }
                if (table.lying[0] == owns || table.lying[1] == owns) { // safe: this smoker's turn (false alarm: that the agent lets in one smoker at a time is not seen)
                    throw new IllegalStateException("wrong smoker");
                }
                table.lying[0] = null; // safe: this smoker's turn (false alarm: as above)
                table.lying[1] = null; // safe: this smoker's turn (false alarm: as above)
                lastRound = table.served; // safe: this smoker's turn
                table.agentTurn.release();
                smoked++; // safe: own counter
                ashtray.drop();
            }
        }
    }

    static class Ashtray {
        private int stubs;
        private int emptied;

        synchronized void drop() {
            stubs++; // safe: ashtray lock
            notifyAll();
        }

        void empty(int total) throws InterruptedException {
            int seen = 0;
            while (seen < total) {
                synchronized (this) {
                    while (stubs == 0) { // safe: ashtray lock
                        wait();
                    }
                    seen += stubs; // safe: ashtray lock
                    stubs = 0; // safe: ashtray lock
                }
                emptied++; // safe: only the cleaner writes, main reads after join
            }
        }
    }

    private static int pack(Exchanger<List<Integer>> exchanger) throws InterruptedException {
        List<Integer> box = new ArrayList<>();
        int sum = 0;
        for (int b = 0; b < BOXES; b++) {
            box = exchanger.exchange(box);
            for (int cigarette : box) { // safe: the exchange hands the box over
                sum += cigarette;
            }
            box.clear(); // safe: the box is the packer's until the next exchange
        }
        return sum;
    }

    private static void roll(Exchanger<List<Integer>> exchanger) {
        List<Integer> box = new ArrayList<>();
        try {
            for (int b = 0; b < BOXES; b++) {
                for (int i = 0; i < BOX_SIZE; i++) {
                    box.add(b * BOX_SIZE + i); // safe: the box is the roller's until the exchange
                }
                box = exchanger.exchange(box);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws Exception {
        Table table = new Table();
        Ashtray ashtray = new Ashtray();
        Smoker[] smokers = new Smoker[Item.values().length];
        for (Item item : Item.values()) {
            smokers[item.ordinal()] = new Smoker(table, item, ashtray); // safe: before start
            smokers[item.ordinal()].start();
        }
        Thread cleaner = new Thread(() -> {
            try {
                ashtray.empty(ROUNDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        cleaner.start();
        new Agent(table, smokers).start();

        Exchanger<List<Integer>> exchanger = new Exchanger<>();
        FutureTask<Integer> packing = new FutureTask<>(() -> pack(exchanger));
        new Thread(packing, "packer").start();
        new Thread(() -> roll(exchanger), "roller").start();

        int smoked = 0;
        int last = 0;
        for (Smoker smoker : smokers) {
            smoker.join();
            smoked += smoker.smoked; // safe: joined
            last = Math.max(last, smoker.lastRound); // safe: joined
        }
        cleaner.join();
        boolean clean = ashtray.emptied > 0; // safe: joined
        System.out.println("smoked " + smoked + " last " + last + " packed " + packing.get() + " " + clean);
    }
}
