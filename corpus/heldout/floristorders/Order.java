package heldout.floristorders;

import java.util.List;

/** One customer order. Created by the shop front, then handed from stage to stage. */
final class Order {

    enum Status { NEW, RESERVED, PRICED, PACKED }

    private final long id;
    private final String customer;
    private final List<Item> items;
    private Status status = Status.NEW;
    private String courier;
    private volatile boolean express;

    Order(long id, String customer, List<Item> items) {
        this.id = id;
        this.customer = customer;
        this.items = List.copyOf(items);
    }

    long id() {
        return id; // safe: final field
    }

    String customer() {
        return customer;
    }

    List<Item> items() {
        return items; // safe: final and immutable
    }

    Status status() {
        return status; // race:status
    }

    void moveTo(Status next) {
        status = next; // race:status
    }

    void assignCourier(String name) {
        courier = name; // safe: only the pack stage writes, readers come after join (false alarm: which order a stage of a future works on is not known)
    }

    String courier() {
        return courier; // safe: read after the stage is complete (false alarm: as above)
    }

    boolean express() {
        return express; // safe: volatile
    }

    void express(boolean value) {
        express = value; // safe: volatile
    }

    /** A position of an order. */
    static final class Item {
        final String flower;
        final int stems;

        Item(String flower, int stems) {
            this.flower = flower;
            this.stems = stems;
        }
    }
}
