package realistic.moldyn;

/** Positions, speeds and forces. Forces are kept for each thread apart, and added up by rows. */
final class Box {
    final double side;
    final double[] position;
    final double[] speed;
    final double[][] force;
    double startCentre;

    Box(int particles, int threads) {
        side = particles * 1.1;
        position = new double[particles];
        speed = new double[particles];
        force = new double[threads + 1][particles];
        for (int i = 0; i < particles; i++) {
            position[i] = i * 1.1 + (i % 5) * 0.01; // safe: in the constructor
            speed[i] = i % 2 == 0 ? 0.02 : -0.02; // safe: in the constructor
        }
        startCentre = centre(); // safe: in the constructor
    }

    double centre() {
        double sum = 0;
        for (double x : position) { // safe: before start and after join
            sum += x;
        }
        return sum / position.length;
    }

    /** Action and reaction of all pairs whose first particle is the thread's. */
    int interact(int thread, int threads) {
        double[] mine = force[thread]; // safe: a row for each thread
        int pairs = 0;
        for (int i = thread; i < position.length; i += threads) {
            for (int k = i + 1; k < position.length; k++) {
                double distance = position[k] - position[i]; // safe: nobody moves between the barriers
                if (Math.abs(distance) < 2.5) {
                    double push = 0.001 / (distance * distance * distance);
                    mine[i] -= push; // safe: a row for each thread
                    mine[k] += push; // safe: a row for each thread
                    pairs++;
                }
            }
        }
        return pairs;
    }

    /** Adds up what all threads found, for a range of particles. */
    void gather(int from, int to) {
        double[] total = force[force.length - 1]; // safe: rows are never exchanged
        for (int i = from; i < to; i++) {
            total[i] = 0; // safe: its own range
            for (int t = 0; t < force.length - 1; t++) {
                total[i] += force[t][i]; // safe: the others are behind the barrier
                force[t][i] = 0; // safe: its own range, behind the barrier
            }
        }
    }

    double move(int from, int to) {
        double[] total = force[force.length - 1];
        double kinetic = 0;
        for (int i = from; i < to; i++) {
            speed[i] += total[i]; // safe: its own range
            position[i] += speed[i]; // safe: its own range, between two barriers
            kinetic += speed[i] * speed[i] / 2; // safe: its own range
        }
        return kinetic;
    }
}
