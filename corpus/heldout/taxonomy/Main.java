package heldout.taxonomy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** A tree of species is summed up by tasks that follow the tree, and by some that leave it. */
public final class Main {
    static class Taxon {
        final Taxon parent;
        final List<Taxon> children = new ArrayList<>();
        final Taxon typical;
        int sightings;
        int sum;
        int pending, citations;
        int level;
        String title = "";

        Taxon(Taxon parent, Taxon typical, int sightings) {
            this.parent = parent;
            this.typical = typical;
            this.sightings = sightings; // safe: in the constructor
            if (parent != null) {
                parent.children.add(this); // safe: before the tasks
            }
        }

        int own() {
            return sightings; // safe: nobody writes it after the constructor
        }
    }

    static final class Extinct extends Taxon {
        private int fossils;

        Extinct(Taxon parent, Taxon typical) {
            super(parent, typical, 0);
        }

        @Override
        int own() {
            fossils += 2; // safe: each taxon is visited by one task
            return fossils;
        }
    }

    static int visited;

    @SuppressWarnings("serial")
    static final class Sum extends RecursiveTask<Integer> {
        private final Taxon taxon;
        private final List<String> trail;

        Sum(Taxon taxon, List<String> trail) {
            this.taxon = taxon;
            this.trail = trail;
        }

        @Override
        protected Integer compute() {
            visited++; // race:visited
            taxon.level = taxon.parent == null ? 0 : taxon.parent.level + 1; // safe: the parent has set its level before it forked (false alarm: what a task does to its parent is not told from what others do)
            taxon.sum = taxon.own(); // safe: each taxon is visited by one task
            taxon.pending = taxon.children.size(); // safe: before the children are forked (false alarm: what a task does to its parent is not told from what others do)
            taxon.typical.citations++; // race:citations
            List<Sum> tasks = new ArrayList<>();
            for (Taxon child : taxon.children) {
                Sum task = new Sum(child, trail);
                tasks.add(task); // safe: a local list
                task.fork();
            }
            taxon.title = "level " + taxon.level; // race:title
            int longTitles = 0;
            if (taxon.parent != null) {
                taxon.parent.pending--; // race:pending
                if (taxon.parent.title.length() > 100) { // race:title
                    longTitles++;
                }
            }
            for (Sum task : tasks) {
                taxon.sum += task.join(); // safe: the children write sums of their own
            }
            if (taxon.pending > 100) { // safe: all children have been joined (false alarm: what a task does to its parent is not told from what others do)
                return 0;
            }
            trail.add(taxon.title); // race:trail
            return taxon.sum + longTitles;
        }
    }

    static int walk(Taxon taxon) {
        int count = 1;
        taxon.citations = 0; // safe: after invoke, by one thread
        for (Taxon child : taxon.children) {
            count += walk(child);
        }
        return count;
    }

    static void grow(Taxon parent, Taxon typical, int depth) {
        for (int i = 0; i < 4; i++) {
            Taxon child = i == 3 ? new Extinct(parent, typical) : new Taxon(parent, typical, i);
            if (depth > 0) {
                grow(child, typical, depth - 1);
            }
        }
    }

    public static void main(String[] args) {
        Taxon typical = new Taxon(null, null, 1);
        Taxon root = new Taxon(null, typical, 1);
        grow(root, typical, 3);
        List<String> trail = new ArrayList<>(1 << 11);
        int sum = new ForkJoinPool(4).invoke(new Sum(root, trail));
        System.out.println(sum + " " + root.sum + " " + walk(root)); // safe: after invoke
        if (visited < 0 || typical.citations < 0 || trail.size() > 1 << 11) { // safe: after invoke
            throw new AssertionError();
        }
    }
}
