package heldout.clubaccounts;

import java.util.*;

class Treasury {
    private final List<Account> accounts;
    private final List<String> journal = new ArrayList<>();
    private final Object journalLock = new Object();

    Treasury(List<Account> accounts) {
        this.accounts = List.copyOf(accounts);
    }

    boolean transfer(Account from, Account to, long cents) {
        if (from == to) return false;
        Account first = from.number() < to.number() ? from : to;
        Account second = first == from ? to : from;
        try (Account.Hold a = first.hold(); Account.Hold b = second.hold()) {
            if (from.balance() < cents) {
                return false;
            }
            from.book(-cents);
            to.book(cents);
        }
        write(from.number() + "->" + to.number() + ": " + cents);
        return true;
    }

    void fee(Account account, long cents) {
        try (Account.Hold h = account.hold()) {
            account.book(-cents);
            write("fee " + account.number());
        }
    }

    long total() {
        Deque<Account.Hold> holds = new ArrayDeque<>();
        try {
            for (Account a : accounts) { // safe: immutable list
                holds.push(a.hold()); // safe: the deque is local
            }
            long sum = 0;
            for (Account a : accounts) {
                sum += a.balance();
            }
            return sum;
        } finally {
            while (!holds.isEmpty()) {
                holds.pop().close();
            }
        }
    }

    private void write(String line) {
        synchronized (journalLock) {
            journal.add(line); // safe: journalLock
        }
    }

    List<String> journal() {
        synchronized (journalLock) {
            return new ArrayList<>(journal); // safe: a copy, made under journalLock
        }
    }
}
