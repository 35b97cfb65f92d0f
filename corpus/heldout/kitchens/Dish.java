package heldout.kitchens;

sealed interface Dish {
    record Soup(int spoons) implements Dish { }

    record Roast(int grams, Plate plate) implements Dish { }

    /** A record is shallow: the plate may be changed. */
    final class Plate {
        private int garnish;
        private int heat;

        void garnish(int leaves) {
            garnish += leaves; // race:garnish
        }

        int garnish() {
            return garnish; // safe: asked when the kitchen is closed
        }

        synchronized void warm(int degrees) {
            heat += degrees; // safe: under this
        }

        synchronized int heat() {
            return heat; // safe: under this
        }
    }
}
