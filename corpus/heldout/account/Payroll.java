package heldout.account;

/** Pays the same salary into the accounts in turn. */
class Payroll extends Thread {

    private static final double SALARY = 25.0;

    private final Bank bank;
    private final int payments;
    double paid;

    Payroll(Bank bank, int payments) {
        super("payroll");
        this.bank = bank;
        this.payments = payments;
    }

    @Override
    public void run() {
        for (int i = 0; i < payments; i++) {
            bank.get(i % bank.size()).deposit(SALARY);
            paid += SALARY; // safe: read after join
            Thread.yield();
        }
    }
}
