package heldout.orderbooktwo;

final class Order {
    enum Side {
        BUY, SELL
    }

    private final long id;
    private final String accountId;
    private final Side side;
    private final long limit;
    private final int quantity;
    private int remaining;
    private volatile boolean closed;

    Order(long id, String accountId, Side side, long limit, int quantity) {
        this.id = id;
        this.accountId = accountId;
        this.side = side;
        this.limit = limit;
        this.quantity = quantity;
        this.remaining = quantity;
    }

    long id() {
        return id;
    }

    String accountId() {
        return accountId;
    }

    Side side() {
        return side;
    }

    long limit() {
        return limit;
    }

    int open() {
        return remaining; // safe: called by the engine, the only writer (false alarm: that one engine belongs to each symbol is not seen)
    }

    void fill(int n) {
        remaining -= n; // race:remaining
        if (remaining == 0) { // safe: called by the engine, the only writer (false alarm: as above)
            closed = true; // safe: volatile
        }
    }

    void close() {
        closed = true; // safe: volatile
    }

    boolean isClosed() {
        return closed; // safe: volatile
    }

    int filled() {
        return quantity - remaining; // race:remaining
    }
}
