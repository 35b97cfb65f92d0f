package heldout.backupdaemon;

import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;

public class Main {
    private static String target;
    private static String status = "starting";
    private static int copied;
    private static String lastFile;
    private static long bytes;
    private static final Object BYTES_LOCK = new Object();
    private static final List<String> errors = new ArrayList<>();

    static class CopyTask extends TimerTask {
        private int round;

        @Override
        public void run() {
            round++; // safe: only the timer thread
            lastFile = target + "/file" + round; // safe: lastFile only on the timer thread
            copied++; // race:copied1,copied2
            synchronized (BYTES_LOCK) {
                bytes += 512; // safe: under BYTES_LOCK
            }
            if (round == 2) {
                errors.add("slow disk"); // race:errors
            }
        }
    }

    static class VerifyTask extends TimerTask {
        private int checks;

        @Override
        public void run() {
            if (lastFile != null) { // safe: same timer thread as CopyTask
                checks++; // safe: only the timer thread
                lastFile = null; // safe: same timer thread as CopyTask
            }
        }
    }

    private static void report() {
        System.out.println("target " + target); // safe: written before the hook was registered
        System.out.println("status " + status); // safe: main wrote it before System.exit
        System.out.println("copied " + copied); // race:copied1
        synchronized (BYTES_LOCK) {
            System.out.println("bytes " + bytes); // safe: under BYTES_LOCK
        }
        System.out.println("errors " + errors); // race:errors
    }

    public static void main(String[] args) throws InterruptedException {
        target = "/backup"; // safe: before the timer thread gets a task and before the hook
        Runtime.getRuntime().addShutdownHook(new Thread(Main::report, "report"));

        Timer timer = new Timer("backup", true);
        timer.schedule(new CopyTask(), 0, 20);
        timer.schedule(new VerifyTask(), 10, 20);

        status = "running"; // safe: the hook starts later, from System.exit
        Thread.sleep(90);
        timer.cancel();
        int seen = copied; // race:copied2
        status = seen > 0 ? "done" : "nothing copied"; // safe: before System.exit
        System.exit(seen > 0 ? 0 : 1);
    }
}
