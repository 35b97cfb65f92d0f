package hidden.twoedges;

/**
 * Two races that two different locks hide, with other locks in between (after the motivating example of DrFinder). The two
 * clerks come late: by then the teller has passed both desks.
 */
public final class Main {
    static final class Ledger {
        private int entries;

        synchronized void enter() {
            entries++;
        }
    }

    static final class Vault {
        private int openings;

        synchronized void open() {
            openings++;
        }
    }

    static final class Stamp {
        private int uses;

        synchronized void use() {
            uses++;
        }
    }

    private static final Ledger LEDGER = new Ledger();
    private static final Vault VAULT = new Vault();
    private static final Stamp[] STAMPS = {new Stamp(), new Stamp(), new Stamp()};

    private static int cash;
    private static int forms;

    public static void main(String[] args) throws InterruptedException {
        Thread[] staff = {
            new Thread(Main::teller, "teller"),
            new Thread(Main::auditor, "auditor"),
            new Thread(Main::guard, "guard")
        };
        for (Thread thread : staff) {
            thread.start();
        }
        for (Thread thread : staff) {
            thread.join();
        }
        System.out.println("done");
    }

    private static void teller() {
        cash += 10; // race:cash
        LEDGER.enter();
        fillInForm();
    }

    private static void fillInForm() {
        STAMPS[0].use();
        forms++; // race:forms
        VAULT.open();
    }

    private static void auditor() {
        travel();
        STAMPS[1].use();
        LEDGER.enter();
        if (cash < 0) { // race:cash
            throw new IllegalStateException("no money");
        }
    }

    private static void guard() {
        travel();
        STAMPS[2].use();
        VAULT.open();
        if (forms < 0) { // race:forms
            throw new IllegalStateException("no forms");
        }
    }

    private static void travel() {
        try {
            Thread.sleep(80);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
