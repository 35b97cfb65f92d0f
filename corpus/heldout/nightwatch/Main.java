package heldout.nightwatch;

import java.util.ArrayList;
import java.util.List;

/** Museum guard software: daemon patrols, and shutdown hooks that write the night's report. */
public class Main {

    static volatile boolean stop;

    static class Patrol extends Thread {
        private int rounds;

        Patrol(String name) {
            super(name);
            setDaemon(true);
        }

        @Override
        public void run() {
            while (!stop) {
                rounds++; // race:rounds
                try {
                    sleep(3);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    private final Patrol east = new Patrol("east");
    private final Patrol west = new Patrol("west");
    private final StringBuilder report = new StringBuilder();
    private final StringBuffer bell = new StringBuffer();
    private final List<String> visitors = new ArrayList<>();
    private String site;
    private String exitReason;
    private boolean lampsOff;

    private void closeBooks() {
        stop = true;
        try {
            east.join();
            west.join(50);
        } catch (InterruptedException e) {
            return;
        }
        int e = east.rounds; // safe: join without timeout (false alarm: which of two patrols was waited for without a limit is not told apart)
        int w = west.rounds; // race:rounds
        report.append("rounds ").append(e > 0 && w > 0); // race:report1
        bell.append("ding "); // safe: StringBuffer
        System.out.println(site + " " + exitReason); // safe: written by the thread that calls exit
        System.out.println(visitors.size() + " visitors"); // safe: joined before exit
        String text = report.toString(); // race:report2
        System.out.println(text);
    }

    private void lampHook() {
        lampsOff = true; // safe: only this hook uses it
        report.append("lamps off "); // race:report1,report2
        bell.append("dong "); // safe: StringBuffer
        if (lampsOff) {
            System.out.println(bell);
        }
    }

    void work() throws InterruptedException {
        site = "museum"; // safe: before the hooks exist
        Runtime.getRuntime().addShutdownHook(new Thread(this::closeBooks, "books"));
        Runtime.getRuntime().addShutdownHook(new Thread(this::lampHook, "lamps"));
        east.start();
        west.start();

        Thread desk = new Thread(() -> {
            for (String name : new String[] {"Ada", "Kurt", "Emmy"}) {
                visitors.add(name); // safe: main joins the desk before exit
            }
        }, "desk");
        desk.start();
        desk.join();
        visitors.add("inspector"); // safe: after the join
        Thread.sleep(20);
        exitReason = "shift over"; // safe: hooks are started by System.exit in this thread
    }

    public static void main(String[] args) throws InterruptedException {
        new Main().work();
        System.exit(0);
    }
}
