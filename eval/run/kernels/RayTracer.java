package kernels;

/** Spheres and rays that are objects; lines of the picture are dealt out by a lock. */
final class RayTracer implements Kernels.Kernel {
    private static final int SIZE = 260;

    static final class Vec {
        final double x, y, z;

        Vec(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        Vec minus(Vec o) {
            return new Vec(x - o.x, y - o.y, z - o.z);
        }

        double dot(Vec o) {
            return x * o.x + y * o.y + z * o.z;
        }
    }

    static final class Sphere {
        Vec centre;
        double radius;
        int colour;

        Sphere(Vec centre, double radius, int colour) {
            this.centre = centre;
            this.radius = radius;
            this.colour = colour;
        }

        double hit(Vec from, Vec to) {
            Vec d = from.minus(centre);
            double b = d.dot(to);
            double disc = b * b - d.dot(d) + radius * radius;
            return disc < 0 ? Double.MAX_VALUE : -b - Math.sqrt(disc);
        }
    }

    private Sphere[] scene;
    private int[] picture;
    private int nextLine;

    @Override
    public Kernels.Work prepare() {
        scene = new Sphere[32];
        for (int i = 0; i < scene.length; i++) {
            scene[i] = new Sphere(new Vec(i % 6 - 3, i / 6 - 3, 8 + i % 3), 0.45, i * 7);
        }
        picture = new int[SIZE * SIZE];
        nextLine = 0;
        return thread -> {
            while (true) {
                int line;
                synchronized (this) {
                    line = nextLine++;
                }
                if (line >= SIZE) {
                    return;
                }
                Vec eye = new Vec(0, 0, 0);
                for (int x = 0; x < SIZE; x++) {
                    double dx = (x - SIZE / 2) / (double) SIZE, dy = (line - SIZE / 2) / (double) SIZE;
                    double length = Math.sqrt(dx * dx + dy * dy + 1);
                    Vec ray = new Vec(dx / length, dy / length, 1 / length);
                    double best = Double.MAX_VALUE;
                    int colour = 0;
                    for (Sphere sphere : scene) {
                        double t = sphere.hit(eye, ray);
                        if (t < best) {
                            best = t;
                            colour = sphere.colour;
                        }
                    }
                    picture[line * SIZE + x] = colour;
                }
            }
        };
    }

    @Override
    public long check() {
        long sum = 0;
        for (int pixel : picture) {
            sum += pixel;
        }
        return sum;
    }
}
