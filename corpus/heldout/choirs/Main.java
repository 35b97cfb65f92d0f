package heldout.choirs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Main {
    enum Voice { SOPRANO, ALTO, TENOR, BASS }

    static class Singer {
        final String name;
        final Voice voice;
        private int age;
        private int rehearsals;

        Singer(int i) {
            name = "singer" + i;
            voice = Voice.values()[i % 4];
            age = 18 + i % 50; // safe: constructor
        }

        Singer rehearse() {
            rehearsals++; // safe: every singer is in the stream once
            return this;
        }

        int age() {
            return age; // safe: not written after the constructor
        }
    }

    static class Roster {
        private final Map<Voice, List<String>> byVoice = new HashMap<>();
        private int size;

        void enter(Singer s) {
            byVoice.computeIfAbsent(s.voice, v -> new ArrayList<>()).add(s.name); // safe: one roster per accumulation
            size++; // safe: one roster per accumulation
        }

        Roster union(Roster other) {
            other.byVoice.forEach((v, names) -> byVoice.computeIfAbsent(v, k -> new ArrayList<>()).addAll(names)); // safe: combiner owns both
            size += other.size; // safe: combiner owns both
            return this;
        }

        static Collector<Singer, Roster, Roster> collector() {
            return Collector.of(Roster::new, Roster::enter, Roster::union);
        }
    }

    static final class Span {
        static final Span EMPTY = new Span(Integer.MAX_VALUE, Integer.MIN_VALUE);
        final int low;
        final int high;

        Span(int low, int high) {
            this.low = low;
            this.high = high;
        }

        Span with(int age) {
            return new Span(Math.min(low, age), Math.max(high, age)); // safe: immutable
        }

        Span and(Span other) {
            return new Span(Math.min(low, other.low), Math.max(high, other.high)); // safe: immutable
        }
    }

    static class Bell {
        private static int rung;

        static synchronized int ring(Singer s) {
            rung++; // safe: class monitor in the helper
            return s.age() % 3;
        }
    }

    public static void main(String[] args) {
        List<Singer> choir = IntStream.range(0, 2000).mapToObj(Singer::new).collect(Collectors.toList());
        List<String> names = choir.parallelStream().map(Singer::rehearse).map(s -> s.name).collect(Collectors.toList());
        Map<Voice, List<Singer>> groups = choir.parallelStream().collect(Collectors.groupingBy(s -> s.voice)); // safe: groupingBy merges partial maps
        ConcurrentMap<Voice, List<Singer>> sections = choir.parallelStream().unordered()
                .collect(Collectors.groupingByConcurrent(s -> s.voice)); // safe: the collector locks each list
        Map<Boolean, Long> young = choir.parallelStream().collect(Collectors.partitioningBy(s -> s.age() < 30, Collectors.counting()));
        IntSummaryStatistics ages = choir.parallelStream().collect(Collectors.summarizingInt(Singer::age)); // safe: one object per accumulation
        TreeSet<Integer> distinct = choir.parallelStream().map(Singer::age)
                .collect(Collectors.toCollection(TreeSet::new)); // safe: one set per accumulation
        Roster roster = choir.parallelStream().collect(Roster.collector());
        Span span = choir.parallelStream().reduce(Span.EMPTY, (acc, s) -> acc.with(s.age()), Span::and); // safe: immutable values
        String initials = choir.parallelStream().limit(12).map(s -> s.voice.name().substring(0, 1)).collect(Collectors.joining());
        long bells = choir.parallelStream().mapToInt(Bell::ring).filter(x -> x == 0).count();
        double mean = choir.parallelStream().collect(Collectors.teeing(
                Collectors.summingInt(Singer::age),
                Collectors.counting(),
                (sum, n) -> (double) sum / n));

        List<Singer> leaders = new ArrayList<>();
        choir.stream().filter(s -> s.age() == 67).forEach(s -> {
            leaders.add(s); // safe: sequential stream
        });
        Map<Voice, Integer> seats = new TreeMap<>();
        groups.forEach((voice, members) -> {
            seats.merge(voice, members.size(), Integer::sum); // safe: forEach of a HashMap is sequential
        });
        groups.values().parallelStream().forEach(members -> {
            members.sort(Comparator.comparing(s -> s.name)); // safe: every list belongs to one voice
            members.forEach(Singer::rehearse);
        });
        boolean twice = choir.stream().allMatch(s -> s.rehearsals == 2); // safe: after the loops
        System.out.println(names.size() + " " + seats + " " + sections.get(Voice.ALTO).size() + " " + young + " " + ages.getMax());
        System.out.println(distinct.size() + " " + roster.size + " " + roster.byVoice.size() + " " + span.low + "-" + span.high); // safe: after the loops
        System.out.println(initials + " " + bells + " " + Bell.rung + " " + mean + " " + leaders.size() + " " + twice);
    }
}
