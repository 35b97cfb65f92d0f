package hidden.threethreads;

/**
 * The order goes through a third thread: the courier has met the sender before it meets the receiver, over two locks that
 * have nothing to do with what the two share.
 */
public final class Main {
    static final class Gate {
        private int passed;

        synchronized void pass() {
            passed++;
        }
    }

    static final class Door {
        private int knocks;

        synchronized void knock() {
            knocks++;
        }
    }

    private static final Gate GATE = new Gate();
    private static final Door DOOR = new Door();

    private int parcels;

    public static void main(String[] args) throws InterruptedException {
        Main office = new Main();
        Thread sender = new Thread(office::send, "sender");
        Thread courier = new Thread(office::carry, "courier");
        Thread receiver = new Thread(office::receive, "receiver");
        sender.start();
        courier.start();
        receiver.start();
        sender.join();
        courier.join();
        receiver.join();
        System.out.println("done");
    }

    private void send() {
        parcels = 1; // race:parcels
        GATE.pass();
    }

    private void carry() {
        pause(60);
        GATE.pass();
        DOOR.knock();
    }

    private void receive() {
        pause(120);
        DOOR.knock();
        if (parcels > 1) { // race:parcels
            throw new IllegalStateException("too many parcels");
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
