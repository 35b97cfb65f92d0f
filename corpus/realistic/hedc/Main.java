package realistic.hedc;

import java.util.ArrayList;
import java.util.List;

/** A search engine that asks several archives at once, with a pool of workers that can be told to drop a task. */
public final class Main {
    public static void main(String[] args) throws InterruptedException {
        WorkerPool pool = new WorkerPool(3);
        pool.open();
        MetaSearch search = new MetaSearch(pool);
        List<Archive> archives = new ArrayList<>();
        archives.add(new Archive("solar", 1));
        archives.add(new Archive("lunar", 2));
        archives.add(new Archive("stellar", 400));
        int found = 0;
        for (String query : new String[] {"flare", "crater", "nova"}) {
            Result result = search.ask(query, archives, 40);
            found += Math.min(1, result.complete());
        }
        pool.close();
        System.out.println(found <= 3 ? "done" : "too many");
        for (Archive archive : archives) {
            if (archive.requests > 3) { // safe: all workers have ended
                throw new AssertionError(archive.name);
            }
        }
    }
}
