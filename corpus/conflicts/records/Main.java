package conflicts.records;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Records are fixed on the surface, and so is a racy reference to one; a list inside is not. */
public final class Main {
    record Address(String street, int number) {
        Address next() {
            return new Address(street, number + 1); // safe: final fields
        }
    }

    record Person(String name, Address address, List<String> phones, int[] visits) {
        static Person of(String name) {
            return new Person(name, new Address("Elm", 1), new ArrayList<>(), new int[1]);
        }

        void call(String number) {
            phones.add(number); // race:phones
            visits[0]++; // race:visits
        }

        Person moved() {
            return new Person(name, address.next(), List.copyOf(List.of()), new int[] {0});
        }
    }

    private static Address newest = new Address("Oak", 0);
    private static final AtomicReference<Person> current = new AtomicReference<>();

    static void work(Person shared, int steps) {
        for (int i = 0; i < steps; i++) {
            try {
                shared.call("0" + i);
            } catch (ArrayIndexOutOfBoundsException e) {
                Thread.yield();
            }
            newest = shared.address(); // race:newest
            Person moved = shared.moved();
            current.set(moved); // safe: atomic
            Person seen = current.get(); // safe: atomic
            if (seen.address().number() != 2 || newest.street().isEmpty()) { // race:newest
                throw new AssertionError();
            }
            moved.visits()[0] += 0; // safe: nobody else looks at this array
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Person shared = Person.of("Lea");
        shared.call("112");
        Thread first = new Thread(() -> work(shared, 10));
        Thread second = new Thread(() -> work(shared, 10));
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(newest); // safe: after join
        if (shared.visits()[0] == 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
