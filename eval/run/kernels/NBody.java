package kernels;

/** Bodies that are objects with plain fields; each thread simulates its own system. */
final class NBody implements Kernels.Kernel {
    private static final int STEPS = 60_000;

    static final class Body {
        double x, y, z, vx, vy, vz, mass;

        Body(int i) {
            x = i * 1.7;
            y = i * 0.9 - 2;
            z = i * 0.3;
            vx = 0.1 * i;
            vy = 0.2;
            mass = 1 + i;
        }
    }

    private Body[][] systems;

    @Override
    public Kernels.Work prepare() {
        systems = new Body[Kernels.THREADS][5];
        for (Body[] system : systems) {
            for (int i = 0; i < system.length; i++) {
                system[i] = new Body(i);
            }
        }
        return thread -> {
            Body[] bodies = systems[thread];
            for (int step = 0; step < STEPS; step++) {
                for (int i = 0; i < bodies.length; i++) {
                    Body a = bodies[i];
                    for (int j = i + 1; j < bodies.length; j++) {
                        Body b = bodies[j];
                        double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
                        double d2 = dx * dx + dy * dy + dz * dz + 0.01;
                        double mag = 0.0001 / (d2 * Math.sqrt(d2));
                        a.vx -= dx * b.mass * mag;
                        a.vy -= dy * b.mass * mag;
                        a.vz -= dz * b.mass * mag;
                        b.vx += dx * a.mass * mag;
                        b.vy += dy * a.mass * mag;
                        b.vz += dz * a.mass * mag;
                    }
                }
                for (Body body : bodies) {
                    body.x += 0.0001 * body.vx;
                    body.y += 0.0001 * body.vy;
                    body.z += 0.0001 * body.vz;
                }
            }
        };
    }

    @Override
    public long check() {
        return Math.round(1e6 * systems[0][1].x);
    }
}
