package realistic.account;

/** Looks at everything without disturbing anybody. */
final class Auditor extends Thread {
    private final Bank bank;
    private volatile boolean finished;
    private int audits;
    private long highest;

    Auditor(Bank bank) {
        super("auditor");
        this.bank = bank;
    }

    @Override
    public void run() {
        do {
            long sum = bank.sum() + bank.turnover() + bank.refused();
            Account account = bank.find("Ada");
            sum += account.lastAmount() + account.remark().length() + account.movements();
            highest = Math.max(highest, sum); // safe: only this thread
            audits++; // safe: main reads it after join
        } while (!finished);
    }

    void finish() {
        finished = true; // safe: volatile
    }

    int audits() {
        return audits; // safe: after join
    }
}
