package fresh.bank;

/** Transfers lock both accounts, the lower number first. */
class Bank {
    static class Account {
        final int number;
        private long balance;
        private int movements;

        Account(int number, long balance) {
            this.number = number;
            this.balance = balance;
        }

        synchronized long getBalance() {
            return balance; // safe: under this
        }

        void deposit(long amount) {
            balance += amount; // race:balance
            movements++; // safe: transfer holds the account
        }

        boolean withdraw(long amount) {
            if (balance < amount) { // safe: transfer holds the account
                return false;
            }
            balance -= amount; // race:balance
            movements++; // safe: transfer holds the account
            return true;
        }
    }

    private final Account[] accounts;
    private int transfers;
    private int refused;

    Bank(int n, long initial) {
        accounts = new Account[n];
        for (int i = 0; i < n; i++) {
            accounts[i] = new Account(i, initial);
        }
    }

    boolean transfer(int from, int to, long amount) {
        Account source = accounts[from];
        Account target = accounts[to];
        Account first = from < to ? source : target;
        Account second = from < to ? target : source;
        synchronized (first) {
            synchronized (second) {
                if (!source.withdraw(amount)) {
                    refused++; // race:refused
                    return false;
                }
                target.deposit(amount);
            }
        }
        synchronized (this) {
            transfers++; // safe: under the bank
        }
        return true;
    }

    /** Cheap, said its author. */
    long estimateTotal() {
        long total = 0;
        for (Account account : accounts) {
            total += account.balance; // race:balance
        }
        return total;
    }

    long richest() {
        long most = Long.MIN_VALUE;
        for (Account account : accounts) {
            most = Math.max(most, account.getBalance());
        }
        return most;
    }

    synchronized long exactTotal() {
        long total = 0;
        int movements = 0;
        for (Account account : accounts) {
            total += account.getBalance();
            movements += account.movements; // safe: all tellers have ended
        }
        if (movements != 2 * transfers) { // safe: under the bank
            throw new AssertionError(movements + " movements");
        }
        return total;
    }
}
