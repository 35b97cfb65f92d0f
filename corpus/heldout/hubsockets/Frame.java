package heldout.hubsockets;

/** One message as it travels from the sender through the hub to the receivers. */
final class Frame {
    private final String room;
    private final String payload;
    private String origin;
    private int deliveries;

    Frame(String room, String payload) {
        this.room = room;
        this.payload = payload;
    }

    Frame from(String sender) {
        this.origin = sender; // safe: set before the frame is queued anywhere
        return this;
    }

    String room() {
        return room;
    }

    String payload() {
        return payload;
    }

    String origin() {
        return origin; // safe: written before the queue hand-over
    }

    void delivered() {
        deliveries++; // race:deliveries missed: one object is put into several queues
    }
}
