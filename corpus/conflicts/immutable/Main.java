package conflicts.immutable;

import java.util.List;

/** Racy references to objects that cannot change: the reference races, what is behind it does not. */
public final class Main {
    static final class Point {
        final int x;
        final int y;

        Point(int x, int y) {
            this.x = x; // safe: final
            this.y = y; // safe: final
        }

        Point shift(int by) {
            return new Point(x + by, y + by); // safe: final fields
        }
    }

    static final class Sprite {
        private Point at = new Point(0, 0);
        private String name = "ghost";
        private List<Point> path = List.of();
        private volatile Point target = new Point(9, 9);

        void step() {
            at = at.shift(1); // race:at
            name = name.length() > 20 ? "ghost" : name + "!"; // race:name
            path = List.of(at, target); // race:path
            target = target.shift(2); // safe: volatile
        }

        int draw() {
            Point here = at; // race:at
            int sum = here.x + here.y; // safe: final fields
            sum += name.length(); // race:name
            for (Point point : path) { // race:path
                sum += point.x; // safe: final fields
            }
            return sum + target.y; // safe: volatile reference, final field
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Sprite sprite = new Sprite();
        Thread mover = new Thread(() -> {
            for (int i = 0; i < 50; i++) {
                sprite.step();
            }
        });
        Thread screen = new Thread(() -> {
            for (int i = 0; i < 50; i++) {
                if (sprite.draw() < 0) {
                    throw new AssertionError();
                }
            }
        });
        mover.start();
        screen.start();
        mover.join();
        screen.join();
        System.out.println(sprite.at.x + " " + sprite.path.size()); // safe: after join
    }
}
