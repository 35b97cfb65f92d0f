package threads.dispatcher;

import java.util.ArrayList;
import java.util.List;

/** Threads that are started by threads: of another kind, or of their own. */
public class Main {

    /** Starts a porter for each crate, and is what all of them report to. */
    static class Pier implements Runnable {
        private final int crates;
        private int kilos;
        private int started;

        Pier(int crates) {
            this.crates = crates;
        }

        void weigh(int kilos) {
            this.kilos += kilos; // race:kilos
        }

        @Override
        public void run() {
            List<Thread> porters = new ArrayList<>();
            for (int i = 0; i < crates; i++) {
                started++; // safe: only the pier's own thread, until main has joined it
                Thread porter = new Thread(new Porter(this, 10 + i));
                porters.add(porter);
                porter.start();
            }
            for (Thread porter : porters) {
                join(porter);
            }
        }
    }

    static class Porter implements Runnable {
        private final Pier pier;
        private final int kilos;
        private int steps;

        Porter(Pier pier, int kilos) {
            this.pier = pier;
            this.kilos = kilos;
        }

        @Override
        public void run() {
            steps += 100; // safe: each porter has a thread of its own
            pier.weigh(kilos + steps);
        }
    }

    static class Cave {
        final List<Cave> branches = new ArrayList<>();
        int depth;
    }

    static class Diary {
        int visits;
    }

    /** Starts its own kind: each has another cave, and all have one diary. */
    static class Surveyor implements Runnable {
        private final Cave cave;
        private final Diary diary;

        Surveyor(Cave cave, Diary diary) {
            this.cave = cave;
            this.diary = diary;
        }

        @Override
        public void run() {
            diary.visits++; // race:visits
            List<Thread> others = new ArrayList<>();
            for (Cave branch : cave.branches) {
                Thread other = new Thread(new Surveyor(branch, diary));
                others.add(other);
                other.start();
            }
            for (Thread other : others) {
                join(other);
            }
            int deepest = 0;
            for (Cave branch : cave.branches) {
                deepest = Math.max(deepest, branch.depth); // safe: its surveyor was joined
            }
            cave.depth = deepest + 1; // safe: one surveyor for each cave
        }
    }

    static void join(Thread thread) {
        boolean isOver = false;
        while (!isOver) {
            try {
                thread.join();
                isOver = true;
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        }
    }

    public static void main(String[] args) {
        Pier pier = new Pier(4);
        Thread dispatcher = new Thread(pier);
        dispatcher.start();
        join(dispatcher);
        System.out.println("porters " + pier.started + ", any kilos " + (pier.kilos > 0)); // safe: joined

        Cave entrance = new Cave();
        for (int i = 0; i < 3; i++) {
            Cave hall = new Cave();
            hall.branches.add(new Cave());
            entrance.branches.add(hall);
        }
        Diary diary = new Diary();
        Thread first = new Thread(new Surveyor(entrance, diary));
        first.start();
        join(first);
        System.out.println("depth " + entrance.depth + ", any visits " + (diary.visits > 0)); // safe: joined
    }
}
