package conflicts.builders;

import java.util.ArrayList;
import java.util.List;

/** Builders: each thread has its own, and one is passed around. */
public final class Main {
    static final class Tour {
        final String name;
        final List<String> stops;
        final int days;

        private Tour(Builder builder) {
            this.name = builder.name; // race:name
            this.stops = List.copyOf(builder.stops); // race:stops
            this.days = builder.days; // safe: no shared builder has it set after start
        }

        static final class Builder {
            private String name = "tour";
            private final List<String> stops = new ArrayList<>();
            private int days;

            Builder name(String value) {
                name = value; // race:name
                return this;
            }

            Builder stop(String value) {
                stops.add(value); // race:stops
                return this;
            }

            Builder days(int value) {
                days = value; // safe: on builders of one thread only
                return this;
            }

            Tour build() {
                return new Tour(this);
            }
        }
    }

    static int own(String city) {
        Tour tour = new Tour.Builder().name(city).stop("museum").stop("harbour").days(2).build();
        return tour.stops.size() + tour.days; // safe: final fields, and nobody else has it
    }

    public static void main(String[] args) throws InterruptedException {
        Tour.Builder shared = new Tour.Builder().name("grand tour").days(7);
        int[] sums = new int[2];
        Thread guide = new Thread(() -> {
            shared.stop("Rome").name("Italy");
            sums[0] = own("Lyon"); // safe: its own element
        });
        Thread agent = new Thread(() -> {
            try {
                sums[1] = own("Graz") + shared.build().days; // safe: its own element
            } catch (RuntimeException e) {
                sums[1] = -1; // safe: its own element
            }
        });
        guide.start();
        agent.start();
        guide.join();
        agent.join();
        System.out.println(sums[0] + " " + shared.build().stops); // safe: after join
    }
}
