package heldout.eventbusthree;

import java.util.HashMap;
import java.util.Map;

sealed interface Event permits Event.OrderPlaced, Event.PriceChanged, Event.UserLoggedIn {
    record OrderPlaced(String sku, int quantity) implements Event {}

    record PriceChanged(String sku, long cents) implements Event {}

    record UserLoggedIn(String user) implements Event {}
}

interface Listener {
    void on(Envelope envelope);
}

final class Envelope {
    private final long sequence;
    private final Event event;
    private final Map<String, String> headers = new HashMap<>();
    private int deliveries;
    private volatile String failure;

    Envelope(long sequence, Event event, String source) {
        this.sequence = sequence;
        this.event = event;
        headers.put("source", source); // safe: not yet published
    }

    long sequence() {
        return sequence;
    }

    Event event() {
        return event;
    }

    String source() {
        return headers.get("source"); // race:headers
    }

    void stampDispatched(int listeners) {
        headers.put("listeners", Integer.toString(listeners)); // race:headers
    }

    void delivered() {
        deliveries++; // race:deliveries
    }

    int deliveries() {
        return deliveries; // safe: only read once the completion future of this envelope is done
    }

    void failed(String message) {
        failure = message; // safe: volatile
    }

    String failure() {
        return failure; // safe: volatile
    }
}
