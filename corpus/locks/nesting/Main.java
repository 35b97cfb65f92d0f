package locks.nesting;

/** Three levels of monitors in a museum: inner ones are released first, and sharing one of them is enough. */
public final class Main {
    static final Object museum = new Object();
    static final Object wing = new Object();
    static final Object room = new Object();
    static int paintings;
    static int statues;
    static int vases;
    static int coins;

    static void restore() {
        synchronized (museum) {
            synchronized (wing) {
                synchronized (room) {
                    paintings++; // safe: the room is held everywhere
                }
                vases++; // race:vases
            }
            coins++; // race:coins
            statues++; // safe: the museum is held everywhere
        }
    }

    static void lend() {
        synchronized (room) {
            paintings--; // safe: the room is held everywhere
            vases--; // race:vases
        }
        synchronized (wing) {
            coins--; // race:coins
        }
        synchronized (museum) {
            synchronized (museum) {
                statues--; // safe: reentrant
            }
            statues--; // safe: still held after the inner exit
        }
    }

    static void clean() {
        synchronized (wing) {
            synchronized (room) {
                vases += 2; // safe: shares the wing with one and the room with the other
                paintings += 0; // safe: the room is held everywhere
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Main::restore);
        Thread second = new Thread(Main::lend);
        Thread third = new Thread(Main::clean);
        first.start();
        second.start();
        third.start();
        first.join();
        second.join();
        third.join();
        System.out.println(paintings + " " + statues); // safe: after join
        if (vases > 3 || coins > 1) { // safe: after join
            throw new AssertionError();
        }
    }
}
