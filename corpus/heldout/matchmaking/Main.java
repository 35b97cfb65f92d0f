package heldout.matchmaking;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class Main {

    static class Player {
        final String name;
        private int rating;
        private int games;

        Player(String name, int rating) {
            this.name = name;
            this.rating = rating; // safe: before any thread is started
        }

        int rating() {
            return rating; // race:rating
        }

        void finishGame(int delta) {
            games++; // safe: ownership goes from matcher to matcher through the lobby's lock
            rating += delta; // race:rating
        }
    }

    record Pairing(Player left, Player right) {}

    record Standing(String name, int rating) {}

    /** Players wait here; a matcher that takes two of them owns them until it brings them back. */
    static class Lobby {
        private final Lock lock = new ReentrantLock();
        private final Condition enough = lock.newCondition();
        private final Deque<Player> waiting = new ArrayDeque<>();
        private int remainingMatches;
        private int peak;

        Lobby(int matches) {
            remainingMatches = matches;
        }

        void enter(Player p) {
            lock.lock();
            try {
                waiting.addLast(p); // safe: under lock
                peak = Math.max(peak, waiting.size()); // safe: under lock
                if (waiting.size() >= 2) {
                    enough.signal();
                }
            } finally {
                lock.unlock();
            }
        }

        Optional<Pairing> nextPairing() throws InterruptedException {
            lock.lock();
            try {
                while (remainingMatches > 0 && waiting.size() < 2) {
                    enough.await();
                }
                if (remainingMatches == 0) {
                    enough.signalAll();
                    return Optional.empty();
                }
                remainingMatches--;
                return Optional.of(new Pairing(waiting.pollFirst(), waiting.pollFirst())); // safe: under lock
            } finally {
                lock.unlock();
            }
        }

        int peak() {
            lock.lock();
            try {
                return peak; // safe: under lock
            } finally {
                lock.unlock();
            }
        }
    }

    static class MatchServer {
        private final Lobby lobby;
        private int played;
        private volatile String lastResult = "none";

        MatchServer(Lobby lobby) {
            this.lobby = lobby;
        }

        void serve() {
            try {
                Optional<Pairing> next;
                while ((next = lobby.nextPairing()).isPresent()) {
                    play(next.get());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void play(Pairing pairing) {
            Player a = pairing.left();
            Player b = pairing.right();
            int expected = (a.rating() - b.rating()) / 25;
            boolean leftWins = (a.name.hashCode() * 31 + b.name.hashCode()) % 3 != 0;
            int stake = Math.max(4, 16 - expected);
            a.finishGame(leftWins ? stake : -stake);
            b.finishGame(leftWins ? -stake : stake);
            played++; // race:played
            lastResult = (leftWins ? a : b).name; // safe: volatile
            lobby.enter(a);
            lobby.enter(b);
        }
    }

    static void leaderboard(List<Player> players, MatchServer server) {
        List<Standing> rows = new ArrayList<>();
        for (Player p : players) { // safe: the list itself is not changed any more
            rows.add(new Standing(p.name, p.rating()));
        }
        rows.sort(Comparator.comparingInt(Standing::rating).reversed());
        Standing top = rows.get(0);
        System.out.println("leader " + top.name() + " " + top.rating() + ", last winner " + server.lastResult);
    }

    public static void main(String[] args) throws InterruptedException {
        List<Player> players = new ArrayList<>();
        Lobby lobby = new Lobby(24);
        for (int i = 0; i < 8; i++) {
            Player p = new Player("p" + i, 1000 + 10 * i);
            players.add(p);
            lobby.enter(p);
        }
        MatchServer server = new MatchServer(lobby);

        ScheduledExecutorService board = Executors.newSingleThreadScheduledExecutor();
        board.scheduleAtFixedRate(() -> leaderboard(players, server), 0, 5, TimeUnit.MILLISECONDS);

        Thread m1 = new Thread(server::serve, "matcher-1");
        Thread m2 = new Thread(server::serve, "matcher-2");
        m1.start();
        m2.start();
        m1.join();
        m2.join();
        board.shutdownNow();

        int games = 0;
        for (Player p : players) {
            games += p.games; // safe: both matchers joined
        }
        System.out.println(server.played + " matches"); // safe: both matchers joined
        System.out.println(games + " games, peak " + lobby.peak());
    }
}
