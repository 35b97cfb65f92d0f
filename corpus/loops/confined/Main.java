package loops.confined;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Letters are sealed by clerks: what belongs to a thread or to an iteration is safe, until somebody hands it on. */
public final class Main {
    static final class Desk {
        final StringBuilder paper = new StringBuilder();
        final Map<String, Integer> stamps = new HashMap<>();
        int letters;
        int borrowed;
    }

    static final class Letter {
        final int number;
        String text;
        Envelope envelope;

        Letter(int number) {
            this.number = number;
        }
    }

    static final class Envelope {
        int seals;
        Desk from;
    }

    private static final ThreadLocal<Desk> DESK = ThreadLocal.withInitial(Desk::new);
    private static final Desk ONE = new Desk();
    private static final ThreadLocal<Desk> FAKE = ThreadLocal.withInitial(() -> ONE);
    private static final ThreadLocal<int[]> SCRATCH = new ThreadLocal<>() {
        @Override
        protected int[] initialValue() {
            return new int[4];
        }
    };
    private static final Queue<Desk> DESKS = new ConcurrentLinkedQueue<>();
    private static Desk lastDesk;

    static void write(Letter letter) {
        Desk desk = DESK.get();
        desk.letters++; // safe: one desk for each thread
        desk.paper.setLength(0); // safe: one desk for each thread
        desk.paper.append("letter ").append(letter.number); // safe: one desk for each thread
        desk.stamps.merge("red", 1, Integer::sum); // safe: one desk for each thread
        letter.text = desk.paper.toString(); // safe: each letter is one element
        int[] scratch = SCRATCH.get();
        scratch[0] += letter.number; // safe: one array for each thread
        FAKE.get().letters++; // race:fake
        letter.envelope = new Envelope(); // safe: each letter is one element
        letter.envelope.seals++; // safe: made by this iteration
    }

    static void lend(Letter letter) {
        Desk desk = DESK.get();
        lastDesk = desk; // race:lastDesk
        Desk other = lastDesk; // race:lastDesk
        other.borrowed++; // race:borrowed
        letter.envelope.from = desk; // safe: each letter is one element
        if (!DESKS.contains(desk)) { // safe: concurrent
            DESKS.add(desk); // safe: concurrent
        }
    }

    static int count(Letter letter) {
        Desk own = new Desk();
        own.letters += letter.number; // safe: made by this iteration
        List<Desk> desks = new ArrayList<>();
        desks.add(own); // safe: made by this iteration
        desks.forEach(desk -> desk.letters++); // safe: made by this iteration
        Desk[] pair = {own, new Desk()};
        pair[1].letters = pair[0].letters; // safe: made by this iteration
        return pair[1].letters; // safe: made by this iteration
    }

    public static void main(String[] args) {
        List<Letter> letters = IntStream.range(0, 90).mapToObj(Letter::new).collect(Collectors.toList());
        letters.parallelStream().forEach(Main::write);
        letters.parallelStream().forEach(Main::lend);
        int sum = letters.parallelStream().mapToInt(Main::count).sum();
        int seals = letters.stream().mapToInt(letter -> letter.envelope.seals).sum(); // safe: the loops have ended
        System.out.println(letters.get(5).text + " " + sum + " " + seals); // safe: the loops have ended
        if (ONE.letters > 90 || lastDesk == null || DESKS.isEmpty()) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
