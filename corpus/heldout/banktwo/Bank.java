package heldout.banktwo;

import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

final class Bank {
    private final List<Account> accounts;
    private final BlockingQueue<String> journal = new LinkedBlockingQueue<>();
    private final AtomicLong transfers = new AtomicLong();
    private volatile Map<String, Integer> feeTable = Map.of("transfer", 2);

    Bank(List<Account> accounts) {
        this.accounts = List.copyOf(accounts);
    }

    List<Account> accounts() {
        return accounts;
    }

    BlockingQueue<String> journal() {
        return journal;
    }

    int fee(String kind) {
        return feeTable.getOrDefault(kind, 0); // safe: immutable map behind a volatile
    }

    void publishFees(Map<String, Integer> fees) {
        feeTable = Map.copyOf(fees); // safe: immutable map behind a volatile
    }

    boolean transfer(Account from, Account to, long cents) {
        Account first = from.id() < to.id() ? from : to;
        Account second = first == from ? to : from;
        first.lock().lock();
        try {
            second.lock().lock();
            try {
                if (!from.withdraw("out", cents)) {
                    return false;
                }
                to.deposit("in", cents);
            } finally {
                second.lock().unlock();
            }
        } finally {
            first.lock().unlock();
        }
        transfers.incrementAndGet();
        journal.add(from.id() + ">" + to.id() + ":" + cents);
        return true;
    }

    long audit() {
        accounts.forEach(a -> a.lock().lock());
        try {
            long sum = 0;
            for (Account account : accounts) {
                sum += account.lockedBalance();
            }
            return sum;
        } finally {
            accounts.forEach(a -> a.lock().unlock());
        }
    }

    long transfers() {
        return transfers.get();
    }
}
