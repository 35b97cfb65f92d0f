package heldout.playoffs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

public class Main {

    static class Player implements Comparable<Player> {
        static final AtomicLong COMPARED = new AtomicLong();
        final int id;
        final int points;
        int seed;

        Player(int id, int points) {
            this.id = id;
            this.points = points;
        }

        @Override
        public int compareTo(Player o) {
            COMPARED.incrementAndGet(); // safe: atomic
            return Integer.compare(id, o.id);
        }
    }

    static class ByPoints implements Comparator<Player> {
        private int ties;
        private Player lastTied;

        @Override
        public int compare(Player a, Player b) {
            int c = Integer.compare(b.points, a.points);
            if (c == 0) {
                ties++; // race:ties
                lastTied = a; // race:lastTied
                c = Integer.compare(a.id, b.id);
            }
            return c;
        }

        int ties() {
            return ties; // safe: asked when sorting is over
        }
    }

    static class Traced<T> implements Comparator<T> {
        private final Comparator<T> inner;
        private final List<String> trace = new ArrayList<>();
        private int calls;

        Traced(Comparator<T> inner) {
            this.inner = inner;
        }

        @Override
        public int compare(T a, T b) {
            calls++; // safe: only given to sequential sorts
            if (trace.size() < 5) {
                trace.add(a + "?"); // safe: only given to sequential sorts
            }
            return inner.compare(a, b);
        }
    }

    static class Referee {
        private int challenges;
        private int appeals;
        private final ThreadLocal<int[]> whistles = ThreadLocal.withInitial(() -> new int[1]);

        Comparator<Player> strict() {
            return Comparator.comparingInt(p -> {
                challenges++; // race:challenges
                whistles.get()[0]++; // safe: array per thread
                return p.points;
            });
        }

        Comparator<Player> lenient() {
            return (a, b) -> {
                synchronized (this) {
                    appeals++; // safe: monitor of the referee
                }
                return Integer.compare(a.points, b.points);
            };
        }
    }

    static List<Player> league(int size) {
        List<Player> players = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            players.add(new Player(i, (int) ((i * 2654435761L) % 1000)));
        }
        return players;
    }

    public static void main(String[] args) {
        List<Player> players = league(20_000);
        ByPoints byPoints = new ByPoints();
        List<Player> ranking = players.parallelStream().sorted(byPoints).collect(Collectors.toList());
        int position = 1;
        for (Player p : ranking) {
            p.seed = position++; // safe: plain loop
        }

        Traced<Integer> traced = new Traced<>(Integer::compare);
        List<Integer> seeds = players.parallelStream().map(p -> p.seed).sorted(traced).sequential().collect(Collectors.toList());
        seeds.sort(traced.reversed());
        Integer[] copy = seeds.toArray(new Integer[0]);
        Arrays.sort(copy, traced);

        Player[] byId = ranking.toArray(new Player[0]);
        Arrays.parallelSort(byId);

        Referee referee = new Referee();
        Optional<Player> best = players.parallelStream().max(referee.strict());
        Optional<Player> worst = players.parallelStream().min(referee.lenient());

        int[] gaps = new int[ranking.size() - 1];
        Arrays.parallelSetAll(gaps, i -> ranking.get(i).points - ranking.get(i + 1).points); // safe: only reads other objects

        System.out.println("top seed " + ranking.get(0).seed + " first id " + byId[0].id + " low " + copy[0]);
        System.out.println("traced " + traced.trace.size() + " " + (traced.calls > 20_000)); // safe: sorts ran in this thread
        System.out.println("ties plausible " + (byPoints.ties() >= 0 && byPoints.lastTied != null)); // safe: sort is over
        System.out.println("best " + best.get().points + " worst " + worst.get().points);
        System.out.println("challenges plausible " + (referee.challenges <= 40_000)); // safe: after max
        System.out.println("appeals " + referee.appeals + " gaps ok " + Arrays.stream(gaps).allMatch(g -> g >= 0)); // safe: after min
        System.out.println("compared " + (Player.COMPARED.get() > 0));
    }
}
