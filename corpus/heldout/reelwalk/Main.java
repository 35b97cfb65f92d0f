package heldout.reelwalk;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;

/** Film reels are cut by several editors who share iterators, some with care and some without. */
public class Main {

    static class Frame {
        final int number;
        int cuts;

        Frame(int number) {
            this.number = number;
        }
    }

    /** Home-made iterator over a range; not meant for sharing. */
    static class Countdown implements Iterator<Integer> {
        private int next;

        Countdown(int start) {
            next = start;
        }

        @Override
        public boolean hasNext() {
            return next > 0; // race:next
        }

        @Override
        public Integer next() {
            return next--; // race:next
        }
    }

    static class Reel {
        private final List<Frame> frames = new ArrayList<>();
        private final Iterator<Frame> shared;
        private final ListIterator<Frame> careful;
        private final LinkedList<String> titles = new LinkedList<>();
        private final List<String> notes = new CopyOnWriteArrayList<>();

        Reel(int length) {
            for (int i = 0; i < length; i++) {
                frames.add(new Frame(i)); // safe: constructor
            }
            shared = frames.iterator();
            careful = frames.listIterator();
            titles.add("opening"); // safe: constructor
        }

        Frame grab() {
            try {
                if (shared.hasNext()) { // race:shared
                    return shared.next(); // race:shared
                }
            } catch (NoSuchElementException e) {
                return null;
            }
            return null;
        }

        Frame grabCarefully() {
            synchronized (careful) {
                return careful.hasNext() ? careful.next() : null; // safe: under its monitor
            }
        }

        int walk() {
            int sum = 0;
            for (Frame f : frames) { // safe: the list is not changed any more
                sum += f.number; // safe: final field
            }
            return sum;
        }

        void title(String t) {
            synchronized (titles) {
                titles.add(t); // race:titles
            }
        }

        boolean titled() {
            Iterator<String> it = titles.iterator(); // race:titles
            return it.hasNext(); // race:titles
        }

        int longestTitle() {
            synchronized (titles) {
                int max = 0;
                for (String t : titles) { // safe: under the monitor of the list
                    max = Math.max(max, t.length());
                }
                return max;
            }
        }

        void note(String n) {
            for (String old : notes) { // safe: snapshot iterator
                if (old.equals(n)) {
                    return;
                }
            }
            notes.add(n); // safe: copy on write
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Reel reel = new Reel(300);
        Countdown countdown = new Countdown(500);
        ConcurrentSkipListSet<Integer> done = new ConcurrentSkipListSet<>();
        Thread[] editors = new Thread[3];
        for (int e = 0; e < editors.length; e++) {
            String name = "editor " + e;
            editors[e] = new Thread(() -> {
                Frame f;
                while ((f = reel.grabCarefully()) != null) {
                    f.cuts++; // safe: the careful iterator gives each frame to one editor
                    done.add(f.number); // safe: concurrent set
                }
                for (int i = 0; i < 120 && reel.grab() != null; i++) {
                    if (countdown.hasNext()) {
                        countdown.next();
                    }
                }
                reel.title("by " + name);
                reel.note(reel.titled() ? "titled" : "plain");
            }, name);
        }
        for (Thread t : editors) {
            t.start();
        }
        int walked = reel.walk();
        for (Thread t : editors) {
            t.join();
        }
        int cuts = 0;
        for (Frame f : reel.frames) { // safe: after join
            cuts += f.cuts; // safe: after join
        }
        System.out.println("walked " + walked + " cuts " + cuts + " done " + done.size());
        System.out.println("longest title " + reel.longestTitle());
        System.out.println("left " + (countdown.next <= 500)); // safe: after join
    }
}
