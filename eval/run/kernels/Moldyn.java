package kernels;

import java.util.concurrent.CyclicBarrier;

/** Forces between particles that are objects; each thread has its own sums, added up after a barrier. */
final class Moldyn implements Kernels.Kernel {
    private static final int COUNT = 600;
    private static final int STEPS = 25;

    static final class Particle {
        double x, y, z, vx, vy, vz, fx, fy, fz;
    }

    private Particle[] particles;
    private double[][] forces;

    @Override
    public Kernels.Work prepare() {
        particles = new Particle[COUNT];
        forces = new double[Kernels.THREADS][3 * COUNT];
        for (int i = 0; i < COUNT; i++) {
            Particle p = particles[i] = new Particle();
            p.x = i % 10 * 1.1;
            p.y = i / 10 % 10 * 1.1;
            p.z = i / 100 * 1.1;
        }
        CyclicBarrier barrier = new CyclicBarrier(Kernels.THREADS);
        return thread -> {
            for (int step = 0; step < STEPS; step++) {
                double[] mine = forces[thread];
                for (int i = thread; i < COUNT; i += Kernels.THREADS) {
                    Particle p = particles[i];
                    for (int j = i + 1; j < COUNT; j++) {
                        Particle q = particles[j];
                        double dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
                        double r2 = dx * dx + dy * dy + dz * dz;
                        if (r2 < 6) {
                            double f = 1 / (r2 * r2 + 0.1);
                            mine[3 * i] += f * dx;
                            mine[3 * i + 1] += f * dy;
                            mine[3 * i + 2] += f * dz;
                            mine[3 * j] -= f * dx;
                            mine[3 * j + 1] -= f * dy;
                            mine[3 * j + 2] -= f * dz;
                        }
                    }
                }
                barrier.await();
                for (int i = thread; i < COUNT; i += Kernels.THREADS) {
                    Particle p = particles[i];
                    p.fx = p.fy = p.fz = 0;
                    for (double[] some : forces) {
                        p.fx += some[3 * i];
                        p.fy += some[3 * i + 1];
                        p.fz += some[3 * i + 2];
                    }
                    p.vx += p.fx * 0.001;
                    p.vy += p.fy * 0.001;
                    p.vz += p.fz * 0.001;
                    p.x += p.vx * 0.001;
                    p.y += p.vy * 0.001;
                    p.z += p.vz * 0.001;
                }
                barrier.await();
            }
        };
    }

    @Override
    public long check() {
        double sum = 0;
        for (Particle p : particles) {
            sum += p.x + p.y + p.z;
        }
        return Math.round(sum);
    }
}
