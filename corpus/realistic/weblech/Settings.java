package realistic.weblech;

/** Plain values that are set before the spider starts; one of them is changed later by hand. */
final class Settings {
    int threads = 1;
    int depth = 2;
    long interval = 100;
    boolean verbose;
}
