package heldout.lobby;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class Main {

    static final int SEATS = 3;
    static final int ROUNDS = 5;

    enum Outcome { WON, LOST, DRAW }

    record Seat(Table table, int index) { }

    record Result(String player, int won, int lost) { }

    static final class Table {
        private final int[] dice = new int[SEATS];
        private final int[] points = new int[SEATS];
        private final CyclicBarrier round = new CyclicBarrier(SEATS, this::score);
        private final List<String> names = new ArrayList<>();
        private int winner;
        private volatile int roundsPlayed;

        /** Barrier action: runs in the last arriving player's thread while the others wait. */
        private void score() {
            int best = 0;
            for (int i = 1; i < SEATS; i++) {
                if (dice[i] > dice[best]) { // safe: every dice was thrown before its player reached the barrier
                    best = i;
                }
            }
            int top = best;
            long ties = Arrays.stream(dice).filter(d -> d == dice[top]).count(); // safe: players wait in the barrier
            winner = ties > 1 ? -1 : best; // safe: players read it after the barrier trips
            if (winner >= 0) {
                points[winner] += 2; // safe: only touched by barrier actions, main reads after the futures
            }
            roundsPlayed++; // safe: volatile, one barrier action at a time
        }

        Outcome play(int seat, int value) throws InterruptedException, BrokenBarrierException {
            dice[seat] = value; // safe: the previous round's action is over
            round.await();
            if (winner < 0) { // safe: next action needs this thread to arrive again
                return Outcome.DRAW;
            }
            return winner == seat ? Outcome.WON : Outcome.LOST; // safe: next action needs this thread to arrive again
        }
    }

    static final class Lobby {
        private final Lock lock = new ReentrantLock();
        private final Condition seated = lock.newCondition();
        private final List<Table> tables = new ArrayList<>();
        private Table filling;

        Seat enter(String name) throws InterruptedException {
            lock.lock();
            try {
                if (filling == null) { // safe: lobby lock
                    filling = new Table(); // safe: lobby lock
                }
                Table mine = filling;
                int index = mine.names.size(); // safe: lobby lock
                mine.names.add(name); // safe: lobby lock
                if (index == SEATS - 1) {
                    tables.add(mine); // safe: lobby lock
                    filling = null;
                    seated.signalAll();
                }
                while (mine.names.size() < SEATS) { // safe: lobby lock
                    seated.await();
                }
                return new Seat(mine, index);
            } finally {
                lock.unlock();
            }
        }

        List<Table> openTables() {
            lock.lock();
            try {
                return List.copyOf(tables); // safe: lobby lock
            } finally {
                lock.unlock();
            }
        }
    }

    static Callable<Result> player(Lobby lobby, String name, Queue<String> chat) {
        Random random = new Random(name.hashCode());
        return () -> {
            Seat seat = lobby.enter(name);
            int[] tally = new int[Outcome.values().length];
            for (int i = 0; i < ROUNDS; i++) {
                Outcome o = seat.table().play(seat.index(), 1 + random.nextInt(6));
                tally[o.ordinal()]++; // safe: local array
                if (o == Outcome.WON) {
                    chat.add(name + ": ha!"); // safe: concurrent queue
                }
            }
            return new Result(name, tally[Outcome.WON.ordinal()], tally[Outcome.LOST.ordinal()]);
        };
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        Lobby lobby = new Lobby();
        Queue<String> chat = new ConcurrentLinkedQueue<>();
        ExecutorService pool = Executors.newFixedThreadPool(2 * SEATS);
        List<Future<Result>> results = new ArrayList<>();
        for (String name : List.of("fox", "owl", "elk", "bee", "yak", "cod")) {
            results.add(pool.submit(player(lobby, name, chat)));
        }

        Thread spectator = new Thread(() -> {
            for (int look = 0; look < 3; look++) {
                for (Table t : lobby.openTables()) {
                    System.out.println("round " + t.roundsPlayed); // safe: volatile
                }
                String said = chat.poll(); // safe: concurrent queue
                if (said != null) {
                    System.out.println(said);
                }
            }
        });
        spectator.setDaemon(true);
        spectator.start();

        for (Future<Result> f : results) {
            System.out.println(f.get());
        }
        pool.shutdown();
        for (Table t : lobby.openTables()) {
            String line = t.names + " " + Arrays.toString(t.points); // safe: all players' futures are done
            System.out.println(line);
        }
    }
}
