package order.stagesweeps;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Sheep are washed, shorn and counted by stages that wait for each other, each of which goes over the flock in parallel. */
public class Main {
    static class Sheep {
        int water;
        int wool;
        int bell;
        int lamb;
    }

    static List<Sheep> gather(int count) {
        List<Sheep> flock = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            flock.add(new Sheep());
        }
        return flock;
    }

    static List<Sheep> wash(List<Sheep> flock) {
        IntStream.range(0, flock.size()).parallel().forEach(i -> {
            Sheep sheep = flock.get(i);
            sheep.water = i; // safe: each is washed by one call, and the loop ends before the stage does
            sheep.wool = 1; // safe: likewise
        });
        new Thread(() -> flock.forEach(sheep -> sheep.lamb = 1)).start(); // race:lamb
        return flock;
    }

    static int shear(List<Sheep> flock) {
        flock.parallelStream().forEach(sheep -> {
            sheep.wool += sheep.water; // safe: this stage waits for the washing
            sheep.bell = 2; // race:bell
            sheep.lamb++; // race:lamb
        });
        return flock.size();
    }

    static int ring(List<Sheep> flock) {
        return flock.parallelStream().mapToInt(sheep -> sheep.bell).sum(); // race:bell
    }

    public static void main(String[] args) {
        CompletableFuture<List<Sheep>> clean =
                CompletableFuture.supplyAsync(() -> gather(50)).thenApplyAsync(Main::wash);
        CompletableFuture<Integer> shorn = clean.thenApplyAsync(Main::shear);
        CompletableFuture<Integer> rung = clean.thenApplyAsync(Main::ring);
        int bells = rung.join();
        System.out.println(shorn.join() + (bells < 0 ? 1 : 0));
    }
}
