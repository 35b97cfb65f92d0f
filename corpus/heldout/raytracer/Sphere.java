package heldout.raytracer;

/** A sphere with a brightness. */
final class Sphere {
    private final Vec center;
    private final double radius2;
    final double brightness;

    /** Scratch vector, saves an allocation per ray. */
    private final Vec toCenter = new Vec();

    Sphere(Vec center, double radius, double brightness) {
        this.center = center;
        this.radius2 = radius * radius;
        this.brightness = brightness;
    }

    /** Distance along the ray or infinity. */
    double intersect(Ray ray) {
        toCenter.sub(center, ray.origin()); // safe: the reference itself is final
        double b = Vec.dot(toCenter, ray.dir());
        double disc = b * b - Vec.dot(toCenter, toCenter) + radius2;
        if (disc < 0) {
            return Double.POSITIVE_INFINITY;
        }
        double root = Math.sqrt(disc);
        double near = b - root;
        if (near > 1e-6) {
            return near;
        }
        double far = b + root;
        return far > 1e-6 ? far : Double.POSITIVE_INFINITY;
    }

    Vec normalAt(Vec p) {
        Vec n = new Vec();
        n.sub(p, center);
        return n.normalize();
    }
}
