package events;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Listeners as lambdas, and events as a class. */
public class Events {
    static class Event {
        final String name;
        final Object source;

        Event(String name, Object source) {
            this.name = name;
            this.source = source;
        }

        Object source() {
            return source;
        }
    }

    private final List<Consumer<Event>> listeners = new ArrayList<>();
    private Event seen;

    void on(Consumer<Event> listener) {
        listeners.add(listener);
    }

    void fire(Event event) {
        listeners.forEach(listener -> listener.accept(event));
        seen = event;
    }

    public static void main(String[] args) {
        Events events = new Events();
        List<Object> sources = new ArrayList<>();
        events.on(event -> sources.add(event.source()));
        events.fire(new Event("start", events));
        System.out.println(sources.stream().map(Object::toString).collect(Collectors.toList()));
    }
}
