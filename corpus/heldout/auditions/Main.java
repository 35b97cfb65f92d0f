package heldout.auditions;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Actors are filtered, judged and sorted by functions that remember something. */
public final class Main {
    static final class Actor {
        final String name;
        final int talent;
        int score;

        Actor(int number) {
            this.name = "actor " + number % 700;
            this.talent = number * 31 % 977;
        }
    }

    abstract static class Judge {
        int mood;

        final int judge(Actor actor) {
            actor.score = points(actor); // safe: each actor is one element
            return actor.score;
        }

        abstract int points(Actor actor);
    }

    static final class Moody extends Judge {
        @Override
        int points(Actor actor) {
            mood = (mood + 1) % 3; // race:mood
            return actor.talent;
        }
    }

    static final class Guest extends Judge {
        private int kindness;

        @Override
        int points(Actor actor) {
            kindness += 2; // safe: each element gets a guest of its own
            return actor.talent + kindness;
        }
    }

    static final class Tickets {
        private int next;
        private final AtomicInteger atomic = new AtomicInteger();

        Integer draw() {
            return next++; // race:next
        }

        int number() {
            return atomic.incrementAndGet(); // safe: atomic
        }
    }

    static final class ByTalent implements Comparator<Actor> {
        int calls;

        @Override
        public int compare(Actor a, Actor b) {
            calls++; // race:calls
            return Integer.compare(a.talent, b.talent);
        }
    }

    static int steps;
    static int sorted, finished;

    public static void main(String[] args) {
        List<Actor> actors = IntStream.range(0, 20_000).mapToObj(Actor::new).collect(Collectors.toList());
        Set<String> seen = new HashSet<>(1 << 12);
        Set<String> concurrent = ConcurrentHashMap.newKeySet();
        long some = actors.parallelStream().filter(actor -> seen.add(actor.name)).count(); // race:filter
        long names = actors.parallelStream().filter(actor -> concurrent.add(actor.name)).count(); // safe: a concurrent set
        Judge moody = new Moody();
        long first = actors.parallelStream().mapToLong(moody::judge).sum();
        long second = actors.parallelStream().mapToLong(actor -> new Guest().judge(actor)).sum();
        Tickets tickets = new Tickets();
        List<Integer> drawn = Stream.generate(tickets::draw).parallel().limit(300).collect(Collectors.toList());
        long numbers = actors.parallelStream().mapToInt(actor -> tickets.number()).filter(n -> n > 0).count();
        int walked = Stream.iterate(1, n -> {
            steps++; // safe: iterate applies its function to one element after the other
            return n + 1;
        }).limit(200).parallel().mapToInt(Integer::intValue).sum();
        Actor[] array = actors.toArray(new Actor[0]);
        ByTalent byTalent = new ByTalent();
        Arrays.parallelSort(array, byTalent);
        actors.sort((a, b) -> {
            sorted++; // safe: a list is sorted by one thread
            return a.name.compareTo(b.name);
        });
        int[] asked = new int[2];
        int best = actors.parallelStream().max((a, b) -> {
            asked[0]++; // race:asked
            return Integer.compare(a.talent, b.talent);
        }).get().talent;
        int size = actors.parallelStream().map(actor -> actor.name).collect(Collectors.collectingAndThen(Collectors.toSet(), set -> {
            finished++; // safe: the finisher is called once
            return set.size();
        }));
        System.out.println(names + " " + first + " " + second + " " + drawn.size() + " " + numbers + " " + walked);
        System.out.println(array[0].talent + " " + best + " " + size + " " + finished + " " + array[5].score); // safe: the loops have ended
        if (some < 0 || byTalent.calls < 0 || asked[0] < 0 || moody.mood > 3 || sorted < 0) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
