package heldout.speciestree;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.AtomicReference;

/** Builds a search tree of species by weight in parallel, then lets several watchers query it. */
public class Main {

    record Species(String name, int grams) {
    }

    static class Node<T> {
        final T item;
        Node<T> left;
        Node<T> right;
        int size;

        Node(T item) {
            this.item = item;
        }
    }

    static class BuildTask<T> extends RecursiveTask<Node<T>> {
        private static final long serialVersionUID = 1L;
        private final transient T[] sorted;
        private final int lo;
        private final int hi;

        BuildTask(T[] sorted, int lo, int hi) {
            this.sorted = sorted;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected Node<T> compute() {
            if (lo >= hi) {
                return null;
            }
            int mid = (lo + hi) >>> 1;
            Node<T> n = new Node<>(sorted[mid]); // safe: the array is sorted before the tasks run
            BuildTask<T> l = new BuildTask<>(sorted, lo, mid);
            l.fork();
            n.right = new BuildTask<>(sorted, mid + 1, hi).compute(); // safe: node still private to this task
            n.left = l.join(); // safe: node still private to this task
            n.size = 1 + sizeOf(n.left) + sizeOf(n.right); // safe: subtree handed over by join
            return n;
        }

        private static int sizeOf(Node<?> n) {
            return n == null ? 0 : n.size; // safe: children are complete
        }
    }

    /** Lock-free stack; the links are plain fields. */
    static class Sightings implements Iterable<String> {
        private static class Link {
            final String text;
            Link below;

            Link(String text) {
                this.text = text;
            }
        }

        private final AtomicReference<Link> top = new AtomicReference<>();

        void push(String text) {
            Link l = new Link(text);
            Link seen;
            do {
                seen = top.get();
                l.below = seen; // safe: link is not visible to others before the CAS succeeds (false alarm: that a failed compareAndSet makes nothing known is not followed)
            } while (!top.compareAndSet(seen, l));
        }

        @Override
        public Iterator<String> iterator() {
            return new Iterator<>() {
                private Link at = top.get();

                @Override
                public boolean hasNext() {
                    return at != null; // safe: every iterator stays in one thread
                }

                @Override
                public String next() {
                    if (at == null) {
                        throw new NoSuchElementException();
                    }
                    String t = at.text;
                    at = at.below; // safe: the link was written before it was published by CAS
                    return t;
                }
            };
        }
    }

    static String atLeast(Node<Species> n, int grams) {
        String best = "none";
        while (n != null) {
            if (n.item.grams() >= grams) {
                best = n.item.name();
                n = n.left; // safe: tree is frozen before the watchers start
            } else {
                n = n.right; // safe: tree is frozen before the watchers start
            }
        }
        return best;
    }

    public static void main(String[] args) throws InterruptedException {
        Species[] all = {new Species("wren", 9), new Species("crow", 500), new Species("tit", 18),
            new Species("owl", 420), new Species("kite", 1000), new Species("finch", 24)};
        Arrays.sort(all, Comparator.comparingInt(Species::grams));
        Node<Species> root = ForkJoinPool.commonPool().invoke(new BuildTask<>(all, 0, all.length));
        all[0] = null; // safe: all build tasks are finished

        Sightings sightings = new Sightings();
        Thread[] watchers = new Thread[3];
        for (int w = 0; w < watchers.length; w++) {
            int weight = 10 + 200 * w;
            watchers[w] = new Thread(() -> {
                sightings.push(atLeast(root, weight));
                sightings.push(atLeast(root, weight * 2));
            });
            watchers[w].start();
        }
        int early = 0;
        for (String s : sightings) { // safe: walks links that were published by CAS
            early += s.length() > 0 ? 1 : 0;
        }
        for (Thread t : watchers) {
            t.join();
        }
        System.out.println(root.size + " species, " + early + " early sightings"); // safe: main got the tree from invoke
        System.out.println(String.join(",", sightings));
    }
}
