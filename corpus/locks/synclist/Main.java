package locks.synclist;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Synchronized wrappers lock each call, but not a loop over an iterator, and not the list beneath. */
public final class Main {
    private final List<String> guests = Collections.synchronizedList(new ArrayList<>());
    private final List<String> plain = new ArrayList<>();
    private final List<String> dishes = Collections.synchronizedList(plain);
    private final List<String> songs = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, Integer> votes = Collections.synchronizedMap(new HashMap<>());

    void invite(String name) {
        guests.add(name); // race:guests
        dishes.add("soup for " + name); // race:dishes
        songs.add("song of " + name); // safe: the wrapper locks, and so does the loop
        votes.merge(name, 1, Integer::sum); // safe: one call, locked by the wrapper
    }

    int letters() {
        int sum = 0;
        try {
            for (String guest : guests) { // race:guests
                sum += guest.length();
            }
        } catch (java.util.ConcurrentModificationException | NullPointerException e) {
            sum = -1;
        }
        return sum;
    }

    int menu() {
        return plain.size(); // race:dishes
    }

    int concert() {
        int sum = 0;
        synchronized (songs) {
            for (String song : songs) { // safe: the wrapper's own monitor is held
                sum += song.length();
            }
        }
        return sum + votes.size(); // safe: locked by the wrapper
    }

    public static void main(String[] args) throws InterruptedException {
        Main party = new Main();
        Thread host = new Thread(() -> {
            for (int i = 0; i < 10; i++) {
                party.invite("guest " + i);
            }
        });
        Thread planner = new Thread(() -> {
            party.letters();
            party.menu();
            party.concert();
        });
        host.start();
        planner.start();
        host.join();
        planner.join();
        System.out.println(party.letters() + party.menu() + party.concert());
    }
}
