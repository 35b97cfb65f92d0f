package conflicts.snapshots;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Copy on write by hand: the volatile one is right, the plain one publishes a list that is perhaps not ready. */
public final class Main {
    static final class Roster {
        private volatile List<String> names = Collections.emptyList();
        private List<String> teams = List.of();
        private String[] days = new String[0];
        private int edits;

        synchronized void add(String name) {
            List<String> copy = new ArrayList<>(names);
            copy.add(name); // safe: before it is published, by a volatile write
            names = copy; // safe: volatile
            edits++; // safe: under this
        }

        synchronized void team(String name) {
            List<String> copy = new ArrayList<>(teams); // safe: under this, as every write
            copy.add(name); // safe: local, and copied once more
            teams = List.copyOf(copy); // race:teams
        }

        synchronized void day(String name) {
            String[] copy = new String[days.length + 1]; // safe: under this, as every write
            System.arraycopy(days, 0, copy, 0, days.length); // race:day
            copy[days.length] = name; // race:day
            days = copy; // race:days
        }

        int size() {
            int sum = 0;
            for (String name : names) { // safe: volatile, and nobody changes a list that was published
                sum += name.length();
            }
            List<String> now = teams; // race:teams
            for (String team : now) { // safe: immutable lists have final fields
                sum += team.length();
            }
            String[] week = days; // race:days
            for (int i = 0; i < week.length; i++) {
                String day = week[i]; // race:day
                sum += day == null ? 0 : 1;
            }
            return sum;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Roster roster = new Roster();
        Thread editor = new Thread(() -> {
            for (int i = 0; i < 5; i++) {
                roster.add("name" + i);
                roster.team("team" + i);
                roster.day("day" + i);
            }
        });
        Thread reader = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                if (roster.size() < 0) {
                    throw new AssertionError();
                }
            }
        });
        editor.start();
        reader.start();
        editor.join();
        reader.join();
        System.out.println(roster.size() + " " + roster.edits); // safe: after join
    }
}
