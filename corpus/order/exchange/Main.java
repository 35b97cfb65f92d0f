package order.exchange;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Exchanger;

/** Two collectors swap albums: what one gave away it must not look at again. */
public final class Main {
    static final class Collector implements Runnable {
        private final Exchanger<List<String>> swap;
        private final String name;
        private final boolean nosy;
        private List<String> album = new ArrayList<>();
        private int swaps;

        Collector(Exchanger<List<String>> swap, String name, boolean nosy) {
            this.swap = swap;
            this.name = name;
            this.nosy = nosy;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < 3; i++) {
                    List<String> mine = album;
                    mine.add(name + i); // race:album
                    album = swap.exchange(mine); // safe: only this thread uses the field until join
                    swaps++; // safe: the same
                    if (nosy) {
                        seen += mine.size(); // race:album,seen
                    }
                    seen++; // race:seen
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static int seen;

    public static void main(String[] args) throws InterruptedException {
        Exchanger<List<String>> swap = new Exchanger<>();
        Collector first = new Collector(swap, "stamp", false);
        Collector second = new Collector(swap, "coin", true);
        Thread a = new Thread(first);
        Thread b = new Thread(second);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(first.album.size() + second.album.size() + first.swaps); // safe: after join
        if (seen == 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
