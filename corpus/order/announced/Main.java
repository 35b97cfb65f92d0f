package order.announced;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Timetables: who has found one in a volatile field, or has asked it something, comes after all that was done before it got there. */
public final class Main {
    static volatile List<String> buses = Collections.emptyList();
    static volatile List<String> trams = Collections.emptyList();
    static volatile List<String> ferries = Collections.emptyList();
    static List<String> taxis = Collections.emptyList();
    static int versions;

    public static void main(String[] args) throws InterruptedException {
        List<String> forBuses = new ArrayList<>();
        List<String> forTrams = new ArrayList<>();
        List<String> forFerries = new ArrayList<>();
        List<String> forTaxis = new ArrayList<>();
        ferries = forFerries;
        new Thread(() -> {
            forBuses.add("7:10"); // safe: before it is stored in the field
            versions = 3; // safe: before it is stored in the field
            buses = forBuses;
        }).start();
        new Thread(() -> {
            forTrams.add("7:20"); // safe: before it is stored in the field
            trams = forTrams;
            forTrams.add("7:40"); // race:trams
        }).start();
        new Thread(() -> {
            forFerries.add("8:00"); // race:ferries
            ferries = forFerries;
        }).start();
        new Thread(() -> {
            forTaxis.add("any time"); // race:taxis
            taxis = forTaxis; // race:field
        }).start();

        System.out.println(buses.size()); // safe: nothing, or what was found in the field
        System.out.println(trams.size()); // race:trams
        System.out.println(ferries.size()); // race:ferries
        System.out.println(taxis.size()); // race:taxis,field
        while (buses.isEmpty()) { // safe: nothing, or what was found in the field
            Thread.sleep(1);
        }
        System.out.println(forBuses.get(0) + versions); // safe: the field has had it
    }
}
