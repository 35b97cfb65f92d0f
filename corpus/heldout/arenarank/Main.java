package heldout.arenarank;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class Main {
    private static String season = "spring";

    static class MatchServer implements Runnable {
        private final Leaderboard board;
        private final String region;
        private final int seed;
        private int tagged;

        MatchServer(Leaderboard board, String region, int seed) {
            this.board = board;
            this.region = region;
            this.seed = seed;
        }

        @Override
        public void run() {
            for (int i = 0; i < 200; i++) {
                board.record(region, "p" + (i * seed) % 10, 1 + i % 5);
                if (season.length() > 3) { // race:season
                    tagged++; // safe: only this server's thread, main reads after join
                }
            }
        }

        int tagged() {
            return tagged; // safe: after join
        }
    }

    private static Thread viewer(Leaderboard board) {
        return new Thread(() -> {
            int lastVersion = 0;
            for (int i = 0; i < 100; i++) {
                Ranking ranking = board.ranking();
                if (ranking.version() < lastVersion || !ranking.ordered()) {
                    throw new IllegalStateException("ranking went backwards");
                }
                lastVersion = ranking.version();
                if (board.population("eu") < 0 || board.winsOf("eu", "p1") < 0) {
                    throw new IllegalStateException("negative");
                }
            }
        }, "viewer");
    }

    public static void main(String[] args) throws InterruptedException {
        Leaderboard board = new Leaderboard();
        MatchServer first = new MatchServer(board, "eu", 3);
        MatchServer second = new MatchServer(board, "eu", 7);
        Thread firstThread = new Thread(first);
        Thread secondThread = new Thread(second);
        Thread viewer = viewer(board);
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        clock.scheduleAtFixedRate(board::publish, 0, 1, TimeUnit.MILLISECONDS);
        firstThread.start();
        secondThread.start();
        viewer.start();
        season = "summer"; // race:season
        firstThread.join();
        secondThread.join();
        viewer.join();
        clock.shutdown();
        if (!clock.awaitTermination(1, TimeUnit.SECONDS)) {
            throw new IllegalStateException("clock still running");
        }
        board.publish();
        System.out.println("season=" + season + " tagged=" + (first.tagged() + second.tagged())); // safe: after join
        System.out.println("matches=" + board.totalMatches() + " ordered=" + board.ranking().ordered());
    }
}
