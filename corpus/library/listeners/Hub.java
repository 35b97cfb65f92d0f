package library.listeners;

import java.util.ArrayList;
import java.util.List;

/** Events reach listeners that callers pass. */
public class Hub {
    public interface Listener {
        void on(Event event);
    }

    public static final class Event {
        int seen;
        final String text;

        public Event(String text) {
            this.text = text;
        }

        void see() {
            seen++; // safe: an event of the caller
        }
    }

    private final List<Listener> listeners = new ArrayList<>();
    private Event last;

    public synchronized void add(Listener listener) {
        listeners.add(listener); // race:listeners
    }

    public void fire(Event event) {
        event.see();
        for (Listener listener : listeners) { // race:listeners
            listener.on(event);
        }
        last = event; // race:last
    }

    public String last() {
        Event event = last; // race:last
        return event == null ? "" : event.text;
    }
}
