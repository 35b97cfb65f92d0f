package realistic.account;

/** Money of one owner. */
class Account {
    private final String owner;
    protected long balance;
    private int movements;
    private long lastAmount;
    private String remark = "";

    Account(String owner, long balance) {
        this.owner = owner;
        this.balance = balance; // safe: before start
    }

    synchronized void deposit(long amount) {
        balance += amount; // race:balance
        movements++; // safe: under this
        lastAmount = amount; // race:lastAmount
    }

    synchronized boolean withdraw(long amount) {
        if (balance < amount) { // race:balance
            return false;
        }
        balance -= amount; // race:balance
        movements++; // safe: under this
        return true;
    }

    /** Holds this account, but not the other. */
    synchronized boolean transfer(Account other, long amount) {
        if (balance < amount) { // race:balance
            return false;
        }
        balance -= amount; // race:balance
        other.balance += amount; // race:balance
        other.lastAmount = amount; // race:lastAmount
        synchronized (other.owner) {
            other.remark = "from " + owner; // safe: under the owner's name, which is one object for each account
        }
        return true;
    }

    synchronized long balance() {
        return balance; // race:balance
    }

    long lastAmount() {
        return lastAmount; // race:lastAmount
    }

    String remark() {
        synchronized (owner) {
            return remark; // safe: under the owner's name
        }
    }

    synchronized int movements() {
        return movements; // safe: under this
    }
}
