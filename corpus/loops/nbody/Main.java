package loops.nbody;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Bodies that pull each other. The loop that moves them also follows their center of mass, which all iterations share.
 *
 * <p>After Fig. 2 of "Effective Techniques for Static Race Detection in Java Parallel Loops" (Radoi and Dig), in our own
 * words and with the real streams. The answer is that of its Fig. 3: one loop, the forEach of {@code compute}, with 12 races
 * in three groups, where a group is an object by its allocation and a race is a write (a) with an access (b) of another
 * iteration:
 *
 * <pre>
 * ArrayList, made for the field history: 1 race
 *   (a) history.add            (b) history.add
 * Particle, made in the loop for the field centerOfMass: 2 + 2 races
 *   .x (a) the write of x      (b) the same write, and the read of oldCOM.x beside it [2x on one line]
 *   .y (a) the write of y      (b) the same write, and the read of oldCOM.y beside it [2x on one line]
 * NBody, made in main: 7 races
 *   .centerOfMass
 *      (a) the write centerOfMass = new Particle()
 *      (b) the read into oldCOM; the same write; the read under the lock, for m; the reads for x and for y; the read for
 *          println; the read for history.add
 * </pre>
 *
 * <p>Nothing on the particles' own fields, on System.out, or on m, which is used under the lock only.
 */
public final class Main {
    public static void main(String[] args) {
        NBody simulation = new NBody();
        simulation.compute();
        simulation.report();
    }

    /** Has no constructor and no initial values, so that making one writes nothing. */
    static final class Particle {
        double x;
        double y;
        double vX;
        double vY;
        double fX;
        double fY;
        double m;

        @Override
        public String toString() {
            return "a center of mass";
        }
    }

    static final class NBody {
        private static final int BODIES = 8;
        private static final int STEPS = 2;
        private static final double DT = 0.125;

        private final Object lock = new Object();
        private Set<Particle> particles;
        private Particle centerOfMass = new Particle();
        private final List<Particle> history = new ArrayList<>(256);

        void compute() {
            particles = IntStream.range(0, BODIES).parallel().mapToObj(i -> {
                Particle p = new Particle();
                p.x = i * 3 % BODIES; // safe: made by this iteration
                p.y = i * 5 % BODIES; // safe: made by this iteration
                p.m = 1 + i; // safe: made by this iteration
                return p;
            }).collect(Collectors.toCollection(HashSet::new));
            for (int step = 0; step < STEPS; step++) {
                updateForce();
                particles.parallelStream().forEach(p -> {
                    p.vX += p.fX / p.m * DT; // safe: each particle is one element
                    p.vY += p.fY / p.m * DT; // safe: each particle is one element
                    p.x += p.vX * DT; // safe: each particle is one element
                    p.y += p.vY * DT; // safe: each particle is one element

                    Particle oldCOM = centerOfMass; // race:centerOfMass
                    centerOfMass = new Particle(); // race:centerOfMass

                    synchronized (lock) {
                        centerOfMass.m = oldCOM.m + p.m; // race:centerOfMass
                    }
                    centerOfMass.x = oldCOM.x + p.x / BODIES; // race:centerOfMass,x
                    centerOfMass.y = oldCOM.y + p.y / BODIES; // race:centerOfMass,y

                    System.out.println(centerOfMass); // race:centerOfMass
                    history.add(centerOfMass); // race:centerOfMass,history
                });
            }
        }

        private void updateForce() {
            for (Particle p : particles) {
                p.fX = 0; // safe: between the loops
                p.fY = 0; // safe: between the loops
                for (Particle q : particles) {
                    if (p != q) {
                        double dx = q.x - p.x; // safe: between the loops
                        double dy = q.y - p.y; // safe: between the loops
                        double d = Math.sqrt(dx * dx + dy * dy) + 0.01;
                        p.fX += p.m * q.m * dx / (d * d * d); // safe: between the loops
                        p.fY += p.m * q.m * dy / (d * d * d); // safe: between the loops
                    }
                }
            }
        }

        void report() {
            double energy = 0;
            for (Particle p : particles) {
                energy += p.m * (p.vX * p.vX + p.vY * p.vY) / 2; // safe: the loops have ended
            }
            System.out.printf(Locale.ROOT, "energy %.4f%n", energy);
            if (history.size() > BODIES * STEPS || centerOfMass.m <= 0) { // safe: the loops have ended
                throw new AssertionError();
            }
        }
    }
}
