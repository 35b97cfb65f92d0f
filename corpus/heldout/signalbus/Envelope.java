package heldout.signalbus;

/** An event on its way to its subscribers. */
final class Envelope {
    private final Object event;
    private String id;
    private int priority;
    private int deliveries;

    Envelope(Object event) {
        this.event = event;
    }

    Envelope withId(String newId) {
        id = newId; // safe: before the envelope is dispatched
        return this;
    }

    Envelope withPriority(int newPriority) {
        priority = newPriority; // safe: before the envelope is dispatched
        return this;
    }

    Object open() {
        deliveries++; // race:deliveries
        return event;
    }

    boolean wellFormed() {
        return id != null && priority >= 0; // safe: not changed since the dispatch
    }
}
