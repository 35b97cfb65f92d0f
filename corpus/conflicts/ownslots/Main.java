package conflicts.ownslots;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** A vote count: boxes that a method hands out by number, and desks that do not use their own number. */
public final class Main {
    static final int DESKS = 3;

    static final class Box {
        int votes;
        int spoilt;
        int checks;
    }

    static final class Boxes {
        private final List<Box> all = new ArrayList<>();

        Boxes(Supplier<Box> maker) {
            for (int i = 0; i < DESKS; i++) {
                all.add(maker.get()); // safe: before the desks start
            }
        }

        Box of(int desk) {
            return all.get(desk); // safe: only read
        }


        Box checked() {
            return all.get(0); // safe: only read
        }
    }

    static final class Desk extends Thread {
        private final int number;
        private final Boxes boxes;
        private final Random random = new Random();

        Desk(int number, Boxes boxes) {
            this.number = number;
            this.boxes = boxes;
        }

        @Override
        public void run() {
            Box mine = boxes.of(number);
            for (int paper = 0; paper < 20; paper++) {
                mine.votes++; // safe: the box of this desk
            }
            boxes.checked().checks++; // race:checks
            boxes.of(random.nextInt(DESKS)).spoilt++; // race:spoilt
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Boxes boxes = new Boxes(Box::new);
        Desk[] desks = new Desk[DESKS];
        for (int d = 0; d < DESKS; d++) {
            desks[d] = new Desk(d, boxes);
            desks[d].start();
        }
        int sum = 0;
        for (Desk desk : desks) {
            desk.join();
            sum += boxes.all.get(desk.number).votes; // safe: after join
        }
        System.out.println(sum + Math.min(boxes.checked().checks + boxes.checked().spoilt, 0));
    }
}
