package heldout.account;

/** Sums up the accounts again and again until the bank closes. */
class Auditor extends Thread {

    private final Bank bank;
    int rounds;
    double lastTotal;

    Auditor(Bank bank) {
        super("auditor");
        this.bank = bank;
    }

    @Override
    public void run() {
        do {
            lastTotal = bank.total(); // safe: read after join
            rounds++; // safe: read after join
            try {
                Thread.sleep(2);
            } catch (InterruptedException e) {
                return;
            }
        } while (bank.isOpen());
    }
}
