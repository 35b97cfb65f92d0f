package heldout.fileatlas;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.RecursiveTask;

/** Indexes one directory; one subtask for each directory below it. */
final class IndexTask extends RecursiveTask<Map<String, Integer>> {
    private static int tasksStarted;

    private final transient Node dir;
    private final transient Progress progress;
    private int depth;
    private int filesHere;

    IndexTask(Node dir, Progress progress) {
        this.dir = dir;
        this.progress = progress;
    }

    IndexTask atDepth(int d) {
        this.depth = d; // safe: before fork
        return this;
    }

    @Override
    protected Map<String, Integer> compute() {
        tasksStarted++; // race:tasksStarted
        progress.enter(dir);
        Map<String, Integer> index = new TreeMap<>();
        List<IndexTask> forked = new ArrayList<>();
        for (Node n : dir.children()) { // safe: tree does not change any more
            if (n.isDir()) {
                IndexTask sub = new IndexTask(n, progress).atDepth(depth + 1); // safe: own depth, set before fork
                forked.add(sub);
                sub.fork();
            } else {
                progress.file(n);
                filesHere++; // safe: own field, others read it after join
                for (String word : n.name().split("[-.]")) {
                    index.merge(word, 1, Integer::sum); // safe: map of this task, handed over by join
                }
            }
        }
        for (IndexTask sub : forked) {
            Map<String, Integer> part = sub.join();
            part.forEach((word, count) -> index.merge(word, count, Integer::sum)); // safe: after join
            filesHere += sub.filesHere; // safe: after join
        }
        return index;
    }

    int filesHere() {
        return filesHere; // safe: called after invoke
    }

    static int tasksStarted() {
        return tasksStarted; // safe: called after the pool has finished
    }
}
