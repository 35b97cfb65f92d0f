package loops.spliterators;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** A track of wagons with its own spliterator: each part is used by one thread at a time, what the parts share is not. */
public final class Main {
    static final class Wagon {
        final int number;
        int load;
        int checked;

        Wagon(int number) {
            this.number = number;
        }
    }

    static final class Track implements Iterable<Wagon> {
        private final Wagon[] wagons;
        private int splits;
        private int steps;
        private int locked;

        Track(int count) {
            wagons = new Wagon[count];
            for (int i = 0; i < count; i++) {
                wagons[i] = new Wagon(i);
            }
        }

        @Override
        public Spliterator<Wagon> spliterator() {
            return new Part(0, wagons.length);
        }

        @Override
        public Iterator<Wagon> iterator() {
            return List.of(wagons).iterator();
        }

        final class Part implements Spliterator<Wagon> {
            private int from;
            private final int to;
            private int own;

            Part(int from, int to) {
                this.from = from;
                this.to = to;
            }

            @Override
            public boolean tryAdvance(Consumer<? super Wagon> action) {
                if (from >= to) { // safe: each part is used by one thread at a time
                    return false;
                }
                own++; // safe: each part is used by one thread at a time
                steps++; // race:steps
                action.accept(wagons[from++]); // safe: each part is used by one thread at a time
                return true;
            }

            @Override
            public Spliterator<Wagon> trySplit() {
                int middle = (from + to) >>> 1; // safe: each part is used by one thread at a time
                if (middle - from < 4) { // safe: each part is used by one thread at a time
                    return null;
                }
                splits++; // race:splits
                synchronized (Track.this) {
                    locked++; // safe: under the track
                }
                Part prefix = new Part(from, middle); // safe: each part is used by one thread at a time
                from = middle; // safe: each part is used by one thread at a time
                return prefix;
            }

            @Override
            public long estimateSize() {
                return to - from; // safe: each part is used by one thread at a time
            }

            @Override
            public int characteristics() {
                return ORDERED | SIZED | SUBSIZED | NONNULL;
            }
        }
    }

    private static int loaded;

    public static void main(String[] args) {
        Track track = new Track(200);
        StreamSupport.stream(track.spliterator(), true).forEach(wagon -> {
            wagon.load += wagon.number; // safe: each wagon is one element
            loaded++; // race:loaded
        });
        int sum = StreamSupport.stream(track.spliterator(), false).mapToInt(wagon -> {
            wagon.checked++; // safe: not parallel
            return wagon.load; // safe: not parallel
        }).sum();
        Track lone = new Track(100);
        StreamSupport.stream(lone.spliterator(), false).forEach(wagon -> lone.wagons[0].load += wagon.number); // safe: not parallel
        List<Wagon> queue = new ArrayList<>();
        for (Wagon wagon : track) {
            queue.add(wagon);
        }
        int[] unknown = new int[1];
        List<Integer> numbers = StreamSupport
                .stream(Spliterators.spliterator(queue.iterator(), queue.size(), Spliterator.ORDERED), true)
                .map(wagon -> {
                    unknown[0] += wagon.checked; // race:unknown
                    wagon.checked = 2; // safe: each wagon is one element
                    return wagon.number;
                })
                .collect(Collectors.toList());
        System.out.println(sum + " " + numbers.get(150) + " " + lone.wagons[0].load + " " + track.wagons[7].checked); // safe: the loops have ended
        if (track.splits < 0 || track.steps < 0 || track.locked == 0 || loaded > 200) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
