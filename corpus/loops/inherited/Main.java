package loops.inherited;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Animals of a zoo, fed by one loop through abstract methods: what they do with it depends on their class. */
public final class Main {
    interface Eater {
        void feed(int grams);

        default void feedTwice(int grams) {
            feed(grams);
            feed(grams);
        }
    }

    abstract static class Animal implements Eater {
        protected int weight;
        private int meals;
        private final Cage cage;

        Animal(Cage cage) {
            this.cage = cage;
        }

        @Override
        public final void feed(int grams) {
            meals++; // safe: each animal is one element
            digest(grams);
        }

        protected abstract void digest(int grams);

        protected Cage cage() {
            return cage;
        }

        int meals() {
            return meals; // safe: the loops have ended
        }
    }

    static final class Cage {
        int hay;
        int noise;
        int bones;
    }

    static class Grazer extends Animal {
        Grazer(Cage cage) {
            super(cage);
        }

        @Override
        protected void digest(int grams) {
            weight += grams / 10; // safe: each animal is one element
            cage().hay -= grams; // race:hay
        }
    }

    static final class Hunter extends Animal {
        private static int hunted;
        private final List<String> prey = new ArrayList<>();

        Hunter() {
            super(new Cage());
        }

        @Override
        protected void digest(int grams) {
            weight += grams / 5; // safe: each animal is one element
            prey.add("prey of " + grams); // safe: one list for each hunter
            cage().bones++; // safe: each hunter has a cage of its own
            hunted++; // race:hunted
        }
    }

    static final class Bird extends Grazer {
        private static final Object AIR = new Object();
        private static int flown;

        Bird(Cage cage) {
            super(cage);
        }

        @Override
        protected void digest(int grams) {
            weight++; // safe: each animal is one element
            synchronized (AIR) {
                flown++; // safe: under the air
            }
        }
    }

    static final class Keeper implements Eater {
        private int eaten;

        @Override
        public void feed(int grams) {
            eaten += grams; // race:eaten
        }
    }

    public static void main(String[] args) {
        Cage meadow = new Cage();
        List<Animal> animals = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            animals.add(i % 3 == 0 ? new Grazer(meadow) : i % 3 == 1 ? new Hunter() : new Bird(meadow));
        }
        Keeper keeper = new Keeper();
        animals.parallelStream().forEach(animal -> {
            animal.feedTwice(100);
            keeper.feed(1);
        });
        List<Eater> eaters = new ArrayList<>(animals);
        eaters.parallelStream().forEach(eater -> eater.feed(10));
        List<Bird> birds = animals.stream().filter(Bird.class::isInstance).map(Bird.class::cast).collect(Collectors.toList());
        birds.parallelStream().forEach(bird -> {
            bird.weight -= 1; // safe: each bird is one element
            bird.cage().noise++; // race:noise
        });
        int sum = 0;
        for (Animal animal : animals) {
            sum += animal.meals() + animal.weight; // safe: the loops have ended
        }
        System.out.println(sum + " " + Bird.flown + " " + animals.get(1).cage().bones); // safe: the loops have ended
        if (keeper.eaten > 60 || Hunter.hunted > 60 || meadow.noise > 20 || meadow.hay > 0) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
