package heldout.plugins;

final class Event {
    final String topic;
    final int sequence;
    private boolean handled;

    Event(String topic, int sequence) {
        this.topic = topic;
        this.sequence = sequence;
    }

    void consume() {
        handled = true; // safe: an event is fired and handled by one thread
    }

    boolean handled() {
        return handled; // safe: an event is fired and handled by one thread
    }
}
