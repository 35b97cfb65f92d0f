package heldout.account2;

/** The repaired kind of account: a transfer holds both monitors, in id order. */
final class Vault {

    private final int id;
    private long cents;

    Vault(int id, long cents) {
        this.id = id;
        this.cents = cents;
    }

    static void transfer(Vault from, Vault to, long sum) {
        Vault first = from.id < to.id ? from : to;
        Vault second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                if (from.cents < sum) { // safe: both vaults are locked
                    return;
                }
                from.cents -= sum; // safe: both vaults are locked
                to.cents += sum; // safe: both vaults are locked
            }
        }
    }

    synchronized long balance() {
        return cents; // safe: every access holds this vault's monitor
    }

    int id() {
        return id;
    }
}
