package heldout.raytracer;

/** A mutable vector. */
final class Vec {
    double x;
    double y;
    double z;

    Vec() {
    }

    Vec(double x, double y, double z) {
        this.x = x; // safe: constructed by its owner
        this.y = y;
        this.z = z;
    }

    /** this = a - b. */
    void sub(Vec a, Vec b) {
        x = a.x - b.x; // race:tx
        y = a.y - b.y; // race:ty
        z = a.z - b.z; // race:tz
    }

    /** Returns a + t * b. */
    static Vec along(Vec a, double t, Vec b) {
        return new Vec(a.x + t * b.x, a.y + t * b.y, a.z + t * b.z); // safe: never called with scratch vectors
    }

    static double dot(Vec a, Vec b) {
        double d = a.x * b.x; // race:tx
        d += a.y * b.y; // race:ty
        d += a.z * b.z; // race:tz
        return d;
    }

    Vec normalize() {
        double len = Math.sqrt(dot(this, this));
        x /= len; // safe: never called on scratch vectors
        y /= len;
        z /= len;
        return this;
    }
}
