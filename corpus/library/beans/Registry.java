package library.beans;

import java.util.ArrayList;
import java.util.List;

/** Shared, and it reads the beans that callers pass, each of which has its own. */
public class Registry {
    private final List<String> names = new ArrayList<>();
    private int registered;

    public synchronized void register(Person person) {
        person.setName(person.getName().trim());
        names.add(person.getName());
        registered++; // race:registered
    }

    public synchronized boolean knows(Person person) {
        return names.contains(person.getName());
    }

    /** Uses no field of the registry, and the argument is the caller's own. */
    public String greet(Person person) {
        person.setAge(person.getAge() + 1);
        return "Hello " + person.getName();
    }

    public int registered() {
        return registered; // race:registered
    }
}
