package hidden.nested;

/** The lock that hides the race is taken while another one is held, which the late thread does not need. */
public final class Main {
    static final class Account {
        private int balance;
    }

    static final class Journal {
        private int lines;
    }

    private static final Account MINE = new Account();
    private static final Account YOURS = new Account();
    private static final Journal JOURNAL = new Journal();

    private static int transfers;

    public static void main(String[] args) throws InterruptedException {
        Thread payer = new Thread(Main::pay, "payer");
        Thread reader = new Thread(Main::read, "reader");
        payer.start();
        reader.start();
        payer.join();
        reader.join();
        System.out.println("done");
    }

    private static void pay() {
        transfers++; // race:transfers
        synchronized (MINE) {
            MINE.balance--;
            note();
        }
    }

    private static void read() {
        lunch();
        synchronized (YOURS) {
            YOURS.balance++;
        }
        note();
        if (transfers > 1) { // race:transfers
            throw new IllegalStateException("too many transfers");
        }
    }

    private static void note() {
        synchronized (JOURNAL) {
            JOURNAL.lines++;
        }
    }

    private static void lunch() {
        try {
            Thread.sleep(80);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
