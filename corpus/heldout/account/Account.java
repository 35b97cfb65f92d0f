package heldout.account;

/** A bank account. */
class Account {

    private final int number;
    private double balance;

    Account(int number, double initial) {
        this.number = number;
        this.balance = initial; // safe: accounts are opened before the staff starts
    }

    int number() {
        return number; // safe: final
    }

    synchronized void deposit(double amount) {
        post(amount);
    }

    synchronized boolean transferTo(Account other, double amount) {
        if (balance < amount) { // race:balance2
            return false;
        }
        post(-amount);
        other.balance += amount; // race:balance1,balance2,balance3
        return true;
    }

    /** Caller holds the monitor. */
    private void post(double amount) {
        balance += amount; // race:balance1
    }

    synchronized double getBalance() {
        return balance; // race:balance3
    }
}
