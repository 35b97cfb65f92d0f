package loops.loopinthreads;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Two shifts of a factory: threads that run parallel loops on data of their own, and on data of both. */
public final class Main {
    static final class Piece {
        int weight;
        int polished;
        int checks;
        int marks;
    }

    static final class Shift extends Thread {
        private final List<Piece> own = new ArrayList<>();
        private final List<Piece> common;
        private final Object key = new Object();
        private int polished;
        private int locked;
        private int loops;

        Shift(String name, List<Piece> common) {
            super(name);
            this.common = common;
            for (int i = 0; i < 40; i++) {
                own.add(new Piece()); // safe: in the constructor
            }
        }

        @Override
        public void run() {
            loops++; // safe: one thread for each shift
            own.parallelStream().forEach(piece -> {
                piece.weight++; // safe: each piece is one element of one shift
                polished++; // race:polished
                synchronized (key) {
                    locked++; // safe: under the key of the shift
                    produced++; // race:produced
                }
            });
            common.parallelStream().forEach(piece -> {
                piece.polished++; // race:common
                synchronized (piece) {
                    piece.checks++; // safe: under the piece
                }
            });
            loops++; // safe: one thread for each shift
        }
    }

    private static int produced;
    private static int mainSum;

    public static void main(String[] args) throws InterruptedException {
        List<Piece> common = IntStream.range(0, 30).mapToObj(i -> new Piece()).collect(Collectors.toList());
        Shift early = new Shift("early", common);
        Shift late = new Shift("late", common);
        List<Piece> third = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            third.add(new Piece());
        }
        Thread painter = new Thread(() -> third.parallelStream().forEach(piece -> piece.marks++)); // race:marks
        early.start();
        late.start();
        painter.start();
        int seen = third.parallelStream().mapToInt(piece -> piece.marks).sum(); // race:marks
        int weights = third.parallelStream().mapToInt(piece -> piece.weight).sum(); // safe: nobody writes these weights
        early.join();
        late.join();
        painter.join();
        common.parallelStream().forEach(piece -> {
            piece.polished = piece.checks; // safe: the threads have ended
            mainSum += piece.checks; // race:mainSum
        });
        int sum = 0;
        for (Piece piece : common) {
            sum += piece.polished; // safe: the loops have ended
        }
        sum += early.loops + late.loops + early.locked + late.locked; // safe: the threads have ended
        System.out.println(sum + " " + weights);
        if (seen > 30 || early.polished > 40 || produced > 80 || mainSum < 0) { // safe: the threads have ended
            throw new AssertionError();
        }
    }
}
