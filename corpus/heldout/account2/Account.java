package heldout.account2;

/** A bank account whose operations lock the account they are invoked on. */
public class Account {

    private final String owner;
    private double amount;

    public Account(String owner, double initial) {
        this.owner = owner;
        this.amount = initial; // safe: all accounts are built before any thread starts
    }

    public synchronized void deposit(double sum) {
        amount += sum; // race:deposit
    }

    public synchronized void withdraw(double sum) {
        amount -= sum; // race:withdraw
    }

    /**
     * Moves money to another account. Holds this account's monitor only,
     * the receiving account is not locked.
     */
    public synchronized void transfer(Account to, double sum) {
        amount -= sum; // race:source
        to.amount += sum; // race:deposit,withdraw,source,interest
    }

    public synchronized void accrue(double rate) {
        amount += amount * rate; // race:interest
    }

    public synchronized double getAmount() {
        return amount; // safe: only called once everybody has been joined
    }

    public String getOwner() {
        return owner;
    }
}
