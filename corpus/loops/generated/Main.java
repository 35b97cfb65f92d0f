package loops.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Tickets from machines: generate asks the machine from many threads, iterate asks for one after the other. */
public final class Main {
    static final class Ticket {
        final int number;
        int stamps;

        Ticket(int number) {
            this.number = number;
        }
    }

    static final class Machine implements Supplier<Ticket> {
        private int next;

        @Override
        public Ticket get() {
            next++; // race:next
            return new Ticket(next); // race:next
        }
    }

    static final class SafeMachine implements Supplier<Ticket> {
        private final AtomicInteger next = new AtomicInteger();
        private int paper;

        @Override
        public synchronized Ticket get() {
            paper--; // safe: under the machine
            return new Ticket(next.incrementAndGet()); // safe: atomic
        }
    }

    private static int steps;
    private static int stamped;

    static int follow(int number) {
        steps++; // safe: iterate makes one element after the other
        return number + 1;
    }

    public static void main(String[] args) {
        Machine machine = new Machine();
        SafeMachine safe = new SafeMachine();
        int sold = Stream.generate(machine).parallel().limit(300).mapToInt(ticket -> {
            ticket.stamps++; // safe: each ticket is new
            return ticket.stamps; // safe: each ticket is new
        }).sum();
        List<Ticket> tickets = Stream.generate(safe).limit(300).parallel().collect(Collectors.toList());
        Ticket day = new Ticket(0);
        int rides = Stream.generate(() -> day).limit(200).parallel().mapToInt(ticket -> {
            ticket.stamps++; // race:day
            return 1;
        }).sum();
        long far = Stream.iterate(0, Main::follow).parallel().limit(4000).filter(number -> {
            stamped++; // race:stamped
            return number % 2 == 0;
        }).collect(Collectors.toList()).size();
        tickets.parallelStream().forEach(ticket -> ticket.stamps += 2); // safe: each ticket is one element
        Random random = new Random(7);
        List<Integer> draws = new ArrayList<>();
        Stream.generate(() -> random.nextInt(6)).limit(10).forEach(draws::add); // safe: not parallel
        int dice = IntStream.generate(() -> ThreadLocalRandom.current().nextInt(6)).parallel().limit(100).map(i -> 1).sum(); // safe: one generator for each thread
        SplittableRandom split = new SplittableRandom(11);
        int spun = IntStream.generate(() -> split.nextInt(6)).parallel().limit(100).map(i -> 1).sum(); // race:split
        System.out.println(sold + " " + rides + " " + far + " " + dice + " " + draws + " " + spun);
        if (tickets.get(0).stamps != 2 || machine.next < 1 || day.stamps > 200 || stamped < 0 || steps < 3999) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
