package heldout.leaderboard2;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Score keeping of a small game server. */
public class Main {

    static class Board {
        private static final Integer STREAK_LOCK = 7;

        private Integer total = 0;
        private int matches;
        private long bestMillis = Long.MAX_VALUE;
        private int streak;
        private String champion = "nobody";
        private final Map<String, Integer> wins = new HashMap<>();

        void addPoints(int points) {
            synchronized (total) { // race:total
                total += points; // race:total
            }
        }

        void countMatch() {
            Object guard = new Object();
            synchronized (guard) {
                matches++; // race:matches
            }
        }

        void recordWin(String player) {
            synchronized (player) {
                wins.merge(player, 1, Integer::sum); // race:wins
            }
        }

        int winsOf(String player) {
            synchronized (wins) {
                return wins.getOrDefault(player, 0); // race:wins
            }
        }

        void offerTime(long millis) {
            synchronized ("best-time") {
                if (millis < bestMillis) { // safe: the literal is one interned object
                    bestMillis = millis; // safe: same literal
                }
            }
        }

        long bestTime() {
            final String key = "best-time";
            synchronized (key) {
                return bestMillis; // safe: key is the same interned literal
            }
        }

        void extendStreak() {
            synchronized (STREAK_LOCK) {
                streak++; // safe: boxed, but a constant object
            }
        }

        int streak() {
            synchronized (STREAK_LOCK) {
                return streak; // safe: same constant object
            }
        }

        void crown(String name) {
            Object monitor = wins;
            synchronized (monitor) {
                champion = name; // safe: local variable, but it names the shared map
            }
        }

        String champion() {
            synchronized (wins) {
                return champion; // safe: monitor of the map
            }
        }
    }

    static class Match implements Runnable {
        private final Board board;
        private final String player;
        private final CountDownLatch go;

        Match(Board board, String player, CountDownLatch go) {
            this.board = board;
            this.player = player;
            this.go = go;
        }

        @Override
        public void run() {
            try {
                go.await();
            } catch (InterruptedException e) {
                return;
            }
            for (int round = 1; round <= 5; round++) {
                board.addPoints(10 * round);
                board.countMatch();
                board.recordWin(player);
                board.offerTime(60_000L / round + player.length());
                board.extendStreak();
            }
            board.crown(player);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Board board = new Board();
        CountDownLatch go = new CountDownLatch(1);
        Thread zoe = new Thread(new Match(board, "zoe", go));
        Thread max = new Thread(new Match(board, "max", go));
        zoe.start();
        max.start();
        go.countDown();

        System.out.println("zoe has " + board.winsOf("zoe"));
        System.out.println("best " + board.bestTime() + ", streak " + board.streak());
        System.out.println("champion " + board.champion());

        zoe.join();
        max.join();
        System.out.println("total " + board.total); // safe: joined
        System.out.println("matches " + board.matches); // safe: joined
        System.out.println("wins " + board.wins); // safe: joined
    }
}
