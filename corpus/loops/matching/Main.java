package loops.matching;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Searches that may end early still look at many elements at once. */
public final class Main {
    static final class Person {
        final int age;
        final String name;
        int asked;
        int visited;

        Person(int age, String name) {
            this.age = age;
            this.name = name;
        }
    }

    static final class Search {
        Person found;
        int looked;
        volatile boolean any;
        final AtomicLong ages = new AtomicLong();
        final List<String> path = new ArrayList<>(4096);

        boolean adult(Person person) {
            looked++; // race:looked
            if (person.age > 90) {
                found = person; // race:found
                any = true; // safe: volatile
                return true;
            }
            return false;
        }

        boolean known(Person person) {
            path.add(person.name); // race:path
            ages.addAndGet(person.age); // safe: atomic
            return person.age >= 0;
        }
    }

    private static int dropped;
    private static int taken;

    public static void main(String[] args) {
        List<Person> people = IntStream.range(0, 1000).mapToObj(i -> new Person(i % 95, "p" + i)).collect(Collectors.toList());
        Search search = new Search();
        boolean any = people.parallelStream().anyMatch(search::adult);
        boolean all = people.parallelStream().allMatch(search::known);
        boolean none = people.parallelStream().noneMatch(person -> {
            person.asked++; // safe: each person is one element
            return person.age > 200;
        });
        List<Person> young = people.parallelStream().takeWhile(person -> {
            taken++; // race:taken
            return person.age < 60;
        }).collect(Collectors.toList());
        long old = people.parallelStream().dropWhile(person -> {
            dropped++; // race:dropped
            person.visited++; // safe: each person is one element
            return person.age < 60;
        }).collect(Collectors.toList()).size();
        Person[] best = new Person[1];
        Optional<Person> first = people.parallelStream().filter(person -> {
            best[0] = person; // race:best
            return person.age == 94;
        }).findFirst();
        int[] tries = new int[1];
        boolean early = people.stream().anyMatch(person -> {
            tries[0]++; // safe: not parallel
            return person.age == 10;
        });
        first.ifPresent(person -> person.visited = 100); // safe: the loops have ended
        System.out.println(any + " " + all + " " + none + " " + early + " " + tries[0]);
        System.out.println(young.size() + " " + old + " " + first.map(person -> person.name).orElse("nobody") + " " + search.any);
        if (search.looked < 0 || search.found == null || search.path.size() > 1000 || best[0] == null) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
