package realistic.bubblesort;

/** Many threads bubble at the same array; a second array is sorted by odd and even steps, a third under locks. */
public final class Main {
    private static final int SIZE = 24;

    public static void main(String[] args) throws InterruptedException {
        Row careless = Row.shuffled(SIZE, 7);
        Row phased = Row.shuffled(SIZE, 11);
        Row locked = Row.shuffled(SIZE, 5);
        Watch watch = new Watch(careless);
        watch.start();

        Thread[] bubbles = new Thread[3];
        for (int i = 0; i < bubbles.length; i++) {
            bubbles[i] = new Bubble(careless, i);
        }
        for (Thread bubble : bubbles) {
            bubble.start();
        }
        OddEven odd = new OddEven(phased);
        odd.sort();
        Pairwise pairwise = new Pairwise(locked, 2);
        pairwise.sort();
        for (Thread bubble : bubbles) {
            bubble.join();
        }
        watch.halt();
        watch.join();

        System.out.println(phased.sorted() + " " + locked.sorted()); // safe: all have ended
        new Bubble(careless, 9).run();
        System.out.println(careless.size() == SIZE && odd.phases == SIZE ? "done" : "short"); // safe: main's own
        if (pairwise.exchanges() < 1 || watch.looks < 1) { // safe: after join
            throw new AssertionError();
        }
    }
}
