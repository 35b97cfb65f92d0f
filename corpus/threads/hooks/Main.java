package threads.hooks;

import java.util.concurrent.TimeUnit;

/** A small server that tidies up in shutdown hooks while its worker, a daemon, goes on. */
public final class Main {
    static final class Server implements Runnable {
        private int served;
        private int open;
        private String journal = "";
        private volatile boolean stopping;
        private final String name;

        Server(String name) {
            this.name = name;
        }

        @Override
        public void run() {
            while (!stopping) { // safe: volatile
                served++; // race:served
                synchronized (this) {
                    open++; // safe: under this
                }
                Thread.yield();
            }
        }

        void report() {
            stopping = true;
            int count = served; // race:served
            journal = name + " stopped after " + count; // race:journal
        }

        void flush() {
            journal += "."; // race:journal
            synchronized (this) {
                open = 0; // safe: under this
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Server server = new Server("inventory");
        server.journal = "started"; // safe: before the hooks are registered
        Runtime.getRuntime().addShutdownHook(new Thread(server::report, "report"));
        Runtime.getRuntime().addShutdownHook(new Thread(server::flush, "flush"));
        Thread worker = new Thread(server, "worker");
        worker.setDaemon(true);
        worker.start();
        TimeUnit.MILLISECONDS.sleep(20);
        System.out.println("leaving");
        System.exit(0);
    }
}
