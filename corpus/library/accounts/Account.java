package library.accounts;

/** Two accounts that two threads share may be the same ones. */
public class Account {
    private long balance;
    private String owner;

    public Account(String owner) {
        this.owner = owner;
    }

    public synchronized void deposit(long amount) {
        balance += amount; // race:balance
    }

    /** Locks the one account, but not the other. */
    public synchronized void transferTo(Account other, long amount) {
        balance -= amount; // race:balance
        other.balance += amount; // race:balance
    }

    public synchronized long balance() {
        return balance; // race:balance
    }

    public synchronized String owner() {
        return owner; // safe: under the lock
    }

    public synchronized void rename(String owner) {
        this.owner = owner; // safe: under the lock
    }
}
