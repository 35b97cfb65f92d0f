package loops.helpers;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Particles go through methods that hand back what they got: the shared one goes the same way as the own ones. */
public final class Main {
    static final class Particle {
        double x;
        double y;
        double z;
        int hits;
        int moves;
    }

    static final class Box<T> {
        private T content;

        Box<T> put(T value) {
            content = value; // safe: each box is made by the iteration that uses it
            return this;
        }

        T get() {
            return content; // safe: each box is made by the iteration that uses it
        }
    }

    static Particle returnMyself(Particle particle) {
        return particle;
    }

    static <T> T same(T value) {
        return Objects.requireNonNull(value);
    }

    static Particle pick(boolean first, Particle one, Particle other) {
        return first ? one : other;
    }

    static void push(Particle particle) {
        particle.moves++; // safe: called with elements only
    }

    static void hit(Particle particle) {
        particle.hits++; // race:hits
    }

    static Particle copy(Particle from) {
        Particle to = new Particle();
        to.x = from.x; // safe: the origin is never written in loops
        to.y = from.y; // race:shared
        return to;
    }

    public static void main(String[] args) {
        List<Particle> particles = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Particle particle = new Particle();
            particle.x = i;
            particles.add(particle);
        }
        Particle shared = new Particle();
        Particle target = new Particle();
        Function<Particle, Particle> identity = Function.identity();
        UnaryOperator<Particle> twice = particle -> same(returnMyself(particle));
        particles.parallelStream().forEach(particle -> {
            Particle a = returnMyself(shared);
            Particle b = returnMyself(new Particle());
            b.x = a.x; // safe: b is new, and nobody writes the x of the shared one
            b.y = 1; // safe: b is new
            Particle c = same(particle);
            c.x += b.x; // safe: c is the element
            Particle d = same(shared);
            d.y += 1; // race:shared
            Particle e = new Box<Particle>().put(new Particle()).get();
            e.x = 2; // safe: e is new
            Particle f = new Box<Particle>().put(target).get();
            f.z = c.x; // race:target
            Particle g = identity.apply(twice.apply(particle));
            g.z += 1; // safe: g is the element
            Particle h = copy(shared);
            h.x += 1; // safe: h is a copy
            push(particle);
            push(new Particle());
            hit(pick(particle.x > 50, particle, shared));
            Optional.of(particle).map(Main::returnMyself).ifPresent(p -> p.y = h.x); // safe: p is the element
        });
        double sum = 0;
        for (Particle particle : particles) {
            sum += particle.x + particle.z + particle.moves; // safe: forEach has ended
        }
        System.out.println(sum);
        if (shared.y < 0 || shared.hits > 100 || target.z < 0) { // safe: forEach has ended
            throw new AssertionError();
        }
    }
}
