package heldout.buildsys;

import java.util.List;

record Artifact(String target, String content) {}

interface Action {
    Artifact build(BuildContext context, List<Artifact> inputs) throws Exception;
}

final class SourceSet {
    private final String name;
    private final List<String> files;
    private int revision;
    private String digest;

    SourceSet(String name, String... files) {
        this.name = name;
        this.files = List.of(files);
    }

    String name() {
        return name;
    }

    List<String> files() {
        return files;
    }

    String digest() {
        String known = digest; // race:digest missed: tasks that wait for others of their kind are taken to wait for all
        if (known == null) {
            int hash = revision; // safe: only changed between builds
            for (String file : files) {
                hash = hash * 31 + file.hashCode();
            }
            known = name + "@" + Integer.toHexString(hash);
            digest = known; // race:digest missed: as above
        }
        return known;
    }

    void edit() {
        revision++; // safe: main, between two builds
        digest = null; // safe: main, between two builds
    }
}

final class Target {
    private final String name;
    private final List<String> dependencies;
    private final SourceSet sources;
    private final Action action;
    private int wave;
    private long startedAt;
    private long finishedAt;

    Target(String name, SourceSet sources, List<String> dependencies, Action action) {
        this.name = name;
        this.sources = sources;
        this.dependencies = List.copyOf(dependencies);
        this.action = action;
    }

    String name() {
        return name;
    }

    List<String> dependencies() {
        return dependencies;
    }

    SourceSet sources() {
        return sources;
    }

    Action action() {
        return action;
    }

    void begin(List<Target> upstream) {
        startedAt = System.nanoTime(); // safe: one task per target and build
        int deepest = 0;
        for (Target target : upstream) {
            deepest = Math.max(deepest, target.wave); // safe: upstream futures are complete
        }
        wave = deepest + 1; // safe: dependents run after this future, main after the build
    }

    void end() {
        finishedAt = System.nanoTime(); // safe: dependents run after this future, main after the build
    }

    int wave() {
        return wave; // safe: main after the build
    }

    long micros() {
        return (finishedAt - startedAt) / 1000; // safe: main after the build
    }
}
