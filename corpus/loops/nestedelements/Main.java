package loops.nestedelements;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Ships have a place, a course and a crew of their own, but some of them were built with one object for all. */
public final class Main {
    static final class Vector {
        double x;
        double y;

        Vector(double x, double y) {
            this.x = x;
            this.y = y;
        }

        void add(Vector other, double factor) {
            x += other.x * factor; // race:harbourX
            y += other.y * factor; // race:harbourY
        }
    }

    static final class Course {
        final Vector speed = new Vector(1, 0.5);
        int turns;
        final Vector target;

        Course(Vector target) {
            this.target = target;
        }
    }

    static final class Ship {
        final Vector place;
        final Course course;
        final List<String> crew = new ArrayList<>();
        double[] log = new double[4];

        Ship(Vector place, Vector target) {
            this.place = place;
            this.course = new Course(target);
        }
    }

    static List<Ship> fleet(int count, Vector target) {
        List<Ship> ships = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ships.add(new Ship(new Vector(i, -i), target));
        }
        return ships;
    }

    static void sail(List<Ship> ships) {
        ships.parallelStream().forEach(ship -> {
            ship.place.x += ship.course.speed.x; // safe: place and speed of one ship
            ship.place.y += ship.course.speed.y; // safe: place and speed of one ship
            ship.course.turns++; // safe: the course of one ship
            ship.course.speed.x *= 0.5; // safe: the speed of one ship
            ship.log[ship.course.turns % 4] = ship.place.x; // safe: the log of one ship
            ship.crew.add("sailor " + ship.course.turns); // safe: the crew of one ship
            ship.course.target.x += 0.1; // race:target
        });
    }

    public static void main(String[] args) {
        Vector lighthouse = new Vector(50, 50);
        List<Ship> ships = fleet(64, lighthouse);
        for (int step = 0; step < 3; step++) {
            sail(ships);
        }
        Vector harbour = new Vector(0, 0);
        List<Ship> moored = IntStream.range(0, 64)
                .mapToObj(i -> new Ship(harbour, new Vector(i, i)))
                .collect(Collectors.toList());
        moored.parallelStream().forEach(ship -> {
            ship.place.add(ship.course.speed, 0.25);
            ship.course.target.y -= 1; // safe: here each ship has a target of its own (false alarm: what a constructor was given from outside is not told from other calls)
        });
        double sum = 0;
        for (Ship ship : ships) {
            sum += ship.place.x + ship.log[1] + ship.crew.size(); // safe: the loops have ended
        }
        System.out.println(sum + " " + moored.get(7).course.target.y); // safe: the loops have ended
        if (harbour.x < 0 || lighthouse.x < 50) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
