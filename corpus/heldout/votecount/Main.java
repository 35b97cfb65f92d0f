package heldout.votecount;

import java.util.Arrays;

public class Main {
    private static int nextBallot = 100;

    static class Station extends Thread {
        private final Board board;
        private final int voters;
        private int[] tally = new int[Parties.count()]; // safe: constructed before start()
        private boolean open = true; // safe: constructed before start()

        Station(String name, Board board, int voters) {
            super(name);
            this.board = board;
            this.voters = voters;
        }

        /** Ballot numbers are unique over all stations. */
        static synchronized int drawBallot() {
            return nextBallot++; // safe: static synchronized, all users lock Station.class
        }

        @Override
        public void run() {
            for (int v = 0; v < voters; v++) {
                int ballot = drawBallot();
                int party = Parties.indexOf(Parties.name(ballot * 7));
                tally[party]++; // safe: each station counts in its own array
            }
            open = false; // safe: main reads it after join
            board.note(getName() + " closed, board certified: " + board.isCertified());
            board.report(tally);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Station[] stations = new Station[3];
        Board board = new Board(stations.length);
        for (int i = 0; i < stations.length; i++) {
            stations[i] = new Station("station " + i, board, 20 + 5 * i);
        }

        Thread announcer = new Thread(() -> {
            try {
                int[] totals = board.awaitAll();
                System.out.println(Arrays.toString(totals)); // safe: all stations reported before
                totals[0] = -1; // safe: all stations reported before, main does not use the totals
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        announcer.start();
        for (Station s : stations) {
            s.start();
        }
        System.out.println("notes so far " + board.noteCount());
        synchronized (Station.class) {
            System.out.println("ballots so far " + (nextBallot - 100)); // safe: holds the lock of drawBallot
        }

        announcer.join();
        int sum = 0;
        for (Station s : stations) {
            sum += s.tally[0]; // safe: awaitAll saw every report, and the tally is final by then
        }
        for (Station s : stations) {
            s.join();
        }
        boolean anyOpen = false;
        for (Station s : stations) {
            anyOpen |= s.open; // safe: after join
        }
        System.out.println(sum + " votes for " + Parties.name(0) + ", open: " + anyOpen);
        System.out.println("certified " + board.isCertified() + ", ballots " + nextBallot); // safe: after join
    }
}
