package heldout.tournament;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

record MatchReport(int round, String winner, String loser, int games, boolean upset) {
}

/** A player is in one branch of the bracket at a time. */
final class Player {
    private final String name;
    private final int seed;
    private double rating;
    private int played;

    Player(String name, int seed, double rating) {
        this.name = name;
        this.seed = seed;
        this.rating = rating;
    }

    String name() {
        return name;
    }

    int seed() {
        return seed;
    }

    double rating() {
        return rating; // safe: ordered by fork and join of the bracket (false alarm: that matches of a bracket follow each other is not seen)
    }

    void adjust(double delta) {
        rating += delta; // safe: ordered by fork and join of the bracket (false alarm: as above)
        played++; // safe: ordered by fork and join of the bracket (false alarm: as above)
    }

    int played() {
        return played; // safe: read after the whole pool task has ended
    }
}

final class Referee {
    private final String name;
    private int assigned;

    Referee(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    void officiate() {
        assigned++; // race:assigned
    }

    int assigned() {
        return assigned; // safe: read after the whole pool task has ended
    }
}

final class RefereeDesk {
    private final List<Referee> referees;
    private final AtomicInteger next = new AtomicInteger();

    RefereeDesk(String... names) {
        referees = Arrays.stream(names).map(Referee::new).toList();
    }

    Referee pick() {
        return referees.get(Math.floorMod(next.getAndIncrement(), referees.size())); // safe: atomic
    }

    List<Referee> all() {
        return referees;
    }
}

/** Odds of pairings, computed once each. */
final class OddsTable {
    private record Pair(int low, int high) {
    }

    private final ConcurrentHashMap<Pair, Double> odds = new ConcurrentHashMap<>();

    double favourite(Player a, Player b) {
        var key = new Pair(Math.min(a.seed(), b.seed()), Math.max(a.seed(), b.seed()));
        return odds.computeIfAbsent(key, k -> 0.5 + 0.4 * (k.high() - k.low()) / 64.0); // safe: concurrent map
    }

    int size() {
        return odds.size();
    }
}

final class Highlights {
    private final ConcurrentLinkedQueue<MatchReport> reports = new ConcurrentLinkedQueue<>();
    private final LongAccumulator mostGames = new LongAccumulator(Long::max, 0);
    private MatchReport longest;

    void add(MatchReport report) {
        reports.add(report); // safe: concurrent queue
        mostGames.accumulate(report.games()); // safe: accumulator
        MatchReport best = longest; // race:longest
        if (best == null || report.games() > best.games()) {
            longest = report; // race:longest
        }
    }

    MatchReport longest() {
        return longest; // safe: read after the whole pool task has ended
    }

    long mostGames() {
        return mostGames.get();
    }

    Map<Integer, Long> perRound() {
        return reports.stream().collect(Collectors.groupingBy(MatchReport::round, Collectors.counting()));
    }
}

final class Rules {
    private final OddsTable odds = new OddsTable();
    private final RefereeDesk desk;
    private final Highlights highlights;

    Rules(RefereeDesk desk, Highlights highlights) {
        this.desk = desk;
        this.highlights = highlights;
    }

    OddsTable odds() {
        return odds;
    }

    Player play(int round, Player a, Player b, SplittableRandom random) {
        var referee = desk.pick();
        referee.officiate();
        Player favourite = a.rating() >= b.rating() ? a : b;
        Player outsider = favourite == a ? b : a;
        double p = odds.favourite(a, b);
        int games = 0;
        int lead = 0;
        while (Math.abs(lead) < 3 && games < 15) {
            lead += random.nextDouble() < p ? 1 : -1; // safe: generator of this branch
            games++;
        }
        Player winner = lead >= 0 ? favourite : outsider;
        Player loser = winner == a ? b : a;
        winner.adjust(8);
        loser.adjust(-8);
        highlights.add(new MatchReport(round, winner.name(), loser.name(), games, winner == outsider));
        return winner;
    }
}

/** Winner of players[from, to). */
final class Bracket extends RecursiveTask<Player> {
    private static final long serialVersionUID = 1;

    private final transient Player[] players;
    private final transient Rules rules;
    private final transient SplittableRandom random;
    private final int from;
    private final int to;

    Bracket(Player[] players, int from, int to, Rules rules, SplittableRandom random) {
        this.players = players;
        this.from = from;
        this.to = to;
        this.rules = rules;
        this.random = random;
    }

    @Override
    protected Player compute() {
        if (to - from == 1) {
            return players[from]; // safe: array is not modified during the bracket
        }
        int mid = (from + to) >>> 1;
        var upper = new Bracket(players, from, mid, rules, random.split());
        var lower = new Bracket(players, mid, to, rules, random.split());
        upper.fork();
        Player b = lower.compute();
        Player a = upper.join();
        int round = Integer.numberOfTrailingZeros(Integer.highestOneBit(to - from));
        return rules.play(round, a, b, random); // safe: generator of this branch
    }
}

/** Group stage: every group writes its own rows of the table. */
final class GroupStage extends RecursiveAction {
    private static final long serialVersionUID = 1;
    private static final int GROUP = 4;

    private final transient Player[] players;
    private final transient int[][] points;
    private final transient List<String> walkovers;
    private final int from;
    private final int to;

    GroupStage(Player[] players, int[][] points, List<String> walkovers, int from, int to) {
        this.players = players;
        this.points = points;
        this.walkovers = walkovers;
        this.from = from;
        this.to = to;
    }

    @Override
    protected void compute() {
        if (to - from > GROUP) {
            int mid = from + (to - from) / GROUP / 2 * GROUP;
            invokeAll(
                    new GroupStage(players, points, walkovers, from, mid),
                    new GroupStage(players, points, walkovers, mid, to));
            return;
        }
        for (int i = from; i < to; i++) {
            for (int j = i + 1; j < to; j++) {
                int d = players[i].seed() - players[j].seed();
                if (Math.abs(d) > 2) {
                    walkovers.add(players[i].name()); // race:walkovers
                }
                int winner = (i * 31 + j * 17) % 3 == 0 ? j : i;
                points[winner][0] += 3; // safe: rows of this group only
                points[i][1]++; // safe: rows of this group only
                points[j][1]++; // safe: rows of this group only
            }
        }
    }
}

public class Main {
    private static final int ENTRANTS = 64;

    public static void main(String[] args) {
        var pool = new ForkJoinPool(4);
        var players = new Player[ENTRANTS];
        Arrays.setAll(players, i -> new Player("p" + i, i, 1500 + (i * 37) % 200));

        var points = new int[ENTRANTS][2];
        List<String> walkovers = new ArrayList<>(ENTRANTS * 2);
        pool.invoke(new GroupStage(players, points, walkovers, 0, ENTRANTS));
        int pointsTotal = Arrays.stream(points).mapToInt(row -> row[0]).sum(); // safe: group stage has ended
        System.out.println("points > 0: " + (pointsTotal > 0) + ", walkovers >= 0: " + (walkovers.size() >= 0)); // safe: ended

        var strength = new double[ENTRANTS];
        pool.submit(() -> IntStream.range(0, ENTRANTS).parallel()
                .forEach(i -> strength[i] = players[i].rating() + points[i][0])).join(); // safe: an element each
        var order = IntStream.range(0, ENTRANTS).boxed()
                .sorted(Comparator.comparingDouble(i -> -strength[i])) // safe: stream was joined
                .map(i -> players[i])
                .toArray(Player[]::new);

        var desk = new RefereeDesk("ito", "silva", "novak");
        var highlights = new Highlights();
        var rules = new Rules(desk, highlights);
        var champion = pool.invoke(new Bracket(order, 0, ENTRANTS, rules, new SplittableRandom(5)));
        pool.shutdown();

        System.out.println("champion known: " + (champion != null) + ", rounds " + highlights.perRound());
        System.out.println("longest known: " + (highlights.longest() != null) + ", most games " + highlights.mostGames());
        int officiated = desk.all().stream().mapToInt(Referee::assigned).sum();
        int played = Arrays.stream(players).mapToInt(Player::played).sum();
        System.out.println("played " + played + ", officiated <= 63: " + (officiated <= 63) + ", pairs " + rules.odds().size());
        System.out.println("referees " + desk.all().stream().map(Referee::name).toList());
    }
}
