package order.closing;

/** A museum that closes: its hooks count what was done before somebody closed it, and what goes on meanwhile. */
public final class Main {
    static final class Guard implements Runnable {
        private final int rooms;
        private int seen;

        Guard(int rooms) {
            this.rooms = rooms;
        }

        @Override
        public void run() {
            for (int room = 0; room < rooms; room++) {
                seen++; // safe: read after join
            }
        }
    }

    private static int visitors;
    private static int dust;
    private static int alarms;

    public static void main(String[] args) throws InterruptedException {
        Guard guard = new Guard(9);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            System.out.println("visitors " + visitors); // safe: main has closed the museum after that
            System.out.println("rooms " + guard.seen); // safe: main has waited for the guard before
            System.out.println("dust " + dust); // race:dust
            alarms++; // race:alarms
        }));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            alarms += 2; // race:alarms
        }));
        Thread cleaner = new Thread(() -> {
            while (true) {
                dust--; // race:dust
                Thread.yield();
            }
        });
        cleaner.setDaemon(true);
        cleaner.start();
        Thread round = new Thread(guard);
        round.start();
        visitors = 40; // safe: before the museum is closed
        round.join();
        visitors += guard.seen; // safe: before the museum is closed
        System.exit(visitors > 0 ? 0 : 1);
    }
}
