package heldout.orderbooktwo;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

final class Account {
    private final String id;
    private final Map<String, Integer> positions = new HashMap<>();
    private long cash;

    Account(String id, long cash) {
        this.id = id;
        this.cash = cash;
    }

    String id() {
        return id;
    }

    void pay(long amount) {
        cash -= amount; // race:cash missed: locks of different accounts may be the same
    }

    void receive(long amount) {
        cash += amount; // race:cash missed: as above
    }

    void move(String symbol, int delta) {
        positions.merge(symbol, delta, Integer::sum); // race:positions missed: as above
    }

    /** For the end of the session. */
    long balance() {
        return cash; // safe: engines were joined
    }

    /** For the end of the session. */
    int netPosition() {
        return positions.values().stream().mapToInt(Integer::intValue).sum(); // safe: engines were joined
    }

    boolean canAfford(long amount) {
        synchronized (this) {
            return cash >= amount; // race:cash missed: as above
        }
    }
}

/** Moves money and shares after a trade. */
final class Clearing {
    private final ConcurrentHashMap<String, Account> accounts = new ConcurrentHashMap<>();
    private final ReentrantLock feeLock = new ReentrantLock();
    private long fees;

    void open(Account account) {
        accounts.put(account.id(), account); // safe: concurrent map
    }

    void settle(Trade trade) {
        Account buyer = accounts.get(trade.buyer());
        Account seller = accounts.get(trade.seller());
        long amount = trade.price() * trade.quantity();
        synchronized (buyer) {
            buyer.pay(amount);
            buyer.move(trade.symbol(), trade.quantity());
            seller.receive(amount);
            seller.move(trade.symbol(), -trade.quantity());
        }
        feeLock.lock();
        try {
            fees++; // safe: feeLock
        } finally {
            feeLock.unlock();
        }
    }

    long fees() {
        feeLock.lock();
        try {
            return fees; // safe: feeLock
        } finally {
            feeLock.unlock();
        }
    }
}
