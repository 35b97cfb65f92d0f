package heldout.particlebox;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

public class Main {
    static class Species {
        final String name;
        int bounces;

        Species(String name) {
            this.name = name;
        }
    }

    static class Vec {
        double x;
        double y;
    }

    static class Particle {
        double px, py, vx, vy, fx, fy;
        double energy = 1;
        int sightings;
        int visits;
        final Species species;
        final Vec drift = new Vec();
        Particle next;

        Particle(Species species, double px, double py) {
            this.species = species;
            this.px = px; // safe: not shared yet
            this.py = py;
        }

        void move(double dt) {
            vx += fx * dt; // safe: own element
            vy += fy * dt; // safe: own element
            px += vx * dt; // safe: own element
            py += vy * dt; // safe: own element
            drift.x += vx * dt; // safe: each particle has its own drift
            drift.y += vy * dt; // safe: each particle has its own drift
            if (px < 0 || px > 100) {
                vx = -vx; // safe: own element
                species.bounces++; // race:bounces
            }
        }
    }

    private final List<Particle> all = new ArrayList<>();

    Main(int n) {
        Species light = new Species("light");
        Species heavy = new Species("heavy");
        Random rnd = new Random(5);
        for (int i = 0; i < n; i++) {
            Particle p = new Particle(i % 3 == 0 ? heavy : light, rnd.nextDouble() * 100, rnd.nextDouble() * 100);
            p.vx = rnd.nextDouble() * 40 - 20;
            all.add(p);
        }
        for (int i = 0; i < n; i++) {
            all.get(i).next = all.get((i + 1) % n);
        }
    }

    void pairForces() {
        IntStream.range(0, all.size()).parallel().forEach(i -> {
            Particle a = all.get(i); // safe: list is only read
            for (int j = i + 1; j < all.size(); j++) {
                Particle b = all.get(j);
                double f = 0.01 / (1 + Math.abs(a.px - b.px)); // safe: positions do not change here
                a.fx += f; // race:fx
                b.fx -= f; // race:fx
            }
        });
    }

    void verticalForces() {
        all.parallelStream().forEach(a -> {
            double sum = 0;
            for (Particle b : all) {
                sum += 0.01 / (1 + Math.abs(a.py - b.py)); // safe: positions do not change here
            }
            a.fy = sum; // safe: own element
        });
    }

    void exchangeEnergy() {
        all.parallelStream().forEach(p -> {
            double other = p.next.energy; // race:energy
            p.energy += 0.1 * other; // race:energy
        });
    }

    void watch() {
        List<Particle> watched = new ArrayList<>(all.subList(0, 50));
        watched.addAll(all.subList(20, 70));
        watched.parallelStream().forEach(p -> p.sightings++); // race:sightings
        new HashSet<>(watched).parallelStream().forEach(p -> p.visits++); // safe: a set holds each particle once
        int sightings = 0;
        int visits = 0;
        for (Particle p : all) {
            sightings += p.sightings; // safe: after the loop
            visits += p.visits; // safe: after the loop
        }
        System.out.println("sightings=" + sightings + " visits=" + visits);
    }

    public static void main(String[] args) {
        Main box = new Main(300);
        for (int step = 0; step < 10; step++) {
            box.pairForces();
            box.verticalForces();
            box.all.parallelStream().forEach(p -> p.move(0.05));
            box.exchangeEnergy();
        }
        box.watch();
        Species s = box.all.get(0).species;
        System.out.println(s.name + " bounced " + s.bounces); // safe: after the loops
        System.out.printf("drift %.3f%n", box.all.stream().mapToDouble(p -> p.drift.x).sum());
    }
}
