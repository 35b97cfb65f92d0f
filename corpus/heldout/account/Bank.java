package heldout.account;

/** All accounts and the statistics of the day. */
class Bank {

    private final Account[] accounts;
    private final StringBuffer journal = new StringBuffer();
    private final Object statsLock = new Object();
    private volatile boolean open = true;
    private int rejected;

    int transferCount;

    Bank(int n, double initial) {
        accounts = new Account[n];
        for (int i = 0; i < n; i++) {
            accounts[i] = new Account(i, initial); // safe: before the staff starts
        }
    }

    int size() {
        return accounts.length;
    }

    Account get(int i) {
        return accounts[i]; // safe: the array is not changed any more
    }

    void transfer(int from, int to, double amount) {
        Account source = get(from);
        Account target = get(to);
        if (source.transferTo(target, amount)) {
            transferCount++; // race:transfers
        } else {
            synchronized (statsLock) {
                rejected++; // safe: guarded by statsLock
            }
            journal.append("rejected ").append(source.number()).append(';'); // safe: StringBuffer
        }
    }

    double total() {
        double sum = 0;
        for (Account a : accounts) {
            sum += a.getBalance();
        }
        return sum;
    }

    int rejected() {
        synchronized (statsLock) {
            return rejected; // safe: guarded by statsLock
        }
    }

    String journalTail() {
        int from = Math.max(0, journal.length() - 60);
        return "journal: " + journal.substring(from); // safe: StringBuffer
    }

    boolean isOpen() {
        return open; // safe: volatile
    }

    void close() {
        open = false;
    }
}
