package heldout.elementstate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

public class Main {

    static class Particle {
        private double position;
        private double speed = 1;
        private double pressure;
        private Particle neighbour;

        void advance() {
            position += speed; // safe: every particle occurs once in the list
            speed *= 0.99; // safe: every particle occurs once in the list
        }

        void push() {
            neighbour.pressure += speed; // race:pressure
            pressure *= 0.5; // race:pressure
        }
    }

    static class Sensor {
        private int ticks;
        private int probes;

        void tick() {
            ticks++; // race:ticks
        }

        void probe() {
            probes++; // safe: called through a set of distinct sensors
        }
    }

    static class Customer {
        private long spent;
        private int visits;
    }

    static class Order {
        private final Customer customer;
        private final long cents;
        private String state = "open";

        Order(Customer customer, long cents) {
            this.customer = customer;
            this.cents = cents;
        }

        void settle() {
            state = "settled"; // safe: own order
            customer.spent += cents; // race:spent
        }
    }

    record Team(String name, List<Player> members) { }

    static class Player {
        private int score;
        private int level;

        void train(int points) {
            score += points; // safe: a player belongs to one team
            if (score > 10) { // safe: a player belongs to one team
                level++; // safe: a player belongs to one team
            }
        }
    }

    static void particles() {
        List<Particle> particles = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            particles.add(new Particle());
        }
        for (int i = 0; i < 200; i++) {
            particles.get(i).neighbour = particles.get((i + 1) % 200); // safe: before the parallel part
        }
        particles.parallelStream().forEach(Particle::advance);
        particles.parallelStream().forEach(Particle::push);
        double sum = particles.parallelStream().mapToDouble(p -> p.position + p.pressure).sum(); // safe: only reads in this stream
        System.out.println("particles " + (sum > 0));
    }

    static void sensors() {
        List<Sensor> roster = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Sensor s = new Sensor();
            roster.addAll(Collections.nCopies(3, s));
        }
        roster.parallelStream().forEach(Sensor::tick);
        Set<Sensor> distinct = new LinkedHashSet<>(roster);
        distinct.parallelStream().forEach(Sensor::probe);
        int probes = distinct.stream().mapToInt(s -> s.probes).sum(); // safe: after the terminal operation
        System.out.println("sensors " + probes + " " + (roster.get(0).ticks > 0)); // safe: after the terminal operation
    }

    static void orders() {
        Map<String, Customer> customers = new HashMap<>();
        List<Order> orders = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            Customer c = customers.computeIfAbsent("customer" + i % 7, k -> new Customer()); // safe: still sequential
            orders.add(new Order(c, i));
        }
        orders.parallelStream().forEach(Order::settle);
        customers.values().parallelStream().forEach(c -> c.visits++); // safe: every customer once
        long open = orders.stream().filter(o -> o.state.equals("open")).count(); // safe: after the terminal operation
        System.out.println("orders " + open + " " + (customers.get("customer0").visits == 1)); // safe: after the terminal operation
    }

    static void teams() {
        List<Team> teams = IntStream.range(0, 10)
                .mapToObj(t -> new Team("team" + t, IntStream.range(0, 5).mapToObj(p -> new Player()).toList()))
                .toList();
        teams.parallelStream().forEach(team -> {
            for (Player p : team.members()) {
                p.train(team.name().length());
                p.train(7);
            }
        });
        teams.parallelStream().flatMap(t -> t.members().stream()).forEach(p -> p.train(1));
        int levels = teams.stream().flatMap(t -> t.members().stream()).mapToInt(p -> p.level).sum(); // safe: after the terminal operation
        System.out.println("levels " + levels);
    }

    public static void main(String[] args) {
        particles();
        sensors();
        orders();
        teams();
    }
}
