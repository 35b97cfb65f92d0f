package heldout.raytracer;

import java.util.ArrayList;
import java.util.List;

/** The spheres and one lamp. */
final class Scene {
    private static final int MAX_DEPTH = 2;

    private final List<Sphere> spheres = new ArrayList<>();
    private final Vec lamp = new Vec(-0.4, -0.7, -0.6).normalize();

    void add(Sphere s) {
        spheres.add(s); // safe: before the renderers start
    }

    double trace(Ray ray, int depth) {
        Sphere hit = null;
        double best = Double.POSITIVE_INFINITY;
        for (Sphere s : spheres) { // safe: the list is only read
            double t = s.intersect(ray);
            if (t < best) {
                best = t;
                hit = s;
            }
        }
        if (hit == null) {
            return 0.05;
        }
        Vec p = ray.at(best);
        Vec n = hit.normalAt(p);
        double diffuse = Math.max(0, Vec.dot(n, lamp));
        double light = hit.brightness * diffuse;
        if (depth < MAX_DEPTH) {
            double k = -2 * Vec.dot(n, ray.dir());
            Vec mirrored = Vec.along(ray.dir(), k, n);
            light += 0.2 * trace(new Ray(p, mirrored), depth + 1);
        }
        return light;
    }
}
