package heldout.moldyn3;

/** The work of one thread; thread 0 also does the bookkeeping. */
class MdRunner implements Runnable {

    static final double BOX = 6.0;
    private static final double CUTOFF = 1.6;
    private static final double DT = 0.005;
    private static final double TARGET = 2.0;

    private final int id;
    private final Barrier barrier;
    private final int low;
    private final int high;
    private double kinetic;

    MdRunner(int id, Barrier barrier) {
        this.id = id;
        this.barrier = barrier;
        int slice = (Main.PARTICLES + Main.THREADS - 1) / Main.THREADS;
        this.low = id * slice;
        this.high = Math.min(Main.PARTICLES, low + slice);
    }

    @Override
    public void run() {
        for (int step = 0; step < Main.STEPS; step++) {
            if (id == 0) {
                Main.epot = 0; // safe: the additions of the steps before and after are behind barriers
            }
            move();
            barrier.await();

            force();
            barrier.await();

            update();
            if (id == 0) {
                rescale(step);
            }
            barrier.await();

            applyScale();
        }
    }

    /** Positions of the own slice. */
    private void move() {
        for (int i = low; i < high; i++) {
            Main.x[i] = wrap(Main.x[i] + DT * Main.vx[i]); // safe: own slice, others read behind the barrier
            Main.y[i] = wrap(Main.y[i] + DT * Main.vy[i]);
        }
    }

    private static double wrap(double p) {
        if (p < 0) {
            return p + BOX;
        }
        return p >= BOX ? p - BOX : p;
    }

    /** Pair forces, rows dealt out cyclically; results go to this thread's private arrays. */
    private void force() {
        double[] fx = Main.shForce[id][0];
        double[] fy = Main.shForce[id][1];
        double energy = 0;
        int pairs = 0;
        for (int i = id; i < Main.PARTICLES; i += Main.THREADS) {
            for (int j = i + 1; j < Main.PARTICLES; j++) {
                double dx = minimumImage(Main.x[i] - Main.x[j]); // safe: nobody moves in this phase
                double dy = minimumImage(Main.y[i] - Main.y[j]);
                double r = Math.sqrt(dx * dx + dy * dy);
                if (r < CUTOFF && r > 0) {
                    double f = (CUTOFF - r) / r;
                    fx[i] += f * dx; // safe: array of this thread
                    fy[i] += f * dy;
                    fx[j] -= f * dx;
                    fy[j] -= f * dy;
                    energy += 0.5 * (CUTOFF - r) * (CUTOFF - r);
                    pairs++;
                }
            }
        }
        synchronized (Main.energyLock) {
            Main.epot += energy; // safe: under energyLock
        }
        Main.interactions += pairs; // race:interactions
    }

    private static double minimumImage(double d) {
        if (d > BOX / 2) {
            return d - BOX;
        }
        return d < -BOX / 2 ? d + BOX : d;
    }

    /** Adds up the force arrays for the own slice and advances the velocities. */
    private void update() {
        double sum = 0;
        for (int i = low; i < high; i++) {
            double fx = 0;
            double fy = 0;
            for (int t = 0; t < Main.THREADS; t++) {
                fx += Main.shForce[t][0][i]; // safe: written before the barrier
                fy += Main.shForce[t][1][i];
                Main.shForce[t][0][i] = 0; // safe: column i belongs to this thread until the next barrier
                Main.shForce[t][1][i] = 0;
            }
            Main.vx[i] += DT * fx;
            Main.vy[i] += DT * fy;
            sum += Main.vx[i] * Main.vx[i] + Main.vy[i] * Main.vy[i];
        }
        Main.ek[id] = 0.5 * sum; // race:ek
    }

    /** Total kinetic energy and, every second step, a new velocity scale. */
    private void rescale(int step) {
        kinetic = 0;
        for (int t = 0; t < Main.THREADS; t++) {
            kinetic += Main.ek[t]; // race:ek
        }
        Main.scale = step % 2 == 1 ? Math.sqrt(TARGET / kinetic) : 1.0; // safe: read behind the next barrier
    }

    private void applyScale() {
        double s = Main.scale; // safe: next write is two barriers away
        for (int i = low; i < high; i++) {
            Main.vx[i] *= s;
            Main.vy[i] *= s;
        }
    }

    double lastKinetic() {
        return kinetic; // safe: runner 0 is executed by main itself
    }
}
