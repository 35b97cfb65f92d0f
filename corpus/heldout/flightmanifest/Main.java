package heldout.flightmanifest;

import java.util.ConcurrentModificationException;
import java.util.List;

public class Main {
    private static void showBoard(Manifest manifest) {
        List<String> live = manifest.names();
        StringBuilder line = new StringBuilder();
        try {
            for (String n : live) { // race:names
                line.append(n).append(' ');
            }
        } catch (ConcurrentModificationException e) {
            line.append("(boarding)");
        }
        System.out.println(line);
        List<String> copy = manifest.namesNow();
        copy.sort(null); // safe: private copy
        System.out.println(copy); // safe: private copy
    }

    private static void loadBelly(Manifest manifest) {
        var counts = manifest.bagCounts();
        int entries = counts.size(); // race:bags
        System.out.println("bags of " + entries);
        Manifest.Summary s = manifest.summary();
        System.out.println(s); // safe: holds an immutable copy
    }

    private static void printSeats(Manifest manifest) {
        for (Manifest.Seat seat : manifest.seats()) { // safe: immutable copy of the list
            int row = seat.row; // race:row
            System.out.println(seat.passenger + " in " + row); // safe: final field, local copy
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Manifest manifest = new Manifest();
        Manifest.Notebook notebook = manifest.new Notebook();
        Thread gate = new Thread(() -> {
            int row = 10;
            for (String p : List.of("Ito", "Ruiz", "Dahl", "Okoye", "Brandt", "Levy")) {
                manifest.board(p, row++, p.length() % 3);
            }
        }, "gate");
        Thread purser = new Thread(() -> {
            notebook.jot("extra meal");
            manifest.reseat(0, 2);
            manifest.reseat(1, 3);
            notebook.delay(5);
        }, "purser");
        Thread tower = new Thread(() -> {
            showBoard(manifest);
            printSeats(manifest);
            System.out.println("delay " + manifest.delay() + ", notes on " + notebook.pages());
        }, "tower");
        Thread ramp = new Thread(() -> loadBelly(manifest), "ramp");
        List<Thread> crew = List.of(gate, purser, tower, ramp);
        crew.forEach(Thread::start);
        for (Thread t : crew) {
            t.join();
        }
        for (Manifest.Seat seat : manifest.seats()) {
            System.out.println(seat.passenger + " " + seat.row); // safe: all joined
        }
    }
}
