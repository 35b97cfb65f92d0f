package heldout.ledger2;

import java.util.ArrayList;
import java.util.List;

class Ledger {
    private final Guard books = new Guard();
    private final Guard vault = new Guard();
    private final List<String> entries = new ArrayList<>();
    private long balance;
    private long fees;
    private int cash = 20;
    private int version;

    void deposit(int amount) {
        books.run(() -> {
            balance += amount; // race:balance1
            entries.add("in " + amount); // safe: under books
        });
        bump();
    }

    void charge(int amount) {
        try (Guard.Scope s = books.enter()) {
            fees += amount; // race:fees
            apply("fee", amount);
        }
    }

    private void apply(String what, int amount) {
        balance -= amount; // race:balance2
        entries.add(what + " " + amount); // safe: every caller holds books
    }

    void waive(int amount) {
        vault.run(() -> {
            fees -= amount; // race:fees
            cash -= 1; // safe: cash is always under vault
        });
    }

    void refill() {
        try (Guard.Scope s = vault.enter()) {
            cash += 5; // safe: under vault
        }
    }

    private synchronized void bump() {
        version++; // safe: monitor of the ledger
    }

    int version() {
        synchronized (this) {
            return version; // safe: same monitor as bump
        }
    }

    long peek() {
        return balance; // race:balance1,balance2
    }

    int entryCount() {
        return books.call(() -> entries.size()); // safe: under books
    }

    int cash() {
        return vault.call(() -> cash); // safe: under vault
    }

    @Override
    public String toString() {
        return "Ledger " + balance // safe: printed after all joins
                + " fees " + fees; // safe: printed after all joins
    }
}
