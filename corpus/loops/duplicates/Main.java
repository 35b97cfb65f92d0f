package loops.duplicates;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Guests who stand on a list more than once, and the ways in which they get there. */
public final class Main {
    static final class Guest {
        final String name;
        int greeted;
        int seated;
        int served;
        int paid;
        int thanked;

        Guest(String name) {
            this.name = name;
        }
    }

    static List<Guest> invite(Map<String, Guest> known, int count) {
        List<Guest> guests = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = "guest " + i % 10;
            guests.add(known.computeIfAbsent(name, Guest::new));
        }
        return guests;
    }

    static List<Guest> strangers(int count) {
        List<Guest> guests = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            guests.add(new Guest("stranger " + i));
        }
        return guests;
    }

    public static void main(String[] args) {
        Map<String, Guest> known = new HashMap<>();
        List<Guest> invited = invite(known, 60);
        invited.parallelStream().forEach(guest -> {
            guest.greeted++; // race:greeted
            synchronized (guest) {
                guest.seated++; // safe: every use holds the guest
            }
        });
        Set<Guest> once = new LinkedHashSet<>(invited);
        once.parallelStream().forEach(guest -> guest.served++); // safe: a set has each guest once
        invited.parallelStream().distinct().forEach(guest -> guest.paid++); // safe: distinct leaves each guest once
        known.values().parallelStream().forEach(guest -> guest.thanked++); // safe: each guest is the value of one name

        List<Guest> strangers = strangers(60);
        strangers.parallelStream().forEach(guest -> guest.greeted++); // safe: each stranger is on the list once
        strangers.addAll(strangers.subList(0, 5));
        strangers.parallelStream().forEach(guest -> guest.served++); // race:served

        Guest host = new Guest("host");
        List<Guest> table = Arrays.asList(host, new Guest("a"), new Guest("b"), host);
        table.parallelStream().forEach(guest -> {
            guest.seated++; // race:seated
            host.thanked++; // race:host
        });
        Set<List<Guest>> tables = new HashSet<>();
        tables.add(strangers.subList(0, 30));
        tables.add(strangers.subList(30, 60));
        tables.parallelStream().forEach(list -> {
            for (Guest guest : list) {
                guest.paid++; // safe: the parts of the list are apart (false alarm: one guest in several places of a list is not seen)
            }
        });
        int sum = 0;
        for (Guest guest : once) {
            sum += guest.seated + guest.served + guest.paid + guest.thanked; // safe: the loops have ended
        }
        int paid = 0;
        for (Guest guest : strangers) {
            paid += guest.paid + guest.greeted; // safe: the loops have ended
        }
        System.out.println(sum + " " + paid);
        if (host.seated > 2 || host.thanked > 4 || invited.get(0).greeted > 6 || strangers.get(0).served > 2) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
