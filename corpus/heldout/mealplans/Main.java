package heldout.mealplans;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class Main {

    static class Ingredient {
        final String name;
        int used;
        int ordered;

        Ingredient(String name) {
            this.name = name;
        }

        synchronized void order() {
            ordered++; // safe: monitor of the ingredient
        }
    }

    static class Step {
        final String text;
        boolean done;

        Step(String text) {
            this.text = text;
        }
    }

    static class Recipe {
        final String name;
        final List<Ingredient> ingredients = new ArrayList<>();
        final List<Step> steps = new ArrayList<>();
        int servings;
        int rating;
        int cost;

        Recipe(String name, Ingredient... parts) {
            this.name = name;
            for (Ingredient p : parts) {
                ingredients.add(p);
            }
            for (int i = 0; i < 3; i++) {
                steps.add(new Step(name + " step " + i));
            }
        }
    }

    static class Plate {
        String content = "";

        Plate fill(Recipe r) {
            content = r.name; // safe: a new plate per recipe
            return this;
        }
    }

    static class Tray {
        String content = "";

        Tray fill(Recipe r) {
            content = r.name; // race:trayContent
            return this;
        }
    }

    static class Planner {
        private static final Map<String, Integer> CALORIES = new ConcurrentHashMap<>();

        private final List<Recipe> recipes = new ArrayList<>();
        private final List<Recipe> week = new ArrayList<>();
        private final List<String> buffer = new ArrayList<>(4096);

        Stream<Recipe> recipes() {
            return recipes.parallelStream().map(Function.identity());
        }

        void rate() {
            recipes().forEach(r -> {
                r.rating = r.name.length(); // safe: identity keeps the distinct elements
            });
        }

        void serve() {
            week.parallelStream().forEach(r -> {
                r.servings += 2; // race:servings
            });
        }

        void cost() {
            week.parallelStream().distinct().forEach(r -> {
                r.cost += r.ingredients.size(); // safe: distinct leaves every recipe once
            });
        }

        void shop() {
            recipes().flatMap(r -> r.ingredients.stream()).forEach(i -> {
                i.used++; // race:used
                i.order();
            });
        }

        void cook() {
            recipes().flatMap(r -> r.steps.stream()).forEach(s -> {
                s.done = true; // safe: every recipe made its own steps
            });
        }

        List<String> shoppingWords() {
            return recipes().<String>mapMulti((r, sink) -> {
                List<String> local = new ArrayList<>();
                for (Ingredient i : r.ingredients) {
                    local.add(i.name); // safe: list of this iteration
                    buffer.add(i.name); // race:buffer
                    sink.accept(i.name); // safe: the sink belongs to the chunk
                }
            }).collect(Collectors.toList());
        }

        int calories() {
            return recipes().mapToInt(r -> CALORIES.computeIfAbsent(r.name, n -> n.length() * 100)).sum(); // safe: concurrent map
        }

        List<String> plated() {
            return recipes().map(r -> new Plate().fill(r)).map(p -> p.content).collect(Collectors.toList()); // safe: own plate
        }

        boolean trayed() {
            Tray tray = new Tray();
            Stream<Tray> trays = recipes().map(r -> tray.fill(r));
            return trays.allMatch(t -> t == tray);
        }
    }

    public static void main(String[] args) {
        Ingredient salt = new Ingredient("salt");
        Ingredient flour = new Ingredient("flour");
        Planner p = new Planner();
        for (int i = 0; i < 150; i++) {
            Recipe r = new Recipe("dish" + i % 10, salt, i % 2 == 0 ? flour : new Ingredient("spice" + i));
            p.recipes.add(r);
            p.week.add(r);
        }
        p.week.addAll(p.recipes);

        p.rate();
        p.serve();
        p.cost();
        p.shop();
        p.cook();

        System.out.println("words " + p.shoppingWords().size() + " calories " + p.calories() + " plates " + p.plated().size());
        System.out.println("salt ordered " + salt.ordered + " plausible " + (salt.used <= 150)); // safe: after the loop
        System.out.println("servings plausible " + p.recipes.stream().allMatch(r -> r.servings <= 4)); // safe: after the loop
        System.out.println("cost " + p.recipes.stream().mapToInt(r -> r.cost).sum() + " rating " + p.recipes.get(3).rating);
        System.out.println("trayed " + p.trayed() + " done " + p.recipes.get(0).steps.get(2).done);
        System.out.println("buffer plausible " + (p.buffer.size() <= 300)); // safe: after the loop
    }
}
