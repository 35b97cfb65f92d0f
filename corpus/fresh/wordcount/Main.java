package fresh.wordcount;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Every chunk of the text has its own map. The maps are merged by the thread that waits for them. */
public final class Main {
    private static final String TEXT = """
            the quick brown fox jumps over the lazy dog
            the dog sleeps and the fox is gone
            a fox is a fox and a dog is a dog
            quick quick said the brown bird
            """;

    private static final class ChunkCounter implements Callable<Map<String, Integer>> {
        private final List<String> lines;
        private final Map<String, Integer> counts = new HashMap<>();
        private int words;

        ChunkCounter(List<String> lines) {
            this.lines = lines;
        }

        @Override
        public Map<String, Integer> call() {
            for (String line : lines) { // safe: nobody changes the lines any more
                for (String word : line.split(" ")) {
                    counts.merge(word, 1, Integer::sum); // safe: one map per task
                    words++; // safe: one field per task
                }
            }
            return counts;
        }
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newCachedThreadPool();
        List<String> lines = new ArrayList<>(TEXT.lines().toList());
        lines.add("the end"); // safe: before the tasks are submitted
        List<ChunkCounter> tasks = new ArrayList<>();
        for (int from = 0; from < lines.size(); from += 2) {
            tasks.add(new ChunkCounter(lines.subList(from, Math.min(lines.size(), from + 2))));
        }
        Map<String, Integer> total = new TreeMap<>();
        int words = 0;
        for (Future<Map<String, Integer>> future : pool.invokeAll(tasks)) {
            for (Map.Entry<String, Integer> entry : future.get().entrySet()) { // safe: the task has ended
                total.merge(entry.getKey(), entry.getValue(), Integer::sum); // safe: only main has this map
            }
        }
        for (ChunkCounter task : tasks) {
            words += task.words; // safe: invokeAll waits for all tasks
            task.counts.clear(); // safe: invokeAll waits for all tasks
        }
        lines.clear(); // safe: invokeAll waits for all tasks
        pool.shutdown();
        System.out.println(words + " " + total);
    }
}
