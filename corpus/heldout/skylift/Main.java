package heldout.skylift;

import java.util.*;

public class Main {
    static final class Call {
        final int floor;
        int servedBy = -1;
        Call(int floor) {
            this.floor = floor;
        }
    }

    static class Board {
        private final Deque<Call> waiting = new ArrayDeque<>();
        private int pending;
        private boolean closed;
        synchronized void press(Call call) {
            waiting.addLast(call); // safe: monitor of the board
            pending++; // race:pending
            notifyAll();
        }
        synchronized Call next() throws InterruptedException {
            while (waiting.isEmpty() && !closed) { // safe: monitor of the board
                wait();
            }
            Call call = waiting.pollFirst(); // safe: monitor of the board
            if (call != null) {
                pending--; // race:pending
            }
            return call;
        }
        synchronized void close() {
            closed = true; // safe: monitor of the board
            notifyAll();
        }
        boolean busy() {
            return pending > 0; // race:pending
        }
    }

    static class Lift extends Thread {
        private static int nextNumber;
        private static int stops;
        final int number;
        private final Board board;
        private int position;
        private int trips;
        private int mileage;
        private volatile int direction;
        private volatile boolean parked;
        Lift(Board board) {
            this.board = board;
            this.number = nextNumber++; // safe: lifts are only built by main
        }
        @Override
        public void run() {
            try {
                Call call;
                while ((call = board.next()) != null) {
                    serve(call);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            parked = true; // safe: volatile
        }
        private void serve(Call call) {
            direction = Integer.signum(call.floor - position); // safe: volatile write, own position is only written by this thread
            mileage += Math.abs(call.floor - position); // safe: published by the volatile parked
            position = call.floor; // race:position
            call.servedBy = number; // safe: a call is taken off the board by one lift
            trips++; // safe: published by the volatile parked
            countStop();
        }
        private synchronized void countStop() {
            stops++; // race:stops
        }
        int position() {
            return position; // race:position
        }
        int direction() {
            return direction; // safe: volatile
        }
        int finishedTrips() {
            if (!parked) {
                return 0;
            }
            return trips + mileage; // safe: after the volatile read of parked
        }
    }

    static class Display implements Runnable {
        private final Board board;
        private final List<Lift> lifts;
        private volatile boolean off;
        private int frames;
        Display(Board board, List<Lift> lifts) {
            this.board = board;
            this.lifts = lifts;
        }
        @Override
        public void run() {
            do {
                int sum = board.busy() ? 1 : 0;
                for (Lift lift : lifts) { // safe: list is complete before the display starts
                    sum += lift.position() + lift.direction() + lift.finishedTrips();
                }
                frames += sum > -100 ? 1 : 0; // safe: only the display thread, main reads after join
                Thread.yield();
            } while (!off); // safe: volatile flag
        }
    }
    public static void main(String[] args) throws InterruptedException {
        Board board = new Board();
        List<Lift> lifts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            lifts.add(new Lift(board));
        }
        Display display = new Display(board, lifts);
        Thread screen = new Thread(display, "display");
        screen.start();
        lifts.forEach(Thread::start);
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            Call call = new Call(i * 7 % 20);
            calls.add(call); // safe: local to main
            board.press(call);
        }
        board.close();
        for (Lift lift : lifts) {
            lift.join();
        }
        display.off = true; // safe: volatile flag
        screen.join();
        long served = calls.stream().filter(c -> c.servedBy >= 0).count(); // safe: lifts joined
        boolean counted = Lift.stops <= 300; // safe: lifts joined
        System.out.println(served + " " + counted + " " + (display.frames > 0)); // safe: display joined
    }
}
