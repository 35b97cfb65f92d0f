package heldout.chess;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RecursiveTask;

final class Explore extends RecursiveTask<Integer> {
    private static final int WIDTH = 4;

    private final transient Search search;
    private final transient Position position;
    private final int[] results;
    private final int slot;
    private int visited;

    Explore(Search search, Position position, int[] results, int slot) {
        this.search = search;
        this.position = position;
        this.results = results;
        this.slot = slot;
    }

    @Override
    protected Integer compute() {
        visited = 1; // safe: the task that owns it
        int value = position.over() ? leaf() : inner();
        search.note(position.depth(), value);
        results[slot] = value; // safe: a slot for each child, read after join
        return value;
    }

    private int leaf() {
        int value = position.value();
        search.offer(position, value);
        return value;
    }

    private int inner() {
        int[] values = new int[WIDTH];
        List<Explore> children = new ArrayList<>();
        for (int move = 0; move < WIDTH; move++) {
            Explore child = new Explore(search, position.play(move), values, move);
            children.add(child);
            child.fork();
        }
        int max = 0;
        for (int i = 0; i < WIDTH; i++) {
            Explore child = children.get(i);
            child.join();
            visited += child.visited; // safe: the child has been joined
            max = Math.max(max, values[i]); // safe: the child has been joined
        }
        return max;
    }

    int visited() {
        return visited; // safe: asked when the search has ended
    }
}
