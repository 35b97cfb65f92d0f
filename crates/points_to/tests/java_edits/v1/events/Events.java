package events;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** Listeners as lambdas, method references and inner classes. */
public class Events {
    record Event(String name, Object source) {}

    private final List<Consumer<Event>> listeners = new ArrayList<>();
    private Event seen;

    void on(Consumer<Event> listener) {
        listeners.add(listener);
    }

    void fire(Event event) {
        Iterator<Consumer<Event>> all = listeners.iterator();
        while (all.hasNext()) {
            all.next().accept(event);
        }
    }

    void remember(Event event) {
        seen = event;
    }

    class Printer implements Consumer<Event> {
        @Override
        public void accept(Event event) {
            System.out.println(event + " after " + seen);
        }
    }

    public static void main(String[] args) {
        Events events = new Events();
        events.on(events::remember);
        events.on(event -> System.out.println(event.source()));
        events.on(events.new Printer());
        events.fire(new Event("start", events));
        events.fire(new Event("stop", new Object[] {events, args}));
    }
}
