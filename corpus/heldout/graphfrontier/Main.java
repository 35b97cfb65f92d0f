package heldout.graphfrontier;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Main {
    record Edge(int from, int to, int weight) { }

    private final int n;
    private final int[][] adj;
    private double[] rank;
    private double[] fresh;

    Main(int n) {
        this.n = n;
        this.adj = new int[n][];
        IntStream.range(0, n).parallel().forEach(u -> {
            adj[u] = new int[] {(u + 1) % n, (u * 3 + 1) % n, (u + n / 2) % n}; // safe: own index
        });
    }

    int[] quickBfs(int start) {
        boolean[] seen = new boolean[n];
        int[] dist = new int[n];
        seen[start] = true; // safe: before the loops
        List<Integer> frontier = List.of(start);
        for (int depth = 1; !frontier.isEmpty(); depth++) {
            int level = depth;
            List<Integer> next = new ArrayList<>(4 * n);
            frontier.parallelStream().forEach(u -> {
                for (int v : adj[u]) {
                    if (!seen[v]) { // race:seen
                        seen[v] = true; // race:seen
                        dist[v] = level; // race:dist
                        next.add(v); // race:next
                    }
                }
            });
            frontier = next; // safe: level is complete
        }
        return dist;
    }

    int[] claimingBfs(int start) {
        AtomicIntegerArray claimed = new AtomicIntegerArray(n);
        int[] hops = new int[n];
        claimed.set(start, 1);
        Queue<Integer> frontier = new ConcurrentLinkedQueue<>(List.of(start));
        while (!frontier.isEmpty()) {
            Queue<Integer> next = new ConcurrentLinkedQueue<>();
            frontier.parallelStream().forEach(u -> {
                for (int v : adj[u]) {
                    if (claimed.compareAndSet(v, 0, 1)) {
                        hops[v] = hops[u] + 1; // safe: v is claimed by one task, u was set in an earlier level
                        next.add(v); // safe: concurrent queue
                    }
                }
            });
            frontier = next;
        }
        return hops;
    }

    int components() {
        int[] label = IntStream.range(0, n).toArray();
        AtomicBoolean changed = new AtomicBoolean(true);
        while (changed.getAndSet(false)) {
            IntStream.range(0, n).parallel().forEach(u -> {
                for (int v : adj[u]) {
                    int other = label[v]; // race:label
                    if (other < label[u]) { // safe: only this task writes label[u]
                        label[u] = other; // race:label
                        changed.set(true); // safe: atomic
                    }
                }
            });
        }
        return (int) Arrays.stream(label).distinct().count(); // safe: after the loop
    }

    int[] relax(List<Edge> edges, int start) {
        int[] cost = new int[n];
        Arrays.fill(cost, 1_000_000);
        cost[start] = 0; // safe: before the loops
        for (int round = 0; round < 12; round++) {
            edges.parallelStream().forEach(e -> {
                int candidate = cost[e.from()] + e.weight(); // race:cost
                if (candidate < cost[e.to()]) { // race:cost
                    cost[e.to()] = candidate; // race:cost
                }
            });
        }
        return cost;
    }

    double pageRank() {
        rank = new double[n];
        fresh = new double[n];
        Arrays.fill(rank, 1.0 / n);
        for (int round = 0; round < 10; round++) {
            IntStream.range(0, n).parallel().forEach(u -> {
                double sum = 0;
                for (int v : adj[u]) {
                    sum += rank[v] / adj[v].length; // safe: old ranks are only read
                }
                fresh[u] = 0.15 / n + 0.85 * sum; // safe: own index of the new ranks
            });
            double[] t = rank;
            rank = fresh; // safe: swapped between the loops
            fresh = t; // safe: swapped between the loops
        }
        return Arrays.stream(rank).parallel().max().orElse(0);
    }

    public static void main(String[] args) {
        Main g = new Main(3000);
        System.out.println("same: " + Arrays.equals(g.quickBfs(0), g.claimingBfs(0)));
        System.out.println("components " + g.components());
        List<Edge> edges = IntStream.range(0, 3000).boxed()
                .flatMap(u -> Arrays.stream(g.adj[u]).mapToObj(v -> new Edge(u, v, 1 + (u + v) % 9)))
                .collect(Collectors.toList());
        System.out.println("far " + Arrays.stream(g.relax(edges, 0)).max().getAsInt());
        System.out.printf("rank %.6f%n", g.pageRank());
    }
}
