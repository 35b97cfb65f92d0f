package heldout.fileatlas;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

public class Main {

    private static Node volume() {
        Node root = Node.dir("volume");
        for (int d = 0; d < 6; d++) {
            Node dir = Node.dir("project" + d);
            for (int f = 0; f < 5; f++) {
                dir.add(Node.file("report-" + f + ".txt", 100 + f));
            }
            Node sub = Node.dir("photos" + d);
            for (int f = 0; f < 4; f++) {
                sub.add(Node.file("holiday-" + f + ".png", 1000 + f));
            }
            root.add(dir.add(sub));
        }
        return root;
    }

    private static List<Node> flatten(Node root, List<Node> into) {
        into.add(root);
        for (Node c : root.children()) {
            flatten(c, into);
        }
        return into;
    }

    public static void main(String[] args) {
        Node root = volume();
        List<Node> everything = flatten(root, new ArrayList<>());
        Progress progress = new Progress();
        ForkJoinPool pool = new ForkJoinPool(4);

        IndexTask indexing = new IndexTask(root, progress);
        long[] sizes = new long[everything.size()];
        SizeTask sizing = new SizeTask(everything, sizes, 0, sizes.length);
        ForkJoinTask<Map<String, Integer>> running = pool.submit(indexing);
        pool.execute(sizing);

        long rootSize = root.size();
        boolean sane = progress.current() != null && rootSize > 0;

        Map<String, Integer> index = running.join();
        sizing.join();
        long checked = 0;
        for (long s : sizes) { // safe: after join
            checked += s;
        }
        sane &= sizing.estimated() || sizing.partial() > 0;
        sane &= IndexTask.tasksStarted() > 0 && progress.longestName().length() > 0;
        pool.shutdown();

        System.out.println("root " + rootSize + ", checked " + checked + ", partial " + (sizing.partial() == checked));
        System.out.println("files " + indexing.filesHere() + "/" + progress.files() + ", biggest " + progress.biggest());
        System.out.println("index " + index);
        System.out.println("extensions " + progress.extensions() + ", sane " + sane);
    }
}
