package heldout.auction;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.AtomicInteger;

/** The highest bid is searched by dividing, with several boards for the best one so far; appraisers come by inheritance. */
public final class Main {
    abstract static class Appraiser {
        int price(Lot lot) {
            return Math.min(lot.bid + estimate(lot), 10_000);
        }

        abstract int estimate(Lot lot);
    }

    static final class Learning extends Appraiser {
        private int experience;

        @Override
        int estimate(Lot lot) {
            experience++; // race:experience
            return lot.number % 9;
        }
    }

    static final class Fresh extends Appraiser {
        private int seen;

        @Override
        int estimate(Lot lot) {
            seen += lot.number; // safe: each task makes an appraiser
            return seen % 3;
        }
    }

    static final class Lot {
        final int number;
        final int bid;
        int price;
        int rank;

        Lot(int number, int bid) {
            this.number = number;
            this.bid = bid;
        }
    }

    static final class Board {
        int best;
        int locked;
        int glimpsed;
        volatile int shown;
        Lot winner;
        final AtomicInteger atomic = new AtomicInteger();
    }

    @SuppressWarnings("serial")
    static final class Search extends RecursiveTask<Integer> {
        private final List<Lot> lots;
        private final Board board;
        private final Appraiser shared;

        Search(List<Lot> lots, Board board, Appraiser shared) {
            this.lots = lots;
            this.board = board;
            this.shared = shared;
        }

        @Override
        protected Integer compute() {
            if (lots.size() > 16) {
                int half = lots.size() / 2;
                Search left = new Search(lots.subList(0, half), board, shared);
                Search right = new Search(lots.subList(half, lots.size()), board, shared);
                left.fork();
                return Math.max(right.compute(), left.join());
            }
            Appraiser own = new Fresh();
            int top = 0;
            for (Lot lot : lots) {
                lot.price = shared.price(lot); // safe: each lot is in one part (false alarm: lists that are halved are not told apart)
                lot.rank = own.price(lot) - lot.bid; // safe: each lot is in one part (false alarm: lists that are halved are not told apart)
                top = Math.max(top, lot.bid);
            }
            if (top > board.best) { // race:best
                board.best = top; // race:best
                board.winner = lots.get(0); // race:winner
            }
            synchronized (board) {
                board.locked = Math.max(board.locked, top); // safe: under the board
            }
            if (top > board.glimpsed) { // race:glimpsed
                synchronized (board) {
                    if (top > board.glimpsed) { // safe: read under the lock of the writes
                        board.glimpsed = top; // race:glimpsed
                    }
                }
            }
            board.shown = top; // safe: volatile
            board.atomic.accumulateAndGet(top, Math::max); // safe: atomic
            return top;
        }
    }

    public static void main(String[] args) {
        List<Lot> lots = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            lots.add(new Lot(i, (i * 37) % 401));
        }
        Board board = new Board();
        int best = ForkJoinPool.commonPool().invoke(new Search(lots, board, new Learning()));
        System.out.println(best + " " + board.locked + " " + board.glimpsed + " " + board.atomic.get()); // safe: after invoke
        if (board.best > best || board.winner == null) { // safe: after invoke
            throw new AssertionError();
        }
    }
}
