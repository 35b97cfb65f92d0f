package loops.wrappers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Vector;
import java.util.stream.IntStream;

/** A polling station counts with synchronized wrappers, with what lies beneath them, and with what lies in them. */
public final class Main {
    static final class Tally {
        int votes;
        int checked;
    }

    private final List<String> protocol = Collections.synchronizedList(new ArrayList<>());
    private final List<Integer> raw = new ArrayList<>(1024);
    private final List<Integer> numbers = Collections.synchronizedList(raw);
    private final Map<String, Tally> tallies = Collections.synchronizedMap(new HashMap<>());
    private final List<String> queue = Collections.synchronizedList(new ArrayList<>());
    private final Vector<Integer> stamps = new Vector<>();
    private final StringBuffer tape = new StringBuffer();

    void vote(int voter) {
        String party = "party " + voter % 4;
        protocol.add(party); // safe: the wrapper locks each call
        numbers.add(voter); // race:numbers
        if (raw.size() > 5000) { // race:numbers
            throw new AssertionError();
        }
        Tally tally = tallies.computeIfAbsent(party, name -> new Tally()); // safe: the wrapper locks each call
        tally.votes++; // race:votes
        synchronized (tally) {
            tally.checked++; // safe: every use holds the tally
        }
        stamps.add(voter); // safe: a vector locks each call
        tape.append('x'); // safe: a buffer locks each call
    }

    int walk(int voter) {
        queue.add("voter " + voter); // race:queue
        int letters = 0;
        try {
            for (String name : queue) { // race:queue
                letters += name.length();
            }
        } catch (ConcurrentModificationException | NoSuchElementException | NullPointerException e) {
            return 0;
        }
        return letters;
    }

    int read() {
        int sum = 0;
        synchronized (protocol) {
            for (String line : protocol) { // safe: the wrapper's own monitor is held
                sum += line.length();
            }
        }
        return sum;
    }

    public static void main(String[] args) {
        Main station = new Main();
        IntStream.range(0, 160).parallel().forEach(station::vote);
        int walked = IntStream.range(0, 40).parallel().map(station::walk).sum();
        int letters = IntStream.range(0, 8).parallel().map(i -> {
            station.protocol.add("note " + i); // safe: the loop over it locks the wrapper
            return Math.min(1, station.read());
        }).sum();
        int checked = station.tallies.values().stream().mapToInt(tally -> tally.checked).sum(); // safe: the loops have ended
        System.out.println(checked + " " + station.stamps.size() + " " + station.tape.length() + " " + letters);
        if (walked < 0 || station.tallies.get("party 1").votes > 40) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
