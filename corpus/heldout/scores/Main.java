package heldout.scores;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** A scoreboard in a concurrent map, with an ordered copy that is not concurrent at all. */
public class Main {
    static class Player {
        final String name;
        private int score;
        private volatile boolean online;

        Player(String name) {
            this.name = name;
        }

        void win(int points) {
            score += points; // race:score
            online = true; // safe: volatile
        }
    }

    private final Map<String, Player> players = new ConcurrentHashMap<>();
    private final Map<String, Integer> ranking = new TreeMap<>();
    private int games;

    void play(String winner, int points) {
        Player player = players.computeIfAbsent(winner, Player::new); // safe: concurrent map
        player.win(points);
        ranking.put(winner, points); // race:ranking
        synchronized (players) {
            games++; // safe: under players
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main board = new Main();
        CountDownLatch done = new CountDownLatch(3);
        for (int t = 0; t < 3; t++) {
            int number = t;
            new Thread(() -> {
                for (int i = 0; i < 30; i++) {
                    board.play("p" + (i + number) % 5, i);
                }
                done.countDown();
            }).start();
        }
        done.await();
        int sum = 0;
        for (Player player : board.players.values()) {
            sum += player.score; // safe: after the latch
        }
        System.out.println(board.players.size() + " " + (sum > 0 && board.ranking.size() <= 5)); // safe: after the latch
        synchronized (board.players) {
            System.out.println(board.games); // safe: under players
        }
    }
}
