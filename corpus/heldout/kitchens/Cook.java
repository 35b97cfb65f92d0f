package heldout.kitchens;

import java.util.concurrent.Callable;

final class Cook implements Callable<Integer> {
    private final int number;
    private final Counter counter;
    private final Dish.Plate shared;
    private final Station station;

    Cook(int number, Counter counter, Dish.Plate shared, Station station) {
        this.number = number;
        this.counter = counter;
        this.shared = shared;
        this.station = station;
    }

    @Override
    public Integer call() {
        int cooked = 0;
        for (int i = 0; i < 20; i++) {
            Dish dish = i % 2 == 0 ? new Dish.Soup(i) : new Dish.Roast(100 * number, shared);
            cooked += prepare(dish);
            counter.put(dish, "table " + i % 4);
            station.use(number, i);
        }
        return cooked;
    }

    private int prepare(Dish dish) {
        return switch (dish) {
            case Dish.Soup(int spoons) when spoons > 10 -> 2;
            case Dish.Soup soup -> 1;
            case Dish.Roast(int grams, Dish.Plate plate) -> {
                plate.garnish(3);
                plate.warm(1);
                yield 1;
            }
        };
    }
}
