package fresh.mapreduce;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Mappers take files from a shared list, emit into private lists, and reduce into a common map. */
final class Job {
    private final Map<String, List<String>> files = new LinkedHashMap<>();
    private final List<String> pending = new ArrayList<>();
    private final Map<String, Integer> reduced = new HashMap<>(64);
    private final int mappers;
    private int mapped;
    private String current;

    Job(int mappers) {
        this.mappers = mappers;
    }

    void add(String name, List<String> lines) {
        files.put(name, lines); // safe: before the threads start
        pending.add(name); // safe: before the threads start
    }

    void run() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < mappers; i++) {
            Thread thread = new Thread(new Mapper());
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private String take() {
        synchronized (pending) {
            return pending.isEmpty() ? null : pending.remove(pending.size() - 1); // safe: under pending
        }
    }

    private void reduce(List<String> kinds) {
        for (String kind : kinds) { // safe: the list of one mapper
            Integer before = reduced.get(kind); // race:reduced
            reduced.put(kind, before == null ? 1 : before + 1); // race:reduced
        }
    }

    int mapped() {
        return mapped; // safe: after join
    }

    int kinds() {
        return reduced.size(); // safe: after join
    }

    private final class Mapper implements Runnable {
        private final List<String> emitted = new ArrayList<>();

        @Override
        public void run() {
            String name;
            while ((name = take()) != null) {
                current = name; // race:current
                for (String line : files.get(name)) { // safe: nobody changes the map any more
                    emitted.add(line.substring(0, line.indexOf(' '))); // safe: own list
                }
                synchronized (Job.this) {
                    mapped++; // safe: under the job
                }
            }
            reduce(emitted);
        }
    }
}
