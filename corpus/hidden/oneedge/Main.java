package hidden.oneedge;

/**
 * A mailbox: one thread counts what it delivers before it takes the lock, the other one reads the count after it has looked
 * at the box. The second thread comes late in nearly every run, and then the lock orders the two accesses by accident.
 */
public final class Main {
    static final class Mailbox {
        private String letter = "none";

        synchronized void put(String letter) {
            this.letter = letter;
        }

        synchronized String look() {
            return letter;
        }
    }

    private static final Mailbox BOX = new Mailbox();
    private static int delivered;

    public static void main(String[] args) throws InterruptedException {
        Thread carrier = new Thread(Main::carry, "carrier");
        Thread owner = new Thread(Main::own, "owner");
        carrier.start();
        owner.start();
        carrier.join();
        owner.join();
        System.out.println("done");
    }

    private static void carry() {
        delivered++; // race:delivered
        BOX.put("hello");
    }

    private static void own() {
        breakfast();
        BOX.look();
        if (delivered > 1) { // race:delivered
            throw new IllegalStateException("too many letters");
        }
    }

    /** Takes so long that the carrier is gone afterwards. */
    private static void breakfast() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
