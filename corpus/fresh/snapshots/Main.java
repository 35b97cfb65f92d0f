package fresh.snapshots;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

/** A leader board: the state is an immutable record, replaced by compare-and-set. */
public final class Main {
    record Score(String player, int points) {
    }

    record Board(int version, List<Score> top) {
        Board {
            top = List.copyOf(top);
        }

        Board with(Score score, int limit) {
            List<Score> scores = new ArrayList<>(top); // safe: a copy of an immutable list
            int at = 0;
            while (at < scores.size() && scores.get(at).points() >= score.points()) { // safe: not yet published
                at++;
            }
            scores.add(at, score); // safe: not yet published
            if (scores.size() > limit) {
                scores.remove(limit); // safe: not yet published
            }
            return new Board(version + 1, scores);
        }
    }

    static final class LeaderBoard {
        private final AtomicReference<Board> board = new AtomicReference<>(new Board(0, List.of()));

        void submit(Score score) {
            Board before;
            Board after;
            do {
                before = board.get();
                after = before.with(score, 2);
            } while (!board.compareAndSet(before, after));
        }

        int bestOf(String player) {
            int best = 0;
            for (Score score : board.get().top()) { // safe: an immutable list
                if (score.player().equals(player)) {
                    best = Math.max(best, score.points());
                }
            }
            return best;
        }

        Board snapshot() {
            return board.get();
        }
    }

    public static void main(String[] args) throws Exception {
        LeaderBoard leaders = new LeaderBoard();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Integer>> versions = new ArrayList<>();
        for (String player : List.of("ann", "bob", "cid", "dan")) {
            versions.add(pool.submit(() -> {
                int newest = 0;
                for (int i = 1; i <= 50; i++) {
                    leaders.submit(new Score(player, i * player.charAt(0)));
                    Board seen = leaders.snapshot();
                    if (seen.version() <= newest || leaders.bestOf(player) < 0) { // safe: a record
                        throw new IllegalStateException("went back");
                    }
                    newest = seen.version(); // safe: a record
                }
                return newest;
            }));
        }
        int newest = 0;
        for (Future<Integer> version : versions) {
            newest = Math.max(newest, version.get());
        }
        pool.shutdown();
        System.out.println(newest + " " + leaders.snapshot());
    }
}
