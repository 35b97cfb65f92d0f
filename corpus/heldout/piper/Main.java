package heldout.piper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Exchanger;
import java.util.concurrent.SynchronousQueue;

/**
 * Passengers line up for a small aeroplane. This is the version with the corrected monitor: the
 * conditions are tested in loops and everybody is notified.
 */
public class Main {

    private static final int PASSENGERS = 12;

    private static final List<String> boarded = new ArrayList<>();
    private static int batches;

    public static void main(String[] args) throws InterruptedException {
        board();
        loadLuggage();
        swapLists();
    }

    private static void board() throws InterruptedException {
        Plane plane = new Plane(3, PASSENGERS);
        Thread gate = new Thread(() -> {
            try {
                String name;
                while ((name = plane.emptyPlane()) != null) {
                    boarded.add(name); // safe: gate thread only until main has joined it
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "gate");
        gate.start();

        Thread[] families = new Thread[4];
        for (int f = 0; f < families.length; f++) {
            final int family = f;
            families[f] = new Thread(() -> {
                try {
                    for (int p = 0; p < PASSENGERS / 4; p++) {
                        plane.fillPlane("family" + family + "-" + p);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }, "family-" + f);
            families[f].start();
        }
        for (Thread t : families) {
            t.join();
        }
        gate.join();
        System.out.println(boarded.size() + " boarded, longest queue " + plane.longestQueue()); // safe: gate joined
        System.out.println(boarded); // safe: gate joined
    }

    /** Luggage travels through a synchronous queue, so nobody holds a piece twice. */
    private static void loadLuggage() throws InterruptedException {
        SynchronousQueue<Luggage> belt = new SynchronousQueue<>();
        Thread porter = new Thread(() -> {
            int total = 0;
            try {
                for (int i = 0; i < 5; i++) {
                    Luggage piece = belt.take();
                    piece.moveTo("hold"); // safe: received from the belt
                    total += piece.getWeight();
                    System.out.println(piece);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            batches += total > 0 ? 1 : 0; // safe: main looks at it after join
        }, "porter");
        porter.start();
        for (int i = 0; i < 5; i++) {
            Luggage piece = new Luggage("T" + i, 10_000 + 500 * i);
            piece.addLabel(15);
            piece.moveTo("belt"); // safe: not on the belt yet
            belt.put(piece);
        }
        porter.join();
        System.out.println("batches " + batches); // safe: after join
    }

    /** Crew and ground staff swap their check lists half-way. */
    private static void swapLists() throws InterruptedException {
        Exchanger<StringBuilder> exchanger = new Exchanger<>();
        StringBuilder crewList = new StringBuilder("crew:");
        StringBuilder groundList = new StringBuilder("ground:");
        Thread ground = new Thread(() -> {
            try {
                groundList.append(" fuel"); // safe: before the exchange only ground uses it
                StringBuilder other = exchanger.exchange(groundList);
                other.append(" seen by ground"); // safe: crew gave it away in the exchange
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "ground");
        ground.start();
        crewList.append(" doors"); // safe: before the exchange only main uses it
        StringBuilder received = exchanger.exchange(crewList);
        received.append(" seen by crew"); // safe: ground gave it away in the exchange
        ground.join();
        System.out.println(crewList + " / " + groundList); // safe: after join
    }
}
