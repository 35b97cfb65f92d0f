package order.chosenself;

import java.util.concurrent.atomic.AtomicReference;

/** Climbers choose who leads the rope; the one who does is known by itself. */
public final class Main {
    private static final AtomicReference<Climber> leader = new AtomicReference<>();
    private static int height;
    private static int pitches;
    private static int rests;

    static final class Climber extends Thread {
        @Override
        public void run() {
            leader.compareAndSet(null, this);
            if (leader.get() == this) {
                int before = height; // safe: only the leader climbs
                height = before + 10; // safe: only the leader climbs
            } else {
                rests++; // race:rests
            }
        }
    }

    static final class Belayer implements Runnable {
        private static final AtomicReference<Belayer> first = new AtomicReference<>();

        @Override
        public void run() {
            first.compareAndSet(null, this);
            if (first.get() == this) {
                pitches++; // race:pitches
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Climber[] rope = new Climber[3];
        for (int i = 0; i < rope.length; i++) {
            rope[i] = new Climber();
            rope[i].start();
        }
        Belayer belayer = new Belayer();
        Thread[] hands = new Thread[2];
        for (int i = 0; i < hands.length; i++) {
            hands[i] = new Thread(belayer);
            hands[i].start();
        }
        for (Climber climber : rope) {
            climber.join();
        }
        for (Thread hand : hands) {
            hand.join();
        }
        System.out.println(height + Math.min(rests, 0) + Math.min(pitches, 0)); // safe: after join
    }
}
