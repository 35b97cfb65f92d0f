package heldout.rankedsort;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Main {
    record Player(String name, int score) { }

    static class CountingComparator implements Comparator<Player> {
        private long calls;

        @Override
        public int compare(Player a, Player b) {
            calls++; // race:calls
            return Integer.compare(b.score(), a.score());
        }

        long calls() {
            return calls; // safe: asked after the sort
        }
    }

    static class FoldingComparator implements Comparator<String> {
        private final Map<String, String> folded = new HashMap<>(65_536);

        private String fold(String s) {
            String f = folded.get(s); // race:folded
            if (f == null) {
                f = s.toLowerCase().replace("-", "");
                folded.put(s, f); // race:folded
            }
            return f;
        }

        @Override
        public int compare(String a, String b) {
            return fold(a).compareTo(fold(b));
        }
    }

    static class TracingComparator implements Comparator<Player> {
        private Player last;
        private int seen;

        @Override
        public int compare(Player a, Player b) {
            last = a; // safe: only used with sequential sorts
            seen++; // safe: only used with sequential sorts
            return a.name().compareTo(b.name());
        }
    }

    static class Team {
        final List<Player> members = new ArrayList<>();
        int comparisons;
    }

    static List<Player> players(int n) {
        Random rnd = new Random(11);
        return IntStream.range(0, n)
                .mapToObj(i -> new Player("P-" + rnd.nextInt(n), rnd.nextInt(1_000_000)))
                .collect(Collectors.toList());
    }

    public static void main(String[] args) {
        List<Player> all = players(30_000);

        CountingComparator byScore = new CountingComparator();
        List<Player> ranking = all.parallelStream().sorted(byScore).collect(Collectors.toList());
        System.out.println(ranking.get(0) + " after " + byScore.calls());

        String[] names = all.stream().map(Player::name).toArray(String[]::new);
        Arrays.parallelSort(names, new FoldingComparator());
        System.out.println(names[0]); // safe: parallelSort has returned

        StringBuilder key = new StringBuilder(64);
        Integer[] ids = IntStream.range(0, 30_000).map(i -> (i * 7919) % 30_011).boxed().toArray(Integer[]::new);
        Arrays.parallelSort(ids, (a, b) -> {
            key.setLength(0); // race:key
            key.append(a % 97); // race:key
            int half = Integer.compare(a % 97, b % 97);
            return half != 0 ? half : a.compareTo(b);
        });
        System.out.println(ids[0] + " " + key.length()); // safe: parallelSort has returned

        int[] compared = {0};
        Optional<Player> best = all.parallelStream().max((a, b) -> {
            compared[0]++; // race:compared
            return Integer.compare(a.score(), b.score());
        });
        System.out.println(best.map(Player::name).orElse("-") + " " + compared[0]); // safe: after the reduction

        TracingComparator trace = new TracingComparator();
        List<Player> copy = new ArrayList<>(all);
        copy.sort(trace);
        List<Player> again = all.stream().parallel().filter(p -> p.score() > 10).sequential().sorted(trace).collect(Collectors.toList());
        System.out.println(copy.size() + " " + again.size() + " " + trace.seen + " " + trace.last);

        List<Team> teams = IntStream.range(0, 60).mapToObj(i -> new Team()).collect(Collectors.toList());
        for (int i = 0; i < all.size(); i++) {
            teams.get(i % teams.size()).members.add(all.get(i)); // safe: main only
        }
        teams.parallelStream().forEach(team -> {
            int[] local = {0};
            team.members.sort((a, b) -> {
                local[0]++; // safe: array of this iteration, List.sort is sequential
                return a.name().compareTo(b.name());
            });
            team.comparisons = local[0]; // safe: own element
        });
        System.out.println(teams.stream().mapToInt(t -> t.comparisons).sum()); // safe: after the loop
    }
}
