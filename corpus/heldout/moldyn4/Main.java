package heldout.moldyn4;

import java.util.Random;

/** Lennard-Jones particles in a box; threads keep private force arrays which are reduced at a barrier. */
public class Main {
    static final int PARTICLES = 27;
    static final int STEPS = 6;
    static final int THREADS = 2;

    public static void main(String[] args) throws InterruptedException {
        World w = new World(PARTICLES, THREADS, 5.0);
        w.lattice(3, new Random(7));
        Thread[] ts = new Thread[THREADS];
        for (int i = 1; i < THREADS; i++) {
            ts[i] = new Thread(new MdRunner(w, i), "md-" + i);
            ts[i].start();
        }
        new MdRunner(w, 0).run(); // main is worker 0
        for (int i = 1; i < THREADS; i++) {
            ts[i].join();
        }
        System.out.printf("ekin=%.5f epot=%.5f steps=%d%n", w.totalKinetic, w.totalPotential, w.stepsDone); // safe: written by worker 0 = main
        double px = 0;
        for (Particle p : w.one) {
            px += p.vx; // safe: after join
        }
        System.out.printf("momentum %.6f%n", px);
    }
}

class Particle {
    double x, y, z;
    double vx, vy, vz;
    double fx, fy, fz;

    void move(double dt, double side) {
        x = wrap(x + vx * dt, side); // safe: particles are moved by their owner, barrier before others read
        y = wrap(y + vy * dt, side);
        z = wrap(z + vz * dt, side);
    }

    private static double wrap(double c, double side) {
        double r = c % side;
        return r < 0 ? r + side : r;
    }

    void kick(double dt) {
        vx += fx * dt; // safe: owner only
        vy += fy * dt;
        vz += fz * dt;
    }

    double kinetic() {
        return 0.5 * (vx * vx + vy * vy + vz * vz); // safe: owner only
    }
}

/** Reusable barrier on a monitor. */
class Barrier {
    private final int parties;
    private int arrived;
    private int generation;

    Barrier(int parties) {
        this.parties = parties;
    }

    synchronized void await() {
        int mine = generation; // safe: synchronized
        if (++arrived == parties) {
            arrived = 0;
            generation++;
            notifyAll();
            return;
        }
        boolean interrupted = false;
        while (mine == generation) { // safe: synchronized
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

class World {
    final Particle[] one;
    final int threads;
    final double side;
    final double[][][] shForce; // [thread][axis][particle]
    final double[] ekin;
    final double[] epot;
    final Barrier barrier;
    double totalKinetic;
    double totalPotential;
    int stepsDone;

    World(int n, int threads, double side) {
        this.one = new Particle[n];
        this.threads = threads;
        this.side = side;
        this.shForce = new double[threads][3][n];
        this.ekin = new double[threads];
        this.epot = new double[threads];
        this.barrier = new Barrier(threads);
    }

    void lattice(int perSide, Random rnd) {
        double gap = side / perSide;
        for (int i = 0; i < one.length; i++) {
            Particle p = new Particle();
            p.x = gap * (i % perSide);
            p.y = gap * (i / perSide % perSide);
            p.z = gap * (i / (perSide * perSide));
            p.vx = rnd.nextGaussian() * 0.1;
            p.vy = rnd.nextGaussian() * 0.1;
            p.vz = rnd.nextGaussian() * 0.1;
            one[i] = p; // safe: before the workers start
        }
    }
}

class MdRunner implements Runnable {
    private static final double DT = 0.002;
    private final World w;
    private final int id;
    private final int lo;
    private final int hi;

    MdRunner(World w, int id) {
        this.w = w;
        this.id = id;
        int chunk = (w.one.length + w.threads - 1) / w.threads;
        this.lo = id * chunk;
        this.hi = Math.min(w.one.length, lo + chunk);
    }

    @Override
    public void run() {
        for (int step = 0; step < Main.STEPS; step++) {
            for (int i = lo; i < hi; i++) {
                w.one[i].move(DT, w.side);
            }
            w.barrier.await();
            forces();
            w.barrier.await();
            reduce();
            double e = 0;
            for (int i = lo; i < hi; i++) {
                w.one[i].kick(DT);
                e += w.one[i].kinetic();
            }
            w.ekin[id] = e; // safe: own slot, barrier before it is read
            w.barrier.await();
            if (id == 0) {
                summarize();
            }
        }
    }

    private void forces() {
        double[][] f = w.shForce[id];
        for (double[] axis : f) {
            java.util.Arrays.fill(axis, 0.0); // safe: own force arrays, last readers passed a barrier
        }
        double pot = 0;
        for (int i = id; i < w.one.length; i += w.threads) {
            Particle a = w.one[i];
            for (int j = i + 1; j < w.one.length; j++) {
                Particle b = w.one[j];
                double dx = nearest(a.x - b.x); // safe: positions do not change in this phase
                double dy = nearest(a.y - b.y);
                double dz = nearest(a.z - b.z);
                double r2 = dx * dx + dy * dy + dz * dz;
                if (r2 > 6.25 || r2 == 0) {
                    continue;
                }
                double r6 = 1 / (r2 * r2 * r2);
                pot += 4 * (r6 * r6 - r6);
                double k = 48 * r6 * (r6 - 0.5) / r2;
                f[0][i] += dx * k; // safe: own force arrays
                f[1][i] += dy * k;
                f[2][i] += dz * k;
                f[0][j] -= dx * k; // safe: own force arrays although particle j is not ours
                f[1][j] -= dy * k;
                f[2][j] -= dz * k;
            }
        }
        w.epot[id] = pot; // safe: own slot
    }

    private double nearest(double d) {
        if (d > w.side / 2) {
            return d - w.side;
        }
        return d < -w.side / 2 ? d + w.side : d;
    }

    private void reduce() {
        for (int i = lo; i < hi; i++) {
            double x = 0, y = 0, z = 0;
            for (int t = 0; t < w.threads; t++) {
                x += w.shForce[t][0][i]; // safe: after the barrier, cleared only after the next one
                y += w.shForce[t][1][i];
                z += w.shForce[t][2][i];
            }
            Particle p = w.one[i];
            p.fx = x; // safe: owner only
            p.fy = y;
            p.fz = z;
        }
    }

    private void summarize() {
        double k = 0;
        double p = 0;
        for (int t = 0; t < w.threads; t++) {
            k += w.ekin[t]; // safe: rewritten only after barriers this thread takes part in
            p += w.epot[t]; // safe: rewritten only after the next move barrier
        }
        w.totalKinetic = k; // safe: only worker 0, which is main
        w.totalPotential = p;
        w.stepsDone++;
    }
}
