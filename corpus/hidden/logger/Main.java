package hidden.logger;

/** What a log does to tests: everybody writes to it, and its lock orders what nobody meant to be in order. */
public final class Main {
    static final class Log {
        private static final StringBuilder TEXT = new StringBuilder();

        private Log() {}

        static synchronized void info(String line) {
            TEXT.append(line).append('\n');
        }
    }

    static final class Session {
        private String user;

        void login(String name) {
            user = name; // race:user
            Log.info("login");
        }

        void expire() {
            Log.info("expire");
            user = null; // race:user
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Session session = new Session();
        Log.info("start");
        Thread web = new Thread(() -> session.login("ada"), "web");
        Thread timer = new Thread(() -> {
            tick();
            session.expire();
        }, "timer");
        web.start();
        timer.start();
        web.join();
        timer.join();
        System.out.println("done");
    }

    private static void tick() {
        try {
            Thread.sleep(80);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
