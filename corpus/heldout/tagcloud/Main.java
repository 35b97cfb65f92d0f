package heldout.tagcloud;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

public class Main {

    static class Palette {
        private static class Holder {
            static final Map<Integer, String> COLOURS = build();

            private static Map<Integer, String> build() {
                Map<Integer, String> m = new LinkedHashMap<>();
                for (int i = 0; i < 8; i++) {
                    m.put(i, "c" + i); // safe: class initialisation
                }
                return m;
            }
        }

        static String colour(int n) {
            return Holder.COLOURS.get(n & 7); // safe: filled by the class initialiser, only read
        }
    }

    /** Mutable weight; two of them are folded by the merge function of a map. */
    static class Weight {
        private int posts;

        Weight(int posts) {
            this.posts = posts;
        }

        Weight absorb(Weight o) {
            posts += o.posts; // safe: merges happen per chunk or under the entry's lock
            return this;
        }

        int posts() {
            return posts; // safe: the collects are over
        }
    }

    static class Post {
        final String tag;
        final int votes;
        private String colour;

        Post(String tag, int votes) {
            this.tag = tag;
            this.votes = votes;
        }

        Post paint() {
            colour = Palette.colour(votes); // safe: own element
            return this;
        }

        String colour() {
            return colour; // safe: painting ended with the first collect
        }
    }

    /** Reads posts one by one and numbers them. */
    static class Feed implements Iterator<Post> {
        private final int limit;
        private int produced;

        Feed(int limit) {
            this.limit = limit;
        }

        @Override
        public boolean hasNext() {
            return produced < limit; // safe: a stream pulls its iterator from one thread at a time
        }

        @Override
        public Post next() {
            int n = produced++; // safe: a stream pulls its iterator from one thread at a time
            return new Post("tag" + n % 12, n % 30);
        }
    }

    /** Array-backed source that can be halved. */
    static class Halves implements Spliterator<Post> {
        private final Post[] posts;
        private int at;
        private final int end;

        Halves(Post[] posts, int at, int end) {
            this.posts = posts;
            this.at = at;
            this.end = end;
        }

        @Override
        public boolean tryAdvance(Consumer<? super Post> action) {
            if (at >= end) { // safe: every spliterator is used by one task
                return false;
            }
            action.accept(posts[at++]); // safe: every spliterator is used by one task
            return true;
        }

        @Override
        public Spliterator<Post> trySplit() {
            int mid = (at + end) >>> 1; // safe: every spliterator is used by one task
            if (mid <= at) {
                return null;
            }
            Halves prefix = new Halves(posts, at, mid);
            at = mid; // safe: the prefix keeps its own bounds
            return prefix;
        }

        @Override
        public long estimateSize() {
            return end - at;
        }

        @Override
        public int characteristics() {
            return SIZED | SUBSIZED | ORDERED;
        }
    }

    public static void main(String[] args) {
        Stream<Post> feed = StreamSupport.stream(Spliterators.spliteratorUnknownSize(new Feed(3000), Spliterator.ORDERED), true);
        List<Post> posts = feed.map(Post::paint).collect(Collectors.toList());
        Post[] array = posts.parallelStream().filter(p -> p.colour() != null).toArray(Post[]::new);

        Map<String, Weight> perTag = StreamSupport.stream(new Halves(array, 0, array.length), true)
                .collect(Collectors.toMap(p -> p.tag, p -> new Weight(p.votes), Weight::absorb, TreeMap::new));
        ConcurrentMap<String, Weight> live = posts.parallelStream()
                .collect(Collectors.toConcurrentMap(p -> p.tag, p -> new Weight(p.votes), Weight::absorb));
        ConcurrentMap<String, List<Integer>> votes = posts.parallelStream()
                .collect(Collectors.groupingByConcurrent(p -> p.tag, Collectors.mapping(p -> p.votes, Collectors.toList())));

        int[] calls = new int[1];
        List<Integer> sizes = Stream.iterate(1, n -> {
            calls[0]++; // safe: the chain is advanced by one thread at a time
            return n * 2;
        }).limit(12).parallel().map(n -> n + 1).collect(Collectors.toList());

        StringBuilder cloud = new StringBuilder();
        perTag.entrySet().parallelStream().sorted(Map.Entry.comparingByKey(Comparator.reverseOrder()))
                .map(e -> e.getKey() + "=" + e.getValue().posts())
                .forEachOrdered(s -> cloud.append(s).append(' ')); // safe: ordered, one after the other
        Map<String, Integer> seen = new ConcurrentHashMap<>();
        List<String> first = new ArrayList<>();
        posts.stream().filter(p -> seen.merge(p.tag, 1, Integer::sum) == 1).forEach(p -> first.add(p.tag)); // safe: sequential

        System.out.println(cloud.toString().trim());
        System.out.println(live.get("tag3").posts() + " " + votes.get("tag3").size() + " " + first.size());
        System.out.println(sizes + " " + (calls[0] >= 11)); // safe: after the collect
    }
}
