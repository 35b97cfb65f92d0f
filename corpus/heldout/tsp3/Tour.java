package heldout.tsp3;

/** A partial tour starting in city 0. Handed over from thread to thread through the pool. */
final class Tour implements Comparable<Tour> {

    int[] prefix;
    int count;
    int length;
    int lowerBound;

    static Tour start(int cities) {
        Tour t = new Tour();
        t.prefix = new int[cities];
        t.count = 1;
        return t;
    }

    Tour extend(int city, int distance, int bound) {
        Tour t = new Tour();
        t.prefix = prefix.clone(); // safe: a tour has one owner at a time
        t.prefix[count] = city;
        t.count = count + 1;
        t.length = length + distance;
        t.lowerBound = bound;
        return t;
    }

    boolean contains(int city) {
        for (int i = 0; i < count; i++) {
            if (prefix[i] == city) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int compareTo(Tour o) {
        return Integer.compare(lowerBound, o.lowerBound); // safe: compared inside the pool's monitor
    }
}
