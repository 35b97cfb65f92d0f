package loops.treewalk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;

/** Sizes of folders: a task for each folder, whose subtasks are forked in a loop over its children. */
public final class Main {
    static final class Folder {
        final String name;
        final List<Folder> children = new ArrayList<>();
        int bytes;
        long total;
        Folder link;
        int linked;

        Folder(String name, int bytes) {
            this.name = name;
            this.bytes = bytes;
        }
    }

    static final class Scan {
        final Map<String, Long> sizes = new HashMap<>(1024);
        int folders;
        long largest;

        synchronized void report(long size) {
            largest = Math.max(largest, size); // safe: synchronized
        }
    }

    @SuppressWarnings("serial")
    static final class Size extends RecursiveTask<Long> {
        private final Folder folder;
        private final Scan scan;
        private final List<Size> subtasks = new ArrayList<>();

        Size(Folder folder, Scan scan) {
            this.folder = folder;
            this.scan = scan;
        }

        @Override
        protected Long compute() {
            scan.folders++; // race:folders
            for (Folder child : folder.children) { // safe: nobody changes the tree
                subtasks.add(new Size(child, scan)); // safe: the task's own list
            }
            long sum = folder.bytes; // safe: nobody writes sizes of files
            for (Size subtask : ForkJoinTask.invokeAll(subtasks)) {
                sum += subtask.join();
                folder.total += subtask.folder.total; // safe: the subtask has ended
            }
            folder.total += folder.bytes; // safe: each folder has one task
            if (folder.link != null) {
                folder.link.linked++; // race:linked
            }
            scan.sizes.put(folder.name, sum); // race:sizes
            scan.report(sum);
            return sum;
        }
    }

    static Folder grow(String name, int depth, Folder link) {
        Folder folder = new Folder(name, 10 + depth);
        folder.link = link;
        for (int i = 0; i < depth; i++) {
            folder.children.add(grow(name + "/" + i, depth - 1, link));
        }
        return folder;
    }

    public static void main(String[] args) {
        Folder trash = new Folder("trash", 0);
        Folder root = grow("", 5, trash);
        Scan scan = new Scan();
        long size = new ForkJoinPool(2).invoke(new Size(root, scan));
        System.out.println(size + " " + root.total + " " + scan.largest); // safe: after invoke
        if (scan.folders < 1 || scan.sizes.size() > 1000 || trash.linked < 1) { // safe: after invoke
            throw new AssertionError();
        }
    }
}
