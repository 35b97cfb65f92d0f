package realistic.account;

/** An account with interest. */
final class Savings extends Account {
    private int years;
    private double rate = 0.02;

    Savings(String owner, long balance) {
        super(owner, balance);
    }

    synchronized void interest() {
        balance += (long) (balance * rate); // race:balance
        years++; // safe: under this
    }

    void rate(double value) {
        rate = value; // safe: before the account is known to others
    }

    synchronized int years() {
        return years; // safe: under this
    }
}
