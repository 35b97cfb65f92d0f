package heldout.raytracer;

/** A half line. */
record Ray(Vec origin, Vec dir) {
    Vec at(double t) {
        return Vec.along(origin, t, dir);
    }
}
