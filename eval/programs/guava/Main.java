package driver;

import com.google.common.base.CharMatcher;
import com.google.common.base.Joiner;
import com.google.common.base.MoreObjects;
import com.google.common.base.Optional;
import com.google.common.base.Preconditions;
import com.google.common.base.Splitter;
import com.google.common.base.Stopwatch;
import com.google.common.base.Suppliers;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.BiMap;
import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.collect.FluentIterable;
import com.google.common.collect.HashBasedTable;
import com.google.common.collect.HashBiMap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Iterables;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Lists;
import com.google.common.collect.Maps;
import com.google.common.collect.Multimaps;
import com.google.common.collect.Multiset;
import com.google.common.collect.Ordering;
import com.google.common.collect.Range;
import com.google.common.collect.Sets;
import com.google.common.collect.Table;
import com.google.common.collect.TreeRangeMap;
import com.google.common.eventbus.EventBus;
import com.google.common.eventbus.Subscribe;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.Graphs;
import com.google.common.graph.MutableGraph;
import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import com.google.common.hash.Hashing;
import com.google.common.io.CharSource;
import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.RateLimiter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A newsroom: tasks of a pool count words, share a cache and tell a bus, and what they found is put together. */
public final class Main {
    private static final ImmutableList<String> STORIES = ImmutableList.of(
            "the river rose, the bridge held",
            "a quick fox crossed the bridge",
            "stones, stones and more stones by the river",
            "the hare is slow today");

    public static void main(String[] args) throws Exception {
        Stopwatch watch = Stopwatch.createStarted();
        Newsroom room = new Newsroom();
        ListeningExecutorService pool = MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(2));
        List<ListenableFuture<Integer>> counts = new ArrayList<>();
        for (String story : STORIES) {
            ListenableFuture<String> read = pool.submit(() -> room.read(story));
            ListenableFuture<Integer> counted = Futures.transform(read, room::count, pool);
            Futures.addCallback(counted, room, MoreExecutors.directExecutor());
            counts.add(Futures.catching(counted, IllegalStateException.class, e -> 0, MoreExecutors.directExecutor()));
        }
        System.out.println("counts " + Futures.allAsList(counts).get());
        System.out.println("report " + room.report());
        System.out.println("plan " + plan());
        System.out.println("ranges " + ranges());
        System.out.println("text " + text());
        MoreExecutors.shutdownAndAwaitTermination(pool, 10, TimeUnit.SECONDS);
        Preconditions.checkState(watch.stop().elapsed(TimeUnit.NANOSECONDS) > 0, "no time has passed");
    }

    /** What several threads share. */
    private static final class Newsroom implements FutureCallback<Integer> {
        private final Multiset<String> words = ConcurrentHashMultiset.create();
        private final ListMultimap<Integer, String> byLength =
                Multimaps.synchronizedListMultimap(ArrayListMultimap.create());
        private final EventBus bus = new EventBus("newsroom");
        private final Archive archive = new Archive();
        private final RateLimiter limiter = RateLimiter.create(10_000);
        private final LoadingCache<String, List<String>> parsed = CacheBuilder.newBuilder()
                .maximumSize(100)
                .recordStats()
                .removalListener(removed -> System.out.println("removed " + removed.getKey()))
                .build(new CacheLoader<String, List<String>>() {
                    @Override
                    public List<String> load(String story) {
                        return Splitter.on(CharMatcher.anyOf(" ,")).omitEmptyStrings().splitToList(story);
                    }
                });

        Newsroom() {
            bus.register(archive);
        }

        String read(String story) {
            limiter.acquire();
            for (String word : parsed.getUnchecked(story)) {
                words.add(word);
                byLength.put(word.length(), word);
            }
            bus.post(story);
            return story;
        }

        int count(String story) {
            if (story.startsWith("a ")) {
                throw new IllegalStateException("a story without a hero");
            }
            return parsed.getUnchecked(story).size();
        }

        @Override
        public void onSuccess(Integer count) {
            bus.post(count);
        }

        @Override
        public void onFailure(Throwable failure) {
            bus.post(failure);
        }

        String report() {
            List<String> common = Ordering.natural().onResultOf((String word) -> -words.count(word))
                    .compound(Ordering.natural()).immutableSortedCopy(words.elementSet()).subList(0, 3);
            parsed.invalidateAll();
            return MoreObjects.toStringHelper("Newsroom")
                    .add("common", common)
                    .add("lengths", ImmutableSortedSet.copyOf(byLength.keySet()))
                    .add("stories", archive.stories.size())
                    .add("failures", archive.failures)
                    .add("hits", parsed.stats().hitCount() > 0)
                    .toString();
        }
    }

    /** Hears of everything; the bus finds its methods by their annotation. */
    private static final class Archive {
        private final List<String> stories = Lists.newCopyOnWriteArrayList();
        private volatile int failures;

        @Subscribe
        void story(String story) {
            stories.add(story);
        }

        @Subscribe
        synchronized void failure(IllegalStateException failure) {
            failures++;
        }
    }

    private static String plan() {
        MutableGraph<String> graph = GraphBuilder.directed().allowsSelfLoops(false).build();
        graph.putEdge("write", "edit");
        graph.putEdge("edit", "print");
        graph.putEdge("photo", "print");
        Table<String, String, Integer> hours = HashBasedTable.create();
        graph.edges().forEach(edge -> hours.put(edge.source(), edge.target(), edge.source().length()));
        BiMap<String, Integer> ids = HashBiMap.create();
        graph.nodes().forEach(node -> ids.put(node, ids.size()));
        return Graphs.reachableNodes(graph, "write") + " " + hours.row("edit") + " " + ids.inverse().get(0);
    }

    private static String ranges() {
        TreeRangeMap<Integer, String> shifts = TreeRangeMap.create();
        shifts.put(Range.closedOpen(0, 8), "night");
        shifts.put(Range.closedOpen(8, 16), "day");
        shifts.remove(Range.closed(6, 7));
        ImmutableMap<String, Integer> sizes = Maps.toMap(STORIES, String::length);
        return shifts + " " + Maps.filterValues(sizes, size -> size > 30).size()
                + Sets.difference(sizes.keySet(), Sets.newHashSet(STORIES.get(0))).size()
                + FluentIterable.from(STORIES).transform(String::trim).filter(s -> s.contains("river")).first().isPresent()
                + Iterables.getLast(Lists.partition(STORIES, 3)) + Lists.transform(STORIES, Optional::of).get(0).get();
    }

    private static String text() throws Exception {
        BloomFilter<CharSequence> seen = BloomFilter.create(Funnels.stringFunnel(StandardCharsets.UTF_8), 100);
        seen.put("river");
        String hash = Hashing.sha256().hashString("river", StandardCharsets.UTF_8).toString();
        int lines = CharSource.wrap(Joiner.on('\n').join(STORIES)).readLines().size();
        com.google.common.base.Supplier<Integer> once = Suppliers.memoize(() -> lines + 1);
        return seen.mightContain("river") + " " + hash.length() + " " + once.get() + once.get();
    }
}
