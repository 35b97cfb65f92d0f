package heldout.robots;

import java.util.ArrayList;
import java.util.List;

public final class Main {
    private static Thread start(Runnable body, String name) {
        Thread thread = new Thread(body, name);
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        Conveyor<Part> raw = new Conveyor<>(4);
        Conveyor<Part> welded = new Conveyor<>(4);
        Conveyor<Part> done = new Conveyor<>(64);
        Protocol protocol = new Protocol();
        Robot.Welder welder = new Robot.Welder(raw, welded, protocol);
        Thread left = start(welder, "left arm");
        Thread right = start(welder, "right arm");
        Thread painter = start(new Robot.Painter(welded, done, protocol), "painter");
        for (int i = 1; i <= 30; i++) {
            raw.put(new Part(i));
        }
        boolean empty = raw.looksEmpty();
        int early = welder.sparks();
        raw.close();
        left.join();
        right.join();
        welded.close();
        painter.join();
        done.close();
        List<Part> parts = new ArrayList<>();
        for (Part part = done.take(); part != null; part = done.take()) {
            parts.add(part);
        }
        int paint = 0;
        for (Part part : parts) {
            paint += part.painted; // safe: taken from the belt, and all robots have ended
        }
        System.out.println(parts.size() + " " + paint + " " + protocol.broken.size() + " " + protocol.handled); // safe: after join
        System.out.println(protocol.failures > 0 && early >= 0 && (empty || raw.waits() >= 0)); // safe: after join
    }
}
