package heldout.startstop;

/** A component with a life cycle: flags that are volatile, and one that is not. */
public class Main {
    static class Server implements Runnable {
        private volatile boolean running;
        private boolean paused;
        private Thread thread;
        private int requests;
        private String address;

        void start(String address) {
            this.address = address; // safe: before the start
            running = true; // safe: volatile
            thread = new Thread(this); // safe: only main starts and stops
            thread.start();
        }

        void pause() {
            paused = true; // race:paused
        }

        void stop() throws InterruptedException {
            running = false; // safe: volatile
            thread.join(); // safe: only main
        }

        @Override
        public void run() {
            while (running) { // safe: volatile
                if (paused) { // race:paused
                    Thread.yield();
                }
                requests += address.length(); // race:requests
                if (requests > 1000) { // safe: only this thread writes it
                    requests = 0; // race:requests
                }
            }
        }

        int requests() {
            return requests; // race:requests
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Server server = new Server();
        server.start("localhost");
        server.pause();
        int some = server.requests();
        server.stop();
        System.out.println(some >= 0 && server.requests >= 0 ? "done" : "never"); // safe: after join
    }
}
