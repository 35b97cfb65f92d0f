package heldout.matching;

class Order {
    final long id;
    final String client;
    final Side side;
    final int price;
    private int open;

    Order(long id, String client, Side side, int price, int qty) {
        this.id = id;
        this.client = client;
        this.side = side;
        this.price = price;
        this.open = qty; // safe: before the order is queued
    }

    int open() {
        return open; // safe: engine thread, or main after the engine was joined
    }

    void fill(int qty) {
        open -= qty; // safe: engine thread only
    }
}
