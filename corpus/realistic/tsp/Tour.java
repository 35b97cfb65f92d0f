package realistic.tsp;

/** A partial tour. A solver that takes one from the heap has it alone. */
final class Tour {
    private final int[] order;
    private int count;
    private int length;
    int lowerBound;
    private Tour parent;

    Tour(int cities) {
        order = new int[cities];
        count = 1; // safe: nobody else has it yet
    }

    private Tour(Tour from) {
        order = from.order.clone(); // safe: tours in use are not changed
        count = from.count; // safe: nobody else has it yet
        length = from.length; // safe: nobody else has it yet
        parent = from; // safe: nobody else has it yet
    }

    Tour extend(int city, Distances distances) {
        Tour result = new Tour(this);
        result.length += distances.between(last(), city); // safe: nobody else has it yet
        result.order[result.count++] = city; // safe: nobody else has it yet
        return result;
    }

    boolean visited(int city) {
        for (int i = 0; i < count; i++) {
            if (order[i] == city) { // safe: handed over by the heap
                return true;
            }
        }
        return false;
    }

    int last() {
        return order[count - 1]; // safe: handed over by the heap
    }

    boolean complete() {
        return count == order.length; // safe: handed over by the heap
    }

    int length() {
        return length; // safe: handed over by the heap
    }

    int depth() {
        return count; // safe: handed over by the heap
    }

    int closed(Distances distances) {
        return length + distances.between(last(), order[0]); // safe: handed over by the heap
    }

    boolean hasParent() {
        return parent != null; // safe: handed over by the heap
    }
}
